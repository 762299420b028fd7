import type { ReactNode } from 'react';
import { formatCount } from '@yunbiao/ui/format.ts';
import css from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/**
 * Actions for the selected rows. Sticks to the edge of the screen, so that it is in view in a long
 * list, too.
 */
export const SelectionBar = ({
  selection,
  unit,
  children,
}: {
  selection: Selection;
  /** 张, 批. */
  unit: string;
  children: ReactNode;
}) => (
  <div className={`savebar ${css.bar}`} role="region" aria-label="选中的">
    <span className="no-wrap">
      已选 {formatCount(selection.list.length)} {unit}
    </span>
    {children}
    <span className="push-end" />
    {/* On lists without a head there is no checkbox for all rows. */}
    {!selection.all && (
      <button type="button" className="bare only" onClick={selection.toggleAll}>
        全选
      </button>
    )}
    <button type="button" className="bare" onClick={selection.clear}>
      取消选择
    </button>
  </div>
);
