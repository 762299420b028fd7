import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';
import s from './account.module.css';

/** The overview before its data is there. */
export const OverviewSkeleton = () => (
  <TableSkeleton title="概览" say="正在读取…" label="正在读取概览" rows={3} rowClass={s.skdue} />
);
