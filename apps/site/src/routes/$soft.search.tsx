import { createFileRoute } from '@tanstack/react-router';
import { loadSearch } from '../features/search/load-search.ts';
import { SearchPage } from '../features/search/search-page.tsx';
import { metaHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { searchTexts } from '../shell/search.ts';

export const Route = createFileRoute('/$soft/search')({
  staticData: { cache: { search: ['q', 'kind', 'solved', 'official', 'recent', 'page'] } },
  validateSearch: (search) =>
    searchTexts(search, 'q', 'kind', 'solved', 'official', 'recent', 'page'),
  loaderDeps: ({ search }) => search,
  loader: (c) => pageData(c, () => loadSearch(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <SearchPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
