import { createFileRoute } from '@tanstack/react-router';
import { ArticlePage } from '../features/article/article-page.tsx';
import { firstWords } from '../features/article/first-words.ts';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf } from '../shell/page-errors.ts';
import { requireId } from '../shell/valid.ts';

export const Route = createFileRoute('/_site/article/{$id}.html')({
  staticData: { cache: { search: [] } },
  beforeLoad: (c) => requireId(c, c.params.id),
  loader: (c) =>
    pageData(c, async () => {
      const reply = await c.context.api('').call('articleDetail', { id: c.params.id });
      const article = dataOf(reply, c);
      return { ...article, description: firstWords(article.html) };
    }),
  head: ({ match, loaderData, params }) =>
    pageHead({
      title: `${loaderData?.title ?? '文章'} · 云标`,
      description: loaderData?.description ?? '',
      path: `/article/${params.id}.html`,
      origin: match.context.origin,
    }),
  component: Page,
});

function Page() {
  return <ArticlePage article={Route.useLoaderData()} />;
}
