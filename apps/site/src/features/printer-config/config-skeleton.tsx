import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';

/** Skeleton of the configuration page. */
export const ConfigSkeleton = () => (
  <TableSkeleton
    title="打印机配置"
    subtitle="一个配置是一台打印机加一种标签纸：尺寸、校准和出纸。"
    label="正在读取配置"
    rows={4}
  />
);
