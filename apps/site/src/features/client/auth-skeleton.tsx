import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the client page. */
export const AuthSkeleton = () => (
  <TableSkeleton
    title="授权客户端"
    subtitle="一台连着打印机的电脑就是一个客户端。它有自己的授权，随时可以撤销。"
    label="正在读取客户端"
    rows={5}
  />
);
