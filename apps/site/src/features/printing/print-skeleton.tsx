import { SkeletonRows } from '@yunbiao/ui/table/table-skeleton.tsx';
import css from './print.module.css';

/** Placeholder of 立即打印 while its data is loading. */
export const PrintSkeleton = () => (
  <div aria-busy="true" aria-label="正在读取">
    <div className="page-head">
      <div>
        <h1>立即打印</h1>
        <p>选模板，填几个字、贴几行或者打开 Excel，发到打印机。</p>
      </div>
    </div>
    <div className="bone-scale" />
    <div className={`two-columns ${css.work}`}>
      <div className="bone-table">
        <SkeletonRows rows={5} cells={4} />
      </div>
      <div className="plate" style={{ height: 300 }} />
    </div>
  </div>
);
