import type { Designer } from '../designer.ts';
import { type Axis, moveTableLine } from '@yunbiao/designer/table';
import { listSelectedElements } from '@yunbiao/designer/doc';
import { snapEdge } from '@yunbiao/designer/snap';
import { clearLive, type Gesture, buildSnapTargets } from './gesture.ts';

/**
 * Moves a line of the selected table in steps of one dot. Resizes only the rows or columns on both
 * sides of it.
 */
export const startTableLineDrag = (designer: Designer, axis: Axis, index: number): Gesture => ({
  move: (at, keys) => {
    const [table] = listSelectedElements(designer.getDoc());
    if (table?.type !== 'table') return;
    const isColumns = axis === 'columns';
    const across = isColumns
      ? { low: table.yMm, high: table.yMm + table.heightMm }
      : { low: table.xMm, high: table.xMm + table.widthMm };
    const positionMm = isColumns ? at.x : at.y;
    const snapResult = snapEdge(
      positionMm,
      isColumns ? 'x' : 'y',
      across,
      buildSnapTargets(designer, [table.id], keys),
    );
    designer.live.set({
      kind: 'line',
      id: table.id,
      axis,
      index,
      at: positionMm + snapResult.delta,
      lines: snapResult.lines,
    });
  },
  finish: () => {
    const live = designer.live.get();
    clearLive(designer);
    const [table] = listSelectedElements(designer.getDoc());
    if (live?.kind !== 'line' || table?.type !== 'table') return;
    const from = axis === 'columns' ? table.xMm : table.yMm;
    designer.execute(
      axis === 'columns' ? '修改列宽' : '修改行高',
      moveTableLine(live.id, axis, index, live.at - from),
    );
  },
  cancel: () => clearLive(designer),
});
