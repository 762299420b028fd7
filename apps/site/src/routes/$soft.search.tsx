import { createFileRoute } from '@tanstack/react-router';
import { loadSearchPage } from '../features/search/load-search.ts';
import { SearchPage } from '../features/search/search-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

/** Search keys of the page cache. Other parameters, such as `login`, do not change the content. */
const KEYS = ['q', 'kind', 'solved', 'official', 'recent', 'page'] as const;

export const Route = createFileRoute('/$soft/search')({
  staticData: { cache: { search: KEYS } },
  validateSearch: (search) => pickSearchTexts(search, ...KEYS),
  loaderDeps: ({ search }) => pickSearchTexts(search, ...KEYS),
  loader: (c) => loadPageData(c, () => loadSearchPage(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <SearchPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
