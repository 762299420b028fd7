import { createFileRoute } from '@tanstack/react-router';
import { loadPrintPage } from '../features/printing/load-print.ts';
import { PrintPage } from '../features/printing/print-page.tsx';
import { PrintSkeleton } from '../features/printing/print-skeleton.tsx';
import { buildPageHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { parseSearch, pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/print')({
  validateSearch: (search) => pickSearchTexts(search, 'template'),
  // The page loads another template itself and keeps the input.
  shouldReload: (c) => c.cause !== 'stay',
  loader: (c) =>
    loadPageData(c, () =>
      loadPrintPage(c.context.createApi(c.params.soft), parseSearch(c.location.searchStr).template),
    ),
  head: () => buildPageHead({ title: '立即打印 · 云标', noindex: true }),
  pendingComponent: PrintSkeleton,
  component: Page,
});

function Page() {
  return <PrintPage loaded={Route.useLoaderData()} wanted={Route.useSearch().template} />;
}
