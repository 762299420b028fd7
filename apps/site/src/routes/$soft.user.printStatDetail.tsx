import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { useMemo } from 'react';
import { DetailPage } from '../features/statistics/labels/detail-page.tsx';
import { loadDetailPage } from '../features/statistics/load.ts';
import { type DetailSearch, readDetailSearch } from '../features/statistics/search.ts';
import { buildPageHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/user/printStatDetail')({
  // Only typed here; loader and page parse it, so that public pages do not load the parser.
  validateSearch: (search) => search as DetailSearch,
  loaderDeps: ({ search }) => search,
  loader: (c) =>
    loadPageData(c, () =>
      loadDetailPage(c.context.createApi(c.params.soft), readDetailSearch(c.deps)),
    ),
  head: ({ match }) => {
    const { batchNo } = match.search;
    return buildPageHead({
      title: batchNo ? `批次 ${batchNo} · 云标` : '标签明细 · 云标',
      noindex: true,
    });
  },
  pendingComponent: () => <TableSkeleton title="标签明细" label="正在读取" rows={8} isTapered />,
  component: Page,
});

function Page() {
  const raw = Route.useSearch();
  const search = useMemo(() => readDetailSearch(raw), [raw]);
  return <DetailPage loaded={Route.useLoaderData()} search={search} />;
}
