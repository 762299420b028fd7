import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { AskPage } from '../features/forum/ask/ask-page.tsx';
import { type AskSearch, loadAsk } from '../features/forum/load-ask.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/qa/ask')({
  validateSearch: (search): AskSearch => searchTexts(search, 'title', 'id'),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: (c) => pageData(c, () => loadAsk(c, c.deps)),
  head: metaHead,
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
