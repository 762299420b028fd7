import type { ReactNode } from 'react';
import { formatCount } from '@yunbiao/ui/format.ts';
import css from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** What can be done with the chosen rows: at the edge of the screen, however long the list is. */
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
    {/* Where the list has no head there is no box for all of them. */}
    {!selection.all && (
      <button type="button" className="bare only" onClick={selection.toggleAll}>
        全选
      </button>
    )}
    <button type="button" className="bare" onClick={selection.clear}>
      不选了
    </button>
  </div>
);
