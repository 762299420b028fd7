import { createFileRoute } from '@tanstack/react-router';
import { LIBRARY_KEYS, type LibraryAddress } from '../features/library/address.ts';
import { LibraryPage } from '../features/library/library-page.tsx';
import { loadLibrary } from '../features/library/load-library.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/tools/temp')({
  staticData: { cache: { search: LIBRARY_KEYS } },
  validateSearch: (search): LibraryAddress => searchTexts(search, ...LIBRARY_KEYS),
  loaderDeps: ({ search }) => searchTexts(search, ...LIBRARY_KEYS),
  loader: (c) => pageData(c, () => loadLibrary(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <LibraryPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
