import { createFileRoute } from '@tanstack/react-router';
import { loadPrint } from '../features/printing/load-print.ts';
import { PrintPage } from '../features/printing/print-page.tsx';
import { PrintSkeleton } from '../features/printing/print-skeleton.tsx';
import { pageHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';
import { parseSearch, searchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/print')({
  validateSearch: (search) => searchTexts(search, 'template'),
  // Another template is read by the page, which keeps what is typed.
  shouldReload: (c) => c.cause !== 'stay',
  loader: (c) =>
    pageData(c, () =>
      loadPrint(c.context.api(c.params.soft), parseSearch(c.location.searchStr).template),
    ),
  head: () => pageHead({ title: '立即打印 · 云标', noindex: true }),
  pendingComponent: PrintSkeleton,
  component: Page,
});

function Page() {
  return <PrintPage loaded={Route.useLoaderData()} wanted={Route.useSearch().template} />;
}
