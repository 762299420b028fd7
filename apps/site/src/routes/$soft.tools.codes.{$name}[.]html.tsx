import { createFileRoute } from '@tanstack/react-router';
import { EntryPage } from '../features/handbook/entry-page.tsx';
import { loadEntry } from '../features/handbook/load-handbook.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/codes/{$name}.html')({
  staticData: { cache: { search: [] } },
  loader: (c) => pageData(c, () => loadEntry(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <EntryPage alias={Route.useParams().soft} entry={Route.useLoaderData().entry} />;
}
