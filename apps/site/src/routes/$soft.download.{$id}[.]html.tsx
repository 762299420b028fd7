import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { DownloadDetailPage } from '../features/software/download/download-detail-page.tsx';
import { loadDownload } from '../features/software/download/load.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { requireId } from '../shell/routing/valid.ts';

export const Route = createFileRoute('/$soft/download/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireId(c.params.id),
  loader: (c) => pageData(c, () => loadDownload(c)),
  head: metaHead,
  component: Page,
});

const softRoute = getRouteApi('/$soft');

function Page() {
  const { soft } = Route.useParams();
  const { software } = softRoute.useLoaderData();
  return <DownloadDetailPage alias={soft} name={software.name} file={Route.useLoaderData()} />;
}
