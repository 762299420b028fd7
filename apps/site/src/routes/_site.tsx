import { createFileRoute, Outlet } from '@tanstack/react-router';
import { loadCommon } from '../shell/guards.ts';
import { DefaultLayout } from '../shell/layouts.tsx';
import { heldOf, pageData } from '../shell/page-data.ts';

/** Pages outside a software. */
export const Route = createFileRoute('/_site')({
  staleTime: 60_000,
  loader: (c) => pageData(c, () => loadCommon(c.context, '', heldOf(c))),
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
