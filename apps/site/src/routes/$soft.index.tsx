import { createFileRoute } from '@tanstack/react-router';
import { loadSoftwareHome } from '../features/software/home/load-home.ts';
import { LowerHome } from '../features/software/home/lower-home.ts';
import { SoftwareHomePage } from '../features/software/software-home-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/')({
  staticData: { cache: { search: [] }, isLong: true },
  validateSearch: (search): { login?: string; to?: string } =>
    pickSearchTexts(search, 'login', 'to'),
  loader: async (c) => {
    const [data] = await Promise.all([
      loadPageData(c, () => loadSoftwareHome(c)),
      LowerHome.preload?.(),
    ]);
    return data;
  },
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <SoftwareHomePage data={Route.useLoaderData()} />;
}
