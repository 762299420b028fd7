import { createFileRoute } from '@tanstack/react-router';
import { leadsOf } from '../features/software/home/leads.ts';
import { SoftwareHomePage } from '../features/software/software-home-page.tsx';
import { contentOf } from '../features/software/template.ts';
import { pageHead } from '../shell/head.ts';
import { pageData } from '../shell/page-data.ts';
import { dataOf, pageNotFound } from '../shell/page-errors.ts';
import { searchText } from '../shell/search.ts';

export const Route = createFileRoute('/$soft/')({
  staticData: { cache: { search: [] } },
  validateSearch: (search): { login?: string; to?: string } => {
    const login = searchText(search, 'login');
    const to = searchText(search, 'to');
    return { ...(login ? { login } : {}), ...(to ? { to } : {}) };
  },
  loader: (c) =>
    pageData(c, async () => {
      const data = dataOf(
        await c.context.api(c.params.soft).call('siteIndex', { alias: c.params.soft }),
        c,
      );
      if (!data.software) throw pageNotFound(c);
      const [hero] = data.templates;
      const leads = hero ? leadsOf(contentOf(hero)) : [];
      return { ...data, software: data.software, leads };
    }),
  head: ({ match, loaderData, params }) =>
    pageHead({
      title: loaderData?.software.seo.title || `${loaderData?.software.name ?? '软件'} · 云标`,
      description: loaderData?.software.seo.description || loaderData?.software.summary || '',
      path: `/${params.soft}`,
      origin: match.context.origin,
    }),
  component: Page,
});

function Page() {
  return <SoftwareHomePage data={Route.useLoaderData()} />;
}
