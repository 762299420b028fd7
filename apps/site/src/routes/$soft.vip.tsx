import { createFileRoute } from '@tanstack/react-router';
import { loadVip } from '../features/vip/load.ts';
import { VipPage } from '../features/vip/vip-page.tsx';
import { metaHead } from '../kit/page/head.ts';
import { pageData } from '../kit/page/page-data.ts';

export const Route = createFileRoute('/$soft/vip')({
  staticData: { cache: { search: [] } },
  staleTime: 60_000,
  loader: (c) => pageData(c, () => loadVip(c)),
  head: metaHead,
  component: Page,
});

function Page() {
  return <VipPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
