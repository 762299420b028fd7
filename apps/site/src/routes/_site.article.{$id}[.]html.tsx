import { createFileRoute } from '@tanstack/react-router';
import { ArticlePage } from '../features/article/article-page.tsx';
import { loadSiteArticle } from '../features/article/load-article.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { requireValidRouteId } from '../shell/routing/validate-params.ts';

export const Route = createFileRoute('/_site/article/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireValidRouteId(c.params.id),
  loader: (c) => loadPageData(c, () => loadSiteArticle(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <ArticlePage data={Route.useLoaderData()} alias="" />;
}
