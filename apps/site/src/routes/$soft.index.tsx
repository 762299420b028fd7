import { createFileRoute } from '@tanstack/react-router';
import { loadHome } from '../features/software/home/load-home.ts';
import { LowerHome } from '../features/software/home/lower-home.ts';
import { SoftwareHomePage } from '../features/software/software-home-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/')({
  staticData: { cache: { search: [] }, isLong: true },
  validateSearch: (search): { login?: string; to?: string } => searchTexts(search, 'login', 'to'),
  loader: async (c) => {
    const [data] = await Promise.all([pageData(c, () => loadHome(c)), LowerHome.preload?.()]);
    return data;
  },
  head: metaHead,
  component: Page,
});

function Page() {
  return <SoftwareHomePage data={Route.useLoaderData()} />;
}
