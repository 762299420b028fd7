import { TableSkeleton } from '@yunbiao/ui/table-skeleton.tsx';

/** The profile before its data is there. */
export const ProfileSkeleton = () => (
  <TableSkeleton
    title="个人资料"
    say="别人在问答里看到的你。"
    label="正在读取资料"
    rows={4}
    cells={2}
    quiet
  />
);
