import type { LabelData } from '@yunbiao/label';

/** A row that was sent and left the table, and where it stood there, from 0. */
export type Taken = { at: number; row: LabelData };

type Table = { rows: readonly LabelData[]; taken: readonly Taken[] };

/** The table with the rows in it that left it, each in its place; `taken` is in the order of places. */
export const putBack = ({ rows, taken }: Table): LabelData[] => {
  const whole: LabelData[] = [];
  let next = 0;
  for (const { at, row } of taken) {
    const before = rows.slice(next, next + Math.max(0, at - whole.length));
    whole.push(...before, row);
    next += before.length;
  }
  return [...whole, ...rows.slice(next)];
};

/**
 * The table once these rows were sent: they leave it, so that the others are mended and printed without bringing anything
 * out twice. What was typed or pasted meanwhile stays: it is no row that was sent.
 */
export const takeOut = (table: Table, sent: ReadonlySet<LabelData>) => {
  const gone = new Set([...table.taken.map(({ row }) => row), ...sent]);
  return {
    rows: table.rows.filter((row) => !gone.has(row)),
    taken: putBack(table).flatMap((row, at) => (gone.has(row) ? [{ at, row }] : [])),
  };
};

/** Where in the whole table the rows are that are still to be sent. */
export const placesLeft = (table: Table): number[] => {
  const gone = new Set(table.taken.map(({ row }) => row));
  return putBack(table).flatMap((row, at) => (gone.has(row) ? [] : [at]));
};
