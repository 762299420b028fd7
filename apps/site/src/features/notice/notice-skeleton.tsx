import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** The notices before they are there. */
export const NoticeSkeleton = () => (
  <TableSkeleton
    title="通知"
    say="问答、订单、打印、账户、Webhook 和网站的消息，都记在这里。"
    label="正在读取通知"
    rows={5}
  />
);
