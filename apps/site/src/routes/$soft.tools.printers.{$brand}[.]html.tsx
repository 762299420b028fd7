import { createFileRoute } from '@tanstack/react-router';
import { BrandPage } from '../features/printer-models/brand-page.tsx';
import { loadBrand } from '../features/printer-models/load-printer-models.ts';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/printers/{$brand}.html')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadBrand(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <BrandPage alias={Route.useParams().soft} brand={Route.useLoaderData().brand} />;
}
