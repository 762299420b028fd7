import { createFileRoute } from '@tanstack/react-router';
import { DeniedPage, deniedTitle } from '../features/software/denied-page.tsx';
import { pageHead } from '../shell/head.ts';
import { EmptyLayout } from '../shell/layouts.tsx';
import { mayBeOtherName, requireAlias } from '../shell/valid.ts';
import { loadDenied } from '../shell/guards.ts';

/** soft-denied: where visitors of an offline software and suspended members land, and a page for everybody else, too. Empty layout, never indexed. */
export const Route = createFileRoute('/$soft_/denied')({
  beforeLoad: async (c) => {
    requireAlias(c, c.params.soft);
    if (!mayBeOtherName(c.params.soft)) return;
    const { requireCanonicalAlias } = await import('../shell/other-name.ts');
    await requireCanonicalAlias(c, c.params.soft);
  },
  loader: (c) => loadDenied(c.context, c.params.soft),
  head: ({ loaderData }) =>
    pageHead({ title: `${loaderData ? deniedTitle(loaderData) : ''} · 云标`, noindex: true }),
  component: Page,
});

function Page() {
  return (
    <EmptyLayout>
      <DeniedPage {...Route.useLoaderData()} />
    </EmptyLayout>
  );
}
