import { createFileRoute } from '@tanstack/react-router';
import type { LibraryAddress } from '../features/library/address.ts';
import { LibraryPage } from '../features/library/library-page.tsx';
import { loadLibrary } from '../features/library/load-library.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

/** Search keys of the page cache. Other parameters, such as `login`, do not change the content. */
const KEYS = ['cat', 'q', 'w', 'sort', 'page', 'own'] as const;

export const Route = createFileRoute('/$soft/tools/temp')({
  staticData: { cache: { search: KEYS } },
  validateSearch: (search): LibraryAddress => pickSearchTexts(search, ...KEYS),
  loaderDeps: ({ search }) => pickSearchTexts(search, ...KEYS),
  loader: (c) => loadPageData(c, () => loadLibrary(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <LibraryPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
