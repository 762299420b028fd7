import { createFileRoute } from '@tanstack/react-router';
import { SiteIndexPage } from '../features/software/site-index-page.tsx';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf } from '../shell/page-errors.ts';

export const Route = createFileRoute('/_site/')({
  staticData: { cache: { search: [] } },
  loader: (c) => pageData(c, async () => dataOf(await c.context.api('').call('siteIndex', {}), c)),
  head: ({ match }) =>
    pageHead({
      title: '云标 · 云端标签打印',
      description: '在浏览器里填好标签，在任何地方的打印机上印出来，每一张都有记录。',
      path: '/',
      origin: match.context.origin,
    }),
  component: Page,
});

function Page() {
  return <SiteIndexPage data={Route.useLoaderData()} />;
}
