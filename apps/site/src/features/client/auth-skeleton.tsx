import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** The page of clients before its data is there. */
export const AuthSkeleton = () => (
  <TableSkeleton
    title="授权客户端"
    say="一台连着打印机的电脑就是一个客户端。它有自己的钥匙，随时可以收回。"
    label="正在读取客户端"
    rows={5}
  />
);
