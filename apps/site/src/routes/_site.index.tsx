import { createFileRoute } from '@tanstack/react-router';
import { SiteIndexPage } from '../features/software/site-index-page.tsx';
import { loadSiteIndex } from '../features/software/site-index/load-index.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/_site/')({
  staticData: { cache: { search: [] }, isLong: true },
  loader: (c) => loadPageData(c, () => loadSiteIndex(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <SiteIndexPage data={Route.useLoaderData()} />;
}
