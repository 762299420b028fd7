import { SkeletonRows } from '@yunbiao/ui/table-skeleton.tsx';
import css from './print.module.css';

/** 立即打印 before its data: the same places, empty. */
export const PrintSkeleton = () => (
  <div aria-busy="true" aria-label="正在读取">
    <div className="page-head">
      <div>
        <h1>立即打印</h1>
        <p>选模板，填几个字或者贴几行，发到打印机。</p>
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
