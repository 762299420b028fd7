import { packCells, unpackCells } from './pack-cells.ts';
import type { TableShape } from './table-shape.ts';
import { parseSheetRowNumbers, type SheetRowNumbers } from './sheet-rows.ts';

/** Spreadsheet data of a template, and the mapping of its columns to fields. */
export type SheetData = {
  /** Name of the file or other source. */
  name: string;
  sheets: readonly string[];
  sheet: number;
  cells: readonly (readonly string[])[];
  /** Number of each row of `cells` in its sheet; empty when they come from none. */
  rowNumbers: SheetRowNumbers;
  /** Which of the cells name the columns, and which are no data. */
  shape: TableShape;
  /** The shape that was guessed when the rows were opened. */
  guessed: TableShape;
  /** Field name for each column, or null. */
  columns: readonly (string | null)[];
  /** Index of the displayed row, from 0. */
  current: number;
  /** Indexes of the selected rows, from 0. Empty means all rows. */
  picked: readonly number[];
  /** Cells of rows that 立即打印 has already sent. */
  sent: readonly (readonly string[])[];
  /** True when samples are displayed instead of the rows. */
  isSample: boolean;
};

/** Shape of a table without a header: all rows are data. */
const NO_SHAPE: TableShape = { headerRows: [], excludedRows: [] };

export const NO_DATA: SheetData = {
  name: '',
  sheets: [],
  sheet: 0,
  cells: [],
  rowNumbers: [],
  shape: NO_SHAPE,
  guessed: NO_SHAPE,
  columns: [],
  current: 0,
  picked: [],
  sent: [],
  isSample: false,
};

/**
 * Maximum number of characters of rows that survive a reload. Browsers limit a site to about five
 * million.
 */
export const MAX_STORED_CHARACTERS = 2_000_000;

export const getDataDraftName = (alias: string, id: string): string => `design-data:${alias}:${id}`;

/** Converts to the stored format. Returns null when there are no rows or too many. */
export const packSheetData = ({ cells, sent, ...rest }: SheetData): object | null => {
  if (cells.length === 0) return null;
  const packedCells = packCells(cells);
  const packedSent = packCells(sent);
  return packedCells.length + packedSent.length > MAX_STORED_CHARACTERS
    ? null
    : { ...rest, packed: packedCells, packedSent };
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toTextOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const toCountOrZero = (value: unknown): number =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0;
const toListOrEmpty = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Drafts from before the shape was stored say only whether the first row has the names. */
const parseShape = (shape: unknown, hasHeader: unknown): TableShape => {
  if (!isRecord(shape)) return { ...NO_SHAPE, headerRows: hasHeader === true ? [0] : [] };
  const parseRows = (rows: unknown): number[] => toListOrEmpty(rows).map(toCountOrZero);
  return {
    headerRows: parseRows(shape.headerRows),
    excludedRows: parseRows(shape.excludedRows),
  };
};

/** Parses stored spreadsheet data; null when the value is invalid. */
export const parseStoredSheetData = (value: unknown): SheetData | null => {
  if (!isRecord(value) || typeof value.packed !== 'string') return null;
  const cells = unpackCells(value.packed);
  return {
    name: toTextOrEmpty(value.name),
    sheets: toListOrEmpty(value.sheets).map(toTextOrEmpty),
    sheet: toCountOrZero(value.sheet),
    cells,
    rowNumbers: parseSheetRowNumbers(value.rowNumbers),
    shape: parseShape(value.shape, value.hasHeader),
    guessed: parseShape(value.guessed, value.hasHeader),
    columns: toListOrEmpty(value.columns).map((name) => (typeof name === 'string' ? name : null)),
    current: Math.min(toCountOrZero(value.current), Math.max(0, cells.length - 1)),
    picked: toListOrEmpty(value.picked).map(toCountOrZero),
    sent: unpackCells(toTextOrEmpty(value.packedSent)),
    isSample: value.isSample === true,
  };
};
