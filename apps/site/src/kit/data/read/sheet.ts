import type { LimitedCells } from '../cells.ts';
import { formatCellNumber, formatCellText } from './cell-text.ts';
import type { BookCell, BookRange, BookSheet } from './library.ts';
import { formatPlainNumber } from './number-text.ts';
import { MAX_CELL_LENGTH } from './file-error.ts';
import type { OpenedSheet } from './open-sheet.ts';
import type { SheetLimits } from './sheet-limits.ts';

/** A sheet as displayed: each cell is the text that the spreadsheet program shows. */
export type SheetCells = LimitedCells & {
  /** Number of formulas without a stored result. */
  unworked: number;
  /** Number of cells whose content is missing in the file or is not a value. */
  lost: number;
};

/** Maximum number of cells that are filled from a merged cell above. */
const MAX_FILLED = 600_000;
const MAX_MERGES = 50_000;

/** Error codes of workbooks ([MS-XLS] 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

const cleanCellText = (text: string): string =>
  text.slice(0, MAX_CELL_LENGTH).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();

/** Displayed text that is not the full number: exponent, fraction, or # for a narrow column. */
const IS_SHORTENED = /\dE[+-]?\d|\d\/\d|^#+$/;

type DisplayOptions = Pick<OpenedSheet, 'is1904' | 'hasDisplayedText'>;

const formatShownNumber = (
  value: number,
  { w, z }: BookCell,
  { is1904, hasDisplayedText }: DisplayOptions,
): string => {
  if (!hasDisplayedText) return formatCellNumber(value, z ?? 'General', is1904);
  if (w === undefined) return formatPlainNumber(value);
  const isDate = /[ymdhs]/i.test(z ?? '');
  // Without a format the stored text is the number itself, possibly truncated.
  const isCut = z === undefined && /^-?[\d.]+$/.test(w.trim()) && Number(w) !== value;
  return isCut || (!isDate && IS_SHORTENED.test(w)) ? formatPlainNumber(value) : w.trim();
};

/** Returns the displayed text of a cell, or null when it is missing in the file. */
const formatShownCell = (cell: BookCell, options: DisplayOptions): string | null => {
  const { t, v } = cell;
  if (t === 'z' || v === undefined || v === null) return t === 'e' ? (cell.w ?? '#VALUE!') : '';
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE';
  if (t === 'e') return ERRORS[Number(v)] ?? '#VALUE!';
  if (t === 'n')
    return typeof v === 'number' && Number.isFinite(v) ? formatShownNumber(v, cell, options) : null;
  return cleanCellText(formatCellText(String(v), cell.z ?? 'General'));
};

type Row = { number: number; cells: string[] };

/** Lists rows with content, up to the row limit. */
const listShownRows = (sheet: BookSheet, options: DisplayOptions, room: SheetLimits) => {
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  let [width, lostRows, hasMore] = [0, 0, false];
  // Iterate over the keys: a sheet can have one cell in its last row and none above.
  for (const key of Object.keys(data)) {
    const number = Number(key);
    const cells: string[] = [];
    for (const [place, cell] of Object.entries(data[number] ?? [])) {
      const text = cell ? formatShownCell(cell, options) : '';
      if (text === null) lostRows += 1;
      if (!text) continue;
      const column = Number(place);
      width = Math.max(width, column + 1);
      if (column >= room.columns) continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    if (cells.every((text) => text.trim() === '')) continue;
    hasMore = rows.length >= room.rows;
    if (hasMore) break;
    rows.push({ number, cells });
  }
  return { rows, width, lost: lostRows, hasMore };
};

/** Fills vertically merged cells with the value of the top cell, because each row is a label. */
const fillMergedCells = (rows: readonly Row[], merges: readonly BookRange[]): void => {
  const places = new Map(rows.map(({ number }, at) => [number, at]));
  let filled = 0;
  for (const { s: from, e: to } of merges.slice(0, MAX_MERGES)) {
    const top = places.get(from.r);
    const text = top === undefined ? '' : (rows[top]?.cells[from.c] ?? '');
    if (text === '' || top === undefined) continue;
    for (const { number, cells } of rows.slice(top + 1)) {
      if (number > to.r) break;
      filled += 1;
      if (filled > MAX_FILLED) return;
      while (cells.length <= from.c) cells.push('');
      if (cells[from.c] === '') cells[from.c] = text;
    }
  }
};

/** Converts a sheet to text cells, up to the limits. Skips empty rows. */
export const convertSheetToCells = (open: OpenedSheet, room: SheetLimits): SheetCells => {
  const { rows, width, lost, hasMore } = listShownRows(open.sheet, open, room);
  fillMergedCells(rows, open.sheet['!merges'] ?? []);
  return {
    cells: rows.map(({ cells }) => cells),
    rowNumbers: rows.map(({ number }) => open.toSheetRow(number)),
    width,
    hasMore,
    unworked: open.uncomputedCount,
    lost: open.missingTextCount + lost,
  };
};
