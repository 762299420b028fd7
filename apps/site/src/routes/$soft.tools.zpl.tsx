import { createFileRoute } from '@tanstack/react-router';
import { loadZplPage } from '../features/zpl/load-zpl.ts';
import { ZplPage } from '../features/zpl/zpl-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/tools/zpl')({
  staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => loadZplPage(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <ZplPage alias={Route.useParams().soft} />;
}
