import { createFileRoute } from '@tanstack/react-router';
import { loadHome } from '../features/software/home/load-home.ts';
import { SoftwareHomePage } from '../features/software/software-home-page.tsx';
import { metaHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { searchTexts } from '../shell/search.ts';

export const Route = createFileRoute('/$soft/')({
  staticData: { cache: { search: [] }, isLong: true },
  validateSearch: (search): { login?: string; to?: string } => searchTexts(search, 'login', 'to'),
  loader: (c) => pageData(c, () => loadHome(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <SoftwareHomePage data={Route.useLoaderData()} />;
}
