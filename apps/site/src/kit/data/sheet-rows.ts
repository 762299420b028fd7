import { SHEET_ROW } from '@yunbiao/contract/limits/print';
import type { LabelData } from '@yunbiao/label';

/**
 * The row of the spreadsheet that a row of labels comes from. A symbol is no field of a template,
 * and copies of an edited row (`{ ...row }`) have it too. JSON leaves it out: {@link toStoredRow}.
 */
const SHEET_ROW_KEY = Symbol('sheetRow');

type NumberedRow = { [SHEET_ROW_KEY]?: number };

/** Row numbers of a sheet, from 1; null for a row that is in no sheet. */
export type SheetRowNumbers = readonly (number | null)[];

/**
 * Number of a row of cells, by its index from 0; null for a row that its sheet lacks. Without any
 * numbers the rows are counted.
 */
export const getNumberOfRow = (rowNumbers: SheetRowNumbers, at: number): number | null =>
  rowNumbers[at] ?? (rowNumbers.some((rowNumber) => rowNumber !== null) ? null : at + 1);

export const getSheetRowNumber = (row: LabelData): number | null =>
  (row as NumberedRow)[SHEET_ROW_KEY] ?? null;

/** Parses a row number of a sheet; null when the value is none. */
const parseSheetRowNumber = (value: unknown): number | null =>
  Number.isInteger(value) && Number(value) >= SHEET_ROW.min && Number(value) <= SHEET_ROW.max
    ? Number(value)
    : null;

/** `value`: the number of a stored row or of a file; anything that is no row number is ignored. */
export const copyRowWithSheetRowNumber = (row: LabelData, value: unknown): LabelData => {
  const sheetRow = parseSheetRowNumber(value);
  if (sheetRow === null || sheetRow === getSheetRowNumber(row)) return row;
  const numberedRow: LabelData & NumberedRow = { ...row, [SHEET_ROW_KEY]: sheetRow };
  return numberedRow;
};

export const copyRowWithoutSheetRowNumber = (row: LabelData): LabelData =>
  getSheetRowNumber(row) === null ? row : Object.fromEntries(Object.entries(row));

export const parseSheetRowNumbers = (value: unknown): (number | null)[] =>
  Array.isArray(value) ? value.map(parseSheetRowNumber) : [];

/** Numbers of the rows for the call `print`; undefined when none of them comes from a sheet. */
export const listSheetRowNumbers = (rows: readonly LabelData[]): (number | null)[] | undefined => {
  const sheetRows = rows.map(getSheetRowNumber);
  return sheetRows.some((sheetRow) => sheetRow !== null) ? sheetRows : undefined;
};

/** Converts a row to what JSON can hold: the row, with its number behind it when it has one. */
export const toStoredRow = (row: LabelData): LabelData | [LabelData, number] => {
  const sheetRow = getSheetRowNumber(row);
  return sheetRow === null ? row : [row, sheetRow];
};

/** Names of rows in messages and in the table. Indexes are from 0. */
export type RowNames = {
  /** 表格第 17 行; 第 3 行 in a table of no sheet; 新加的第 1 行 for a row that its sheet lacks. */
  nameRow: (at: number) => string;
  /** 表格第 17、18 行 */
  nameRows: (rows: readonly number[]) => string;
  /** What stands beside the row: 17, or 新 1. */
  getRowMark: (at: number) => string;
};

export const createRowNamesForMessages = (rows: readonly LabelData[]): RowNames => {
  const sheetRows = listSheetRowNumbers(rows);
  const addedRows = new Map<number, number>();
  sheetRows?.forEach((sheetRow, at) => {
    if (sheetRow === null) addedRows.set(at, addedRows.size + 1);
  });
  const listRowNumbers = (places: readonly number[]): string =>
    places.map((at) => sheetRows?.[at] ?? addedRows.get(at) ?? at + 1).join('、');
  const nameRows = (places: readonly number[]): string => {
    if (!sheetRows) return `第 ${listRowNumbers(places)} 行`;
    const [addedPlaces, inSheet] = [true, false].map((isAdded) =>
      places.filter((at) => addedRows.has(at) === isAdded),
    );
    return [
      ...(inSheet?.length ? [`表格第 ${listRowNumbers(inSheet)} 行`] : []),
      ...(addedPlaces?.length ? [`新加的第 ${listRowNumbers(addedPlaces)} 行`] : []),
    ].join('、');
  };
  return {
    nameRow: (at) => nameRows([at]),
    nameRows,
    getRowMark: (at) => `${addedRows.has(at) ? '新 ' : ''}${listRowNumbers([at])}`,
  };
};
