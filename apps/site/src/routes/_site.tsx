import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadCommonPageData } from '../shell/routing/guards.ts';
import { DefaultLayout } from '../shell/layout/layouts.tsx';
import { readCachedPageData, loadPageData } from '../kit/page/page-data.ts';

/** Layout route of pages outside a software. */
export const Route = createFileRoute('/_site')({
  staleTime: 60_000,
  loader: (c) => loadPageData(c, () => loadCommonPageData(c.context, '', readCachedPageData(c))),
  component: SiteLayout,
});

function SiteLayout() {
  const common = Route.useLoaderData();
  return (
    <DefaultLayout common={common} software={null}>
      <Outlet />
    </DefaultLayout>
  );
}
