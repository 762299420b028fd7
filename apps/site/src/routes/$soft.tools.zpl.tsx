import { createFileRoute } from '@tanstack/react-router';
import { loadZpl } from '../features/zpl/load-zpl.ts';
import { ZplPage } from '../features/zpl/zpl-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/zpl')({
  staticData: { cache: { search: [] } },
  loader: (c) => pageData(c, () => loadZpl(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <ZplPage alias={Route.useParams().soft} />;
}
