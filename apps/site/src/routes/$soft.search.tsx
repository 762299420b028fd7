import { createFileRoute } from '@tanstack/react-router';
import { loadSearch } from '../features/search/load-search.ts';
import { SearchPage } from '../features/search/search-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

/** What the page is kept under. An address may carry more, such as `login`: nothing of the page comes from that. */
const KEYS = ['q', 'kind', 'solved', 'official', 'recent', 'page'] as const;

export const Route = createFileRoute('/$soft/search')({
  staticData: { cache: { search: KEYS } },
  validateSearch: (search) => searchTexts(search, ...KEYS),
  loaderDeps: ({ search }) => searchTexts(search, ...KEYS),
  loader: (c) => pageData(c, () => loadSearch(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <SearchPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
