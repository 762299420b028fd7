import { createFileRoute } from '@tanstack/react-router';
import { QaPage } from '../features/forum/list/qa-page.tsx';
import { loadQuestionList, type QaSearch } from '../features/forum/load-list.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/qa/')({
  staticData: { cache: { search: ['gid', 'sort', 'lastPostId'] } },
  validateSearch: (search): QaSearch => pickSearchTexts(search, 'gid', 'sort', 'lastPostId'),
  loaderDeps: ({ search: { gid, sort, lastPostId } }) => ({ gid, sort, lastPostId }),
  loader: (c) => loadPageData(c, () => loadQuestionList(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <QaPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
