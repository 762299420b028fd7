import { createFileRoute } from '@tanstack/react-router';
import { DownloadListPage } from '../features/download/download-list-page.tsx';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf } from '../shell/page-errors.ts';
import { softwareOf } from '../shell/software-of.ts';

export const Route = createFileRoute('/$soft/download/')({
  staticData: { cache: { search: [] } },
  loader: (c) =>
    pageData(c, async () =>
      dataOf(await c.context.api(c.params.soft).call('downloadList', { alias: c.params.soft }), c),
    ),
  head: ({ match, matches, params }) => {
    const name = softwareOf(matches)?.name ?? '';
    return pageHead({
      title: `下载${name} · 云标`,
      description: `${name}各系统的安装包、版本说明和校验值。`,
      path: `/${params.soft}/download`,
      origin: match.context.origin,
    });
  },
  component: Page,
});

function Page() {
  const { soft } = Route.useParams();
  return <DownloadListPage alias={soft} data={Route.useLoaderData()} />;
}
