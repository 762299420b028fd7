import type { Within } from '../cells.ts';
import { formatNumber, formatText } from './cell-text.ts';
import type { BookCell, BookRange, BookSheet } from './library.ts';
import { writeOut } from './number-text.ts';
import { MAX_CELL_LENGTH } from './refused.ts';
import type { OpenSheet } from './opened.ts';
import type { Room } from './room.ts';

/** A sheet as it is shown: each cell the text it was. */
export type SheetCells = Within & {
  /** Formulas the file holds no result of. */
  unworked: number;
  /** Cells whose contents are not in the file, or no value. */
  lost: number;
};

/** Cells filled because they are merged with one above. */
const MAX_FILLED = 600_000;
const MAX_MERGES = 50_000;

/** Errors by the numbers that workbooks give them ([MS-XLS] 2.5.10). */
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

const cleanText = (text: string): string =>
  text.slice(0, MAX_CELL_LENGTH).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed();

/** What a document shows that stands for a power of ten, a fraction, or for want of room. */
const IS_SHORTENED = /\dE[+-]?\d|\d\/\d|^#+$/;

type Look = Pick<OpenSheet, 'is1904' | 'hasShown'>;

const showNumber = (value: number, { w, z }: BookCell, { is1904, hasShown }: Look): string => {
  if (!hasShown) return formatNumber(value, z ?? 'General', is1904);
  if (w === undefined) return writeOut(value);
  const isDate = /[ymdhs]/i.test(z ?? '');
  // Without a format the text is the number, of which it may have the beginning only.
  const isCut = z === undefined && /^-?[\d.]+$/.test(w.trim()) && Number(w) !== value;
  return isCut || (!isDate && IS_SHORTENED.test(w)) ? writeOut(value) : w.trim();
};

/** The text of a cell as the sheet shows it; null when it is lost. */
const showCell = (cell: BookCell, look: Look): string | null => {
  const { t, v } = cell;
  if (t === 'z' || v === undefined || v === null) return t === 'e' ? (cell.w ?? '#VALUE!') : '';
  if (t === 'b') return v === true ? 'TRUE' : 'FALSE';
  if (t === 'e') return ERRORS[Number(v)] ?? '#VALUE!';
  if (t === 'n')
    return typeof v === 'number' && Number.isFinite(v) ? showNumber(v, cell, look) : null;
  return cleanText(formatText(String(v), cell.z ?? 'General'));
};

type Row = { number: number; cells: string[] };

/** Rows that have anything in them, as far as there is room. */
const showRows = (sheet: BookSheet, look: Look, room: Room) => {
  const data = sheet['!data'] ?? [];
  const rows: Row[] = [];
  let [width, lost, hasMore] = [0, 0, false];
  // By the keys, for a sheet may have one cell in its last row and nothing above.
  for (const key of Object.keys(data)) {
    const number = Number(key);
    const cells: string[] = [];
    for (const [place, cell] of Object.entries(data[number] ?? [])) {
      const text = cell ? showCell(cell, look) : '';
      if (text === null) lost += 1;
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
  return { rows, width, lost, hasMore };
};

/** Cells merged downwards all show what the topmost holds: each row is a label of its own. */
const fillMerged = (rows: readonly Row[], merges: readonly BookRange[]): void => {
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

/** A sheet as far as there is room; rows with nothing in them are left out. */
export const showSheet = (open: OpenSheet, room: Room): SheetCells => {
  const { rows, width, lost, hasMore } = showRows(open.sheet, open, room);
  fillMerged(rows, open.sheet['!merges'] ?? []);
  return {
    cells: rows.map(({ cells }) => cells),
    width,
    hasMore,
    unworked: open.unworked,
    lost: open.lost + lost,
  };
};
