import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the profile page. */
export const ProfileSkeleton = () => (
  <TableSkeleton
    title="个人资料"
    subtitle="别人在问答里看到的你。"
    label="正在读取资料"
    rows={4}
    cells={2}
    hideScale
  />
);
