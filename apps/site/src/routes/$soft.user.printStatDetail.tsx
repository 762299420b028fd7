import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { DetailPage } from '../features/statistics/detail-page.tsx';
import { loadDetailPage } from '../features/statistics/load.ts';
import { type DetailSearch, readDetailSearch } from '../features/statistics/search.ts';
import { StatSkeleton } from '../features/statistics/stat-skeleton.tsx';
import { pageHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/user/printStatDetail')({
  // Typed here, read by loader and page: what reads it is nothing a public page needs.
  validateSearch: (search) => search as DetailSearch,
  loaderDeps: ({ search }) => search,
  loader: (c) =>
    pageData(c, () => loadDetailPage(c.context.api(c.params.soft), readDetailSearch(c.deps))),
  head: ({ match }) => {
    const { batchNo } = match.search;
    return pageHead({
      title: batchNo ? `批次 ${batchNo} · 云标` : '标签明细 · 云标',
      noindex: true,
    });
  },
  pendingComponent: () => <StatSkeleton title="标签明细" />,
  component: Page,
});

function Page() {
  const raw = Route.useSearch();
  const search = useMemo(() => readDetailSearch(raw), [raw]);
  return <DetailPage loaded={Route.useLoaderData()} search={search} />;
}
