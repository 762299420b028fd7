import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the order page. */
export const OrderSkeleton = () => (
  <TableSkeleton title="订单" subtitle="正在取……" label="正在读取订单" rows={3} />
);
