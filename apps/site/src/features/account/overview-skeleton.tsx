import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import s from './account.module.css';

/** Skeleton of the overview. */
export const OverviewSkeleton = () => (
  <TableSkeleton
    title="概览"
    subtitle="正在读取…"
    label="正在读取概览"
    rows={3}
    rowClass={s.skdue}
  />
);
