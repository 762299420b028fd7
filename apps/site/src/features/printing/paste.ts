import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, TemplateField } from '@yunbiao/label';
import { isRecord } from '../../kit/data/stored-data.ts';

/** A paste that waits until its columns are mapped, and the row of the table it goes to, from 0. */
export type Waiting = { text: string; at: number };

/** One as it was stored; null where there is none. */
export const toWaiting = (value: unknown): Waiting | null =>
  isRecord(value) && typeof value.text === 'string' && value.text !== ''
    ? { text: value.text, at: Number.isInteger(value.at) ? Math.max(0, Number(value.at)) : 0 }
    : null;

/** Room for a row to be put at a place: no place before it is without one. */
const grown = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: number,
): LabelData[] => [
  ...rows,
  ...Array.from({ length: Math.max(0, at - rows.length) }, () => emptyRow(fields)),
];

/** Whether so many rows put there are another list; as many as there are already mend those. */
export const replacesAll = (rows: readonly LabelData[], at: number, placed: number): boolean =>
  at === 0 && (rows.length === 0 || placed > rows.length);

/** Rows put over others from one row on; fields they do not have stay as they are. Rows grow as needed. */
export const placeRows = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: number,
  placed: readonly LabelData[],
): LabelData[] => {
  const out = grown(rows, fields, at);
  placed.slice(0, MAX_ROWS - at).forEach((data, down) => {
    out[at + down] = { ...(out[at + down] ?? emptyRow(fields)), ...data };
  });
  return out;
};

/** Whether a block fits into the grid from one cell on, as a spreadsheet would put it there: nothing of it is lost. */
export const fitsAt = (
  cells: readonly string[][],
  fields: readonly TemplateField[],
  at: { row: number; column: number },
): boolean =>
  at.row + cells.length <= MAX_ROWS &&
  cells.every((row) => at.column + row.length <= fields.length);

/** Pastes a block into the grid from one cell on, as a spreadsheet does; rows grow as needed. */
export const pasteBlock = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: { row: number; column: number },
  cells: readonly string[][],
): LabelData[] => {
  const out = grown(rows, fields, at.row);
  cells.forEach((line, down) => {
    const index = at.row + down;
    if (index >= MAX_ROWS) return;
    const data: LabelData = { ...(out[index] ?? emptyRow(fields)) };
    line.forEach((value, across) => {
      const field = fields[at.column + across];
      if (field) data[field.name] = value;
    });
    out[index] = data;
  });
  return out;
};

export const emptyRow = (fields: readonly TemplateField[]): LabelData =>
  Object.fromEntries(fields.map((field) => [field.name, '']));

export const isEmptyRow = (row: LabelData, fields: readonly TemplateField[]): boolean =>
  fields.every((field) => (row[field.name] ?? '') === '');
