import { PageSkeleton, SkeletonRows } from '@yunbiao/ui/table/table-skeleton.tsx';
import css from './print.module.css';

/** Placeholder of 立即打印 while its data is loading. */
export const PrintSkeleton = () => (
  <PageSkeleton title="立即打印" subtitle="选模板，填几个字、贴几行或者打开 Excel，发到打印机。">
    <div className={`two-columns ${css.work}`} role="status" aria-label="正在读取">
      <div className="bone-table">
        <SkeletonRows rows={5} cells={4} />
      </div>
      <div className="plate" style={{ height: 300 }} />
    </div>
  </PageSkeleton>
);
