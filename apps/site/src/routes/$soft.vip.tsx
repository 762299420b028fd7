import { createFileRoute } from '@tanstack/react-router';
import { loadVip } from '../features/vip/load.ts';
import { VipPage } from '../features/vip/vip-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { loadPageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/vip')({
  staticData: { cache: { search: [] } },
  staleTime: 60_000,
  loader: (c) => loadPageData(c, () => loadVip(c)),
  head: buildMetaHead,
  component: Page,
});

function Page() {
  return <VipPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
