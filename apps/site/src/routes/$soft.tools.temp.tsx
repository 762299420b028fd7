import { createFileRoute } from '@tanstack/react-router';
import type { LibraryAddress } from '../features/library/address.ts';
import { LibraryPage } from '../features/library/library-page.tsx';
import { loadLibrary } from '../features/library/load-library.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

/** What the page is kept under. An address may carry more, such as `login`: nothing of the page comes from that. */
const KEYS = ['cat', 'q', 'w', 'sort', 'page', 'own'] as const;

export const Route = createFileRoute('/$soft/tools/temp')({
  staticData: { cache: { search: KEYS } },
  validateSearch: (search): LibraryAddress => searchTexts(search, ...KEYS),
  loaderDeps: ({ search }) => searchTexts(search, ...KEYS),
  loader: (c) => pageData(c, () => loadLibrary(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <LibraryPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
