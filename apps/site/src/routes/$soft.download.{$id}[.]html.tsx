import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { DownloadDetailPage } from '../features/software/download/download-detail-page.tsx';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf } from '../shell/page-errors.ts';
import { softwareOf } from '../shell/software-of.ts';
import { requireId } from '../shell/valid.ts';

export const Route = createFileRoute('/$soft/download/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireId(c, c.params.id),
  loader: (c) =>
    pageData(c, async () =>
      dataOf(
        await c.context
          .api(c.params.soft)
          .call('downloadDetail', { alias: c.params.soft, id: c.params.id }),
        c,
      ),
    ),
  head: ({ match, matches, loaderData, params }) =>
    pageHead({
      title: `${loaderData ? `${softwareOf(matches)?.name ?? ''} ${loaderData.version}，${loaderData.title}` : '下载'} · 云标`,
      description: loaderData ? `${loaderData.fileName}，SHA-256 ${loaderData.sha256}` : '',
      path: `/${params.soft}/download/${params.id}.html`,
      origin: match.context.origin,
    }),
  component: Page,
});

const softRoute = getRouteApi('/$soft');

function Page() {
  const { soft } = Route.useParams();
  const { software } = softRoute.useLoaderData();
  return <DownloadDetailPage alias={soft} name={software.name} file={Route.useLoaderData()} />;
}
