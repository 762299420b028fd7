import type { Designer } from '../designer.ts';
import { type Axis, moveLine } from '../model/table.ts';
import { findChosen } from '../model/doc.ts';
import { snapEdge } from '../model/snap.ts';
import { clear, type Gesture, snapTo } from './gesture.ts';

/** Drags a line of the chosen table, from dot to dot; what lies on its sides becomes larger and smaller. */
export const startLine = (designer: Designer, axis: Axis, index: number): Gesture => ({
  move: (at, held) => {
    const [table] = findChosen(designer.doc());
    if (table?.type !== 'table') return;
    const isColumns = axis === 'columns';
    const across = isColumns
      ? { low: table.yMm, high: table.yMm + table.heightMm }
      : { low: table.xMm, high: table.xMm + table.widthMm };
    const where = isColumns ? at.x : at.y;
    const found = snapEdge(
      where,
      isColumns ? 'x' : 'y',
      across,
      snapTo(designer, [table.id], held),
    );
    designer.live.set({
      kind: 'line',
      id: table.id,
      axis,
      index,
      at: where + found.delta,
      lines: found.lines,
    });
  },
  end: () => {
    const live = designer.live.get();
    clear(designer);
    const [table] = findChosen(designer.doc());
    if (live?.kind !== 'line' || table?.type !== 'table') return;
    const from = axis === 'columns' ? table.xMm : table.yMm;
    designer.act(
      axis === 'columns' ? '改列宽' : '改行高',
      moveLine(live.id, axis, index, live.at - from),
    );
  },
  cancel: () => clear(designer),
});
