import { createFileRoute } from '@tanstack/react-router';
import { DeniedPage, getDeniedTitle } from '../features/software/denied-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { EmptyLayout } from '../shell/layout/layouts.tsx';
import { hasDotOrCapitalLetter, requireValidAlias } from '../shell/routing/validate-params.ts';
import { loadDenialReason } from '../shell/routing/guards.ts';

/**
 * Page for visitors of an offline software and for suspended members. Other visitors can also open
 * it. Empty layout, never indexed.
 */
export const Route = createFileRoute('/$soft_/denied')({
  beforeLoad: async (c) => {
    requireValidAlias(c.params.soft);
    if (!hasDotOrCapitalLetter(c.params.soft)) return;
    const { requireCanonicalAlias } = await import('../shell/routing/canonical-alias.ts');
    await requireCanonicalAlias(c, c.params.soft);
  },
  loader: async (c) => {
    const denial = await loadDenialReason(c.context, c.params.soft);
    return { denial, meta: { title: `${getDeniedTitle(denial)} · 云标`, noindex: true } };
  },
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return (
    <EmptyLayout>
      <DeniedPage {...Route.useLoaderData().denial} />
    </EmptyLayout>
  );
}
