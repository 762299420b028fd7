import { createFileRoute } from '@tanstack/react-router';
import { ArticleListPage } from '../features/article/list/article-list-page.tsx';
import { loadArticleList } from '../features/article/list/load-list.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/article/')({
  staticData: { cache: { search: ['artType', 'page'] } },
  validateSearch: (search): { artType?: string; page?: string } =>
    pickSearchTexts(search, 'artType', 'page'),
  loaderDeps: ({ search: { artType, page } }) => ({ artType, page }),
  loader: (c) => loadPageData(c, () => loadArticleList(c, c.deps)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <ArticleListPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
