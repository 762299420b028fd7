import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** While orders are on their way. */
export const OrderSkeleton = () => (
  <TableSkeleton title="订单" say="正在取……" label="正在读取订单" rows={3} />
);
