import { createFileRoute } from '@tanstack/react-router';
import { loadStat, zoneNow } from '../features/statistics/load.ts';
import { readStatSearch } from '../features/statistics/search.ts';
import { StatPage } from '../features/statistics/stat-page.tsx';
import { StatSkeleton } from '../features/statistics/stat-skeleton.tsx';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';

export const Route = createFileRoute('/$soft/user/printStat')({
  validateSearch: readStatSearch,
  loaderDeps: ({ search }) => search,
  loader: (c) =>
    pageData(c, async () => {
      const zone = zoneNow();
      return { ...zone, reply: await loadStat(c.context.api(c.params.soft), c.deps, zone) };
    }),
  head: () => pageHead({ title: '打印统计 · 云标', noindex: true }),
  pendingComponent: () => <StatSkeleton title="打印统计" />,
  component: Page,
});

function Page() {
  return <StatPage loaded={Route.useLoaderData()} search={Route.useSearch()} />;
}
