import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { LabelData, TemplateField } from '@yunbiao/label';
import {
  parseSheetRowNumbers,
  type SheetRowNumbers,
  copyRowWithoutSheetRowNumber,
} from '../../../kit/data/sheet-rows.ts';
import { isRecord } from '../../../kit/data/stored-data.ts';

/** An open file: its visible sheets, the index of the open one, and what was not read of it. */
export type OpenedFile = {
  name: string;
  sheets: readonly string[];
  sheet: number;
  /** In words; '' when everything was read. */
  omitted: string;
  /** The sheet has more rows than were read. */
  hasMore: boolean;
  /** Number of each row in the sheet; empty in drafts from before they were stored. */
  rowNumbers: SheetRowNumbers;
};

/**
 * Rows whose columns are not mapped yet, and the table row they go to, 0-based. `file`: they are a
 * sheet of a file and replace the table; `text` holds its cells packed.
 */
export type PendingPaste = { text: string; at: number; file?: OpenedFile };

const parseOpenedFile = (value: unknown): OpenedFile | undefined =>
  isRecord(value) && typeof value.name === 'string' && Array.isArray(value.sheets)
    ? {
        name: value.name,
        sheets: value.sheets.map(String),
        sheet: Number(value.sheet) || 0,
        omitted: typeof value.omitted === 'string' ? value.omitted : '',
        hasMore: value.hasMore === true,
        rowNumbers: parseSheetRowNumbers(value.rowNumbers),
      }
    : undefined;

/** Parses stored rows; null when they are missing or invalid. */
export const parsePendingPaste = (value: unknown): PendingPaste | null => {
  if (!isRecord(value) || typeof value.text !== 'string' || value.text === '') return null;
  const file = parseOpenedFile(value.file);
  const at = Number.isInteger(value.at) ? Math.max(0, Number(value.at)) : 0;
  return { text: value.text, at, ...(file && { file }) };
};

/**
 * The rows that `placedCount` rows go onto from row `at`: with empty rows until there are `at`. A
 * new list is none of the sheet's rows.
 */
const listRowsUnderPaste = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: number,
  placedCount: number,
): LabelData[] => [
  ...(isPasteReplacingAllRows(rows, at, placedCount)
    ? rows.map(copyRowWithoutSheetRowNumber)
    : rows),
  ...Array.from({ length: Math.max(0, at - rows.length) }, () => createEmptyRow(fields)),
];

/**
 * Returns true when the placed rows count as a new list: they start at the first row and outnumber
 * the rows of the table. Otherwise they correct the existing rows.
 */
export const isPasteReplacingAllRows = (
  rows: readonly LabelData[],
  at: number,
  placedCount: number,
): boolean => at === 0 && (rows.length === 0 || placedCount > rows.length);

/**
 * Merges rows into the table from row `at`. Fields that the placed rows lack keep their values.
 * Adds rows as needed.
 */
export const mergePastedRows = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: number,
  placedRows: readonly LabelData[],
): LabelData[] => {
  const out = listRowsUnderPaste(rows, fields, at, placedRows.length);
  placedRows.slice(0, MAX_ROWS - at).forEach((data, down) => {
    out[at + down] = { ...(out[at + down] ?? createEmptyRow(fields)), ...data };
  });
  return out;
};

/** Returns true when a block pasted at this cell fits into the grid without losing a cell. */
export const canFitBlock = (
  cells: readonly string[][],
  fields: readonly TemplateField[],
  at: { row: number; column: number },
): boolean =>
  at.row + cells.length <= MAX_ROWS &&
  cells.every((row) => at.column + row.length <= fields.length);

/** Pastes a block at a cell of the grid, as a spreadsheet does. Adds rows as needed. */
export const pasteBlock = (
  rows: readonly LabelData[],
  fields: readonly TemplateField[],
  at: { row: number; column: number },
  cells: readonly string[][],
): LabelData[] => {
  const out = listRowsUnderPaste(rows, fields, at.row, cells.length);
  cells.forEach((line, down) => {
    const index = at.row + down;
    if (index >= MAX_ROWS) return;
    const data: LabelData = { ...(out[index] ?? createEmptyRow(fields)) };
    line.forEach((value, across) => {
      const field = fields[at.column + across];
      if (field) data[field.name] = value;
    });
    out[index] = data;
  });
  return out;
};

export const createEmptyRow = (fields: readonly TemplateField[]): LabelData =>
  Object.fromEntries(fields.map((field) => [field.name, '']));

export const isEmptyRow = (row: LabelData, fields: readonly TemplateField[]): boolean =>
  fields.every((field) => (row[field.name] ?? '') === '');
