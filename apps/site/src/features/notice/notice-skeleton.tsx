import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the notice page. */
export const NoticeSkeleton = () => (
  <TableSkeleton
    title="通知"
    subtitle="问答、订单、打印、账户、Webhook 和网站的消息，都记在这里。"
    label="正在读取通知"
    rows={5}
  />
);
