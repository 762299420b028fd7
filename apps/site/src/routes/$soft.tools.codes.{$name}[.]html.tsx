import { createFileRoute } from '@tanstack/react-router';
import { EntryPage } from '../features/handbook/entry-page.tsx';
import { loadHandbookEntry } from '../features/handbook/load-handbook.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/codes/{$name}.html')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadHandbookEntry(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <EntryPage alias={Route.useParams().soft} entry={Route.useLoaderData().entry} />;
}
