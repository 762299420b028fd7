import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loadCommon, loadSoftware } from '../shell/routing/guards.ts';
import { DefaultLayout, EmptyLayout } from '../shell/layout/layouts.tsx';
import { readRemembered, pageData } from '../kit/page/page-data.ts';
import { AliasReact, useSite } from '../kit/site/site.tsx';
import type { Common, Software } from '../kit/site/stores.ts';
import { mayBeOtherName, requireAlias } from '../shell/routing/valid.ts';

/** Everything that belongs to one software. */
export const Route = createFileRoute('/$soft')({
  beforeLoad: async (c) => {
    requireAlias(c.params.soft);
    if (!mayBeOtherName(c.params.soft)) return;
    const { requireCanonicalAlias } = await import('../shell/routing/other-name.ts');
    await requireCanonicalAlias(c, c.params.soft);
  },
  staleTime: 60_000,
  loader: (c) =>
    pageData(c, async () => {
      const { soft } = c.params;
      const remembered = readRemembered<{ software: Software; common: Common }>(c);
      const [software, common] = await Promise.all([
        loadSoftware(c.context, soft, remembered?.software),
        loadCommon(c.context, soft, remembered?.common),
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
  const isBare = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isBare),
  });
  if (isBare)
    return (
      <AliasReact value={soft}>
        <EmptyLayout>
          <Outlet />
        </EmptyLayout>
      </AliasReact>
    );
  return (
    <AliasReact value={soft}>
      <DefaultLayout common={common} software={{ alias: soft, name: software.name }}>
        <Outlet />
      </DefaultLayout>
    </AliasReact>
  );
}
