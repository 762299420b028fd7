import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { AskPage } from '../features/forum/ask/ask-page.tsx';
import { type AskSearch, loadAskPage } from '../features/forum/load-ask.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/qa/ask')({
  validateSearch: (search): AskSearch => pickSearchTexts(search, 'title', 'id'),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: (c) => loadPageData(c, () => loadAskPage(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

const softRoute = getRouteApi('/$soft');

function Page() {
  const search = Route.useSearch();
  return (
    <AskPage
      key={search.id ?? 'new'}
      alias={Route.useParams().soft}
      data={Route.useLoaderData()}
      search={search}
      contacts={softRoute.useLoaderData().common.contacts}
    />
  );
}
