import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadCommonPageData, loadSoftwareOfRoute } from '../shell/routing/guards.ts';
import { DefaultLayout, EmptyLayout } from '../shell/layout/layouts.tsx';
import { readCachedPageData, loadPageData } from '../kit/page/page-data.ts';
import { storeLastSoftware } from '../kit/site/last-software.ts';
import { AliasContext, useSession, useSite } from '../kit/site/site.tsx';
import type { Common, Software } from '../kit/site/stores.ts';
import { hasDotOrCapitalLetter, requireValidAlias } from '../shell/routing/validate-params.ts';

/** Layout route of all pages of a software. */
export const Route = createFileRoute('/$soft')({
  beforeLoad: async (c) => {
    requireValidAlias(c.params.soft);
    if (!hasDotOrCapitalLetter(c.params.soft)) return;
    const { requireCanonicalAlias } = await import('../shell/routing/canonical-alias.ts');
    await requireCanonicalAlias(c, c.params.soft);
  },
  staleTime: 60_000,
  loader: (c) =>
    loadPageData(c, async () => {
      const { soft } = c.params;
      const remembered = readCachedPageData<{ software: Software; common: Common }>(c);
      const [software, common] = await Promise.all([
        loadSoftwareOfRoute(c.context, soft, remembered?.software),
        loadCommonPageData(c.context, soft, remembered?.common),
      ]);
      return { software, common };
    }),
  component: SoftwareLayout,
});

function SoftwareLayout() {
  const { software, common } = Route.useLoaderData();
  const { soft } = Route.useParams();
  const { shared } = useSite().stores;
  useEffect(() => {
    shared.set({ domain: soft, software });
    return () => shared.set({ domain: '', software: null });
  }, [shared, soft, software]);
  const isLogin = useSession((session) => session.isLogin);
  useEffect(() => {
    if (isLogin) storeLastSoftware(soft);
  }, [isLogin, soft]);
  const isBare = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isBare),
  });
  if (isBare)
    return (
      <AliasContext value={soft}>
        <EmptyLayout>
          <Outlet />
        </EmptyLayout>
      </AliasContext>
    );
  return (
    <AliasContext value={soft}>
      <DefaultLayout common={common} software={{ alias: soft, name: software.name }}>
        <Outlet />
      </DefaultLayout>
    </AliasContext>
  );
}
