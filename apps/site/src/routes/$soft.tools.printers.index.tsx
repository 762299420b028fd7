import { createFileRoute } from '@tanstack/react-router';
import { loadPrinterList } from '../features/printer-models/load-printer-models.ts';
import { type PrinterSearch, PrintersPage } from '../features/printer-models/printers-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

const KEYS = ['q', 'works'] as const;

export const Route = createFileRoute('/$soft/tools/printers/')({
  staticData: { cache: { search: KEYS } },
  validateSearch: (search): PrinterSearch => pickSearchTexts(search, ...KEYS),
  loader: (c) => loadPageData(c, () => loadPrinterList(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return (
    <PrintersPage
      alias={Route.useParams().soft}
      data={Route.useLoaderData()}
      search={Route.useSearch()}
    />
  );
}
