import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { DownloadDetailPage } from '../features/software/download/download-detail-page.tsx';
import { loadDownload } from '../features/software/download/load.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { requireValidRouteId } from '../shell/routing/validate-params.ts';

export const Route = createFileRoute('/$soft/download/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireValidRouteId(c.params.id),
  loader: (c) => loadPageData(c, () => loadDownload(c)),
  head: buildMetaHead,
  component: Page,
});

const softRoute = getRouteApi('/$soft');

function Page() {
  const { soft } = Route.useParams();
  const { software } = softRoute.useLoaderData();
  return <DownloadDetailPage alias={soft} name={software.name} file={Route.useLoaderData()} />;
}
