import { createFileRoute } from '@tanstack/react-router';
import { QaPage } from '../features/forum/list/qa-page.tsx';
import { loadQa, type QaSearch } from '../features/forum/load-list.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/qa/')({
  staticData: { cache: { search: ['gid', 'sort', 'lastPostId'] } },
  validateSearch: (search): QaSearch => searchTexts(search, 'gid', 'sort', 'lastPostId'),
  loaderDeps: ({ search: { gid, sort, lastPostId } }) => ({ gid, sort, lastPostId }),
  loader: (c) => pageData(c, () => loadQa(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <QaPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
