import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadCommon } from '../shell/routing/guards.ts';
import { DefaultLayout } from '../shell/layout/layouts.tsx';
import { readRemembered, pageData } from '../kit/page/page-data.ts';

/** Pages outside a software. */
export const Route = createFileRoute('/_site')({
  staleTime: 60_000,
  loader: (c) => pageData(c, () => loadCommon(c.context, '', readRemembered(c))),
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
