import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { loadStat } from '../features/statistics/load.ts';
import { zoneNow } from '../kit/table/days.ts';
import { type StatSearch, readStatSearch } from '../features/statistics/search.ts';
import { StatPage } from '../features/statistics/stat-page.tsx';
import { StatSkeleton } from '../features/statistics/stat-skeleton.tsx';
import { pageHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/user/printStat')({
  // Typed here, read by loader and page: what reads it is nothing a public page needs.
  validateSearch: (search) => search as StatSearch,
  loaderDeps: ({ search }) => search,
  loader: (c) =>
    pageData(c, async () => {
      const zone = zoneNow();
      return {
        ...zone,
        reply: await loadStat(c.context.api(c.params.soft), readStatSearch(c.deps), zone),
      };
    }),
  head: () => pageHead({ title: '打印统计 · 云标', noindex: true }),
  pendingComponent: () => <StatSkeleton title="打印统计" />,
  component: Page,
});

function Page() {
  const raw = Route.useSearch();
  const search = useMemo(() => readStatSearch(raw), [raw]);
  return <StatPage loaded={Route.useLoaderData()} search={search} />;
}
