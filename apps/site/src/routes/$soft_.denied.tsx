import { createFileRoute } from '@tanstack/react-router';
import { DeniedPage, deniedTitle } from '../features/software/denied-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { EmptyLayout } from '../shell/layout/layouts.tsx';
import { mayBeOtherName, requireAlias } from '../shell/routing/valid.ts';
import { loadDenied } from '../shell/routing/guards.ts';

/** soft-denied: where visitors of an offline software and suspended members land, and a page for everybody else, too. Empty layout, never indexed. */
export const Route = createFileRoute('/$soft_/denied')({
  beforeLoad: async (c) => {
    requireAlias(c.params.soft);
    if (!mayBeOtherName(c.params.soft)) return;
    const { requireCanonicalAlias } = await import('../shell/routing/other-name.ts');
    await requireCanonicalAlias(c, c.params.soft);
  },
  loader: async (c) => {
    const denial = await loadDenied(c.context, c.params.soft);
    return { denial, meta: { title: `${deniedTitle(denial)} · 云标`, noindex: true } };
  },
  head: metaHead,
  component: Page,
});

function Page() {
  return (
    <EmptyLayout>
      <DeniedPage {...Route.useLoaderData().denial} />
    </EmptyLayout>
  );
}
