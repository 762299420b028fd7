import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData } from '@yunbiao/label';
import { rowKey, type Taken } from '../../kit/data/hand-over.ts';

/** `taken` has the rows that were sent and left the table, those that left it first in front. */
type Table = { rows: readonly LabelData[]; taken: readonly Taken[] };

type Sent = {
  taken: readonly Taken[];
  /** Rows that were sent and are in the table again, as they were picked in the designer. */
  again: readonly LabelData[];
};

/** The table with the rows in it that left it, each in its place. */
export const putBack = ({ rows, taken }: Table): LabelData[] => {
  const whole: LabelData[] = [];
  let next = 0;
  for (const { at, row } of taken.toSorted((a, b) => a.at - b.at)) {
    const before = rows.slice(next, next + Math.max(0, at - whole.length));
    whole.push(...before, row);
    next += before.length;
  }
  return [...whole, ...rows.slice(next)];
};

/**
 * The table once these rows were sent: they leave it, so that the others are mended and printed without bringing anything
 * out twice. No more of them come back than a batch has room for beside the others.
 */
export const takeOut = (table: Table, sent: ReadonlySet<LabelData>) => {
  const whole = putBack(table);
  const gone = [...table.taken.map(({ row }) => row), ...table.rows.filter((row) => sent.has(row))];
  const over = Math.max(0, whole.length - MAX_ROWS);
  const forgotten = new Set(gone.slice(0, over));
  const kept = whole.filter((row) => !forgotten.has(row));
  const places = new Map(kept.map((row, at) => [row, at]));
  const left = new Set(gone);
  return {
    rows: kept.filter((row) => !left.has(row)),
    taken: gone.slice(over).map((row) => ({ at: places.get(row) ?? 0, row })),
  };
};

/** What the page remembers of its rows once these were sent. */
export const sentOff = (table: Table & Sent, sent: ReadonlySet<LabelData>) => {
  const keys = new Set([...sent].map(rowKey));
  return {
    ...takeOut(table, sent),
    again: table.again.filter((row) => !keys.has(rowKey(row))),
  };
};

/** How many of these rows say what one says that was sent before. */
export const sentBefore = (rows: readonly LabelData[], { taken, again }: Sent): number => {
  const sent = new Set([...taken.map(({ row }) => row), ...again].map(rowKey));
  return rows.filter((row) => sent.has(rowKey(row))).length;
};

/** The table with other rows that are still to be sent. */
export const withRows = (table: { rows: LabelData[]; taken: Taken[] }) =>
  table.rows.length + table.taken.length > MAX_ROWS ? takeOut(table, new Set()) : table;
