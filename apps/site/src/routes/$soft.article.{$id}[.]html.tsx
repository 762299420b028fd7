import { createFileRoute } from '@tanstack/react-router';
import { ArticlePage } from '../features/article/article-page.tsx';
import { loadArticle } from '../features/article/load-article.ts';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { requireId } from '../shell/routing/valid.ts';

export const Route = createFileRoute('/$soft/article/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireId(c.params.id),
  loader: (c) => pageData(c, () => loadArticle(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <ArticlePage data={Route.useLoaderData()} alias={Route.useParams().soft} />;
}
