import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** The notices before they are there. */
export const NoticeSkeleton = () => (
  <TableSkeleton
    title="通知"
    say="你的问题有人回答、回答被采纳，都会记在这里。"
    label="正在读取通知"
    rows={5}
  />
);
