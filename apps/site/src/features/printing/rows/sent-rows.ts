import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData } from '@yunbiao/label';
import { computeRowKey, type SentRow } from '../../../kit/data/row-transfer.ts';

/** `taken`: rows that were sent and removed from the table, in the order they were removed. */
type Table = { rows: readonly LabelData[]; taken: readonly SentRow[] };

type Sent = {
  taken: readonly SentRow[];
  /** Sent rows that were put back into the table, as selected in the designer. */
  again: readonly LabelData[];
};

/** The table with all sent rows restored to their places. */
export const restoreSubmittedRows = ({ rows, taken }: Table): LabelData[] => {
  const restoredRows: LabelData[] = [];
  let next = 0;
  for (const { at, row } of taken.toSorted((a, b) => a.at - b.at)) {
    const before = rows.slice(next, next + Math.max(0, at - restoredRows.length));
    restoredRows.push(...before, row);
    next += before.length;
  }
  return [...restoredRows, ...rows.slice(next)];
};

/**
 * Removes sent rows from the table, so that the remaining ones can be corrected and printed without
 * duplicates. Keeps at most MAX_ROWS rows in total; drops the rows sent first.
 */
export const removeSubmittedRows = (table: Table, sentRows: ReadonlySet<LabelData>) => {
  const allRows = restoreSubmittedRows(table);
  const removedRows = [
    ...table.taken.map(({ row }) => row),
    ...table.rows.filter((row) => sentRows.has(row)),
  ];
  const over = Math.max(0, allRows.length - MAX_ROWS);
  const droppedRows = new Set(removedRows.slice(0, over));
  const keptRows = allRows.filter((row) => !droppedRows.has(row));
  const places = new Map(keptRows.map((row, at) => [row, at]));
  const goneRows = new Set(removedRows);
  return {
    rows: keptRows.filter((row) => !goneRows.has(row)),
    taken: removedRows.slice(over).map((row) => ({ at: places.get(row) ?? 0, row })),
  };
};

/** Updates the table and the sent rows after a send. */
export const moveRowsToSent = (table: Table & Sent, sentRows: ReadonlySet<LabelData>) => {
  const keys = new Set([...sentRows].map(computeRowKey));
  return {
    ...removeSubmittedRows(table, sentRows),
    again: table.again.filter((row) => !keys.has(computeRowKey(row))),
  };
};

/** Counts rows with the same content as a row sent before. */
export const countResubmittedRows = (
  rows: readonly LabelData[],
  { taken, again }: Sent,
): number => {
  const sentKeys = new Set([...taken.map(({ row }) => row), ...again].map(computeRowKey));
  return rows.filter((row) => sentKeys.has(computeRowKey(row))).length;
};

/** Drops sent rows when the table exceeds MAX_ROWS together with them. */
export const dropSentRowsAboveLimit = (table: { rows: LabelData[]; taken: SentRow[] }) =>
  table.rows.length + table.taken.length > MAX_ROWS ? removeSubmittedRows(table, new Set()) : table;
