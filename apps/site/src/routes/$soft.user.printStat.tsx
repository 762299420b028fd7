import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { useMemo } from 'react';
import { loadStat } from '../features/statistics/load.ts';
import { readViewerZoneAndDay } from '../kit/table/days.ts';
import { type StatSearch, readStatSearch } from '../features/statistics/search.ts';
import { StatPage } from '../features/statistics/stat-page.tsx';
import { buildPageHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/user/printStat')({
  // Only typed here; loader and page parse it, so that public pages do not load the parser.
  validateSearch: (search) => search as StatSearch,
  loaderDeps: ({ search }) => search,
  loader: (c) =>
    loadPageData(c, async () => {
      const zone = readViewerZoneAndDay();
      return {
        ...zone,
        reply: await loadStat(c.context.createApi(c.params.soft), readStatSearch(c.deps), zone),
      };
    }),
  head: () => buildPageHead({ title: '打印统计 · 云标', noindex: true }),
  pendingComponent: () => <TableSkeleton title="打印统计" label="正在读取" rows={8} isTapered />,
  component: Page,
});

function Page() {
  const raw = Route.useSearch();
  const search = useMemo(() => readStatSearch(raw), [raw]);
  return <StatPage loaded={Route.useLoaderData()} search={search} />;
}
