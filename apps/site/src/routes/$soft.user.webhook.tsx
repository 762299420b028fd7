import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { HookPage } from '../features/integration/hook-page.tsx';
import { loadWebhooks, parseDeliveryState } from '../features/integration/load.ts';
import { buildPageHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/webhook')({
  validateSearch: (search) => pickSearchTexts(search, 'state'),
  loaderDeps: ({ search }) => search,
  loader: (c) => loadWebhooks(c.context.createApi(c.params.soft), parseDeliveryState(c.deps.state)),
  head: () => buildPageHead({ title: 'Webhook · 云标', noindex: true }),
  pendingComponent: () => (
    <TableSkeleton
      title="Webhook"
      subtitle="批次打印完成了，马上告诉你的 ERP、WMS、网店后台。"
      label="正在读取接收地址"
      rows={4}
    />
  ),
  component: Page,
});

function Page() {
  return <HookPage alias={Route.useParams().soft} loaded={Route.useLoaderData()} />;
}
