import { createFileRoute } from '@tanstack/react-router';
import { ArticleListPage } from '../features/article/list/article-list-page.tsx';
import { loadList } from '../features/article/list/load-list.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/article/')({
  staticData: { cache: { search: ['artType', 'page'] } },
  validateSearch: (search): { artType?: string; page?: string } =>
    searchTexts(search, 'artType', 'page'),
  loaderDeps: ({ search: { artType, page } }) => ({ artType, page }),
  loader: (c) => pageData(c, () => loadList(c, c.deps)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <ArticleListPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
