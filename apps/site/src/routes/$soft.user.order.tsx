import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { loadOrders } from '../features/order/load.ts';
import { OrderPage } from '../features/order/order-page.tsx';
import { buildMetaHead } from '../kit/page/head.ts';
import { pickSearchTexts } from '../kit/site/search.ts';

export const Route = createFileRoute('/$soft/user/order')({
  validateSearch: (search) =>
    pickSearchTexts(
      search,
      ...(['productId', 'num', 'discountCode', 'id', 'pay', 'state', 'from', 'to', 'q'] as const),
    ),
  loaderDeps: ({ search }) => search,
  loader: (c) => loadOrders(c, c.deps),
  head: buildMetaHead,
  pendingComponent: () => (
    <TableSkeleton title="订单" subtitle="正在取……" label="正在读取订单" rows={3} />
  ),
  component: Page,
});

function Page() {
  return <OrderPage alias={Route.useParams().soft} data={Route.useLoaderData()} />;
}
