import type { Within } from '../cells.ts';
import { shownNumber } from './cell-text.ts';
import { MAX_CELL_LENGTH } from './refused.ts';
import { MOST_BYTES, readFormats, readTexts, type Workbook } from './workbook.ts';
import { attribute } from './xml.ts';

/** How much of a sheet is taken. */
export type Room = { rows: number; columns: number };

/** A sheet as it is shown: each cell the text it was. */
export type SheetCells = Within & {
  /** Formulas the file holds no result of. */
  unworked: number;
};

/** Cells filled because they are merged with one above. */
const MOST_FILLED = 600_000;
const MOST_MERGES = 50_000;
/** Longest reference of merged cells, `AAA1000000:AAA1000000` and the signs that fix them. */
const MOST_REFERENCE = 40;

type Read = SheetCells & { numbers: number[]; merges: string[] };

/** Column from 0 of a reference such as `AB12`; -1 when it is none. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (let i = 0; i < Math.min(4, reference.length); i += 1) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
};

/** `_x000D_` is how a workbook writes what XML cannot (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

const clean = (text: string): string =>
  unescaped(text).slice(0, MAX_CELL_LENGTH).replaceAll(/\r\n?/g, '\n').toWellFormed();

const createCells = (book: Workbook, room: Room) => {
  const texts = readTexts(book).map(clean);
  const formats = readFormats(book);
  const out: Read = {
    cells: [],
    width: 0,
    hasMore: false,
    unworked: 0,
    numbers: [],
    merges: [],
  };
  let row: string[] = [];
  let number = 0;
  let [column, kind, look, value] = [-1, '', 0, ''];
  let [isValue, hasFormula] = [false, false];
  const shown = (): string => {
    if (kind === 's') return texts[Number(value)] ?? '';
    if (kind === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (kind === '' || kind === 'n')
      return shownNumber(value, formats[look] ?? 'General', book.is1904);
    return clean(value);
  };
  const endCell = (): void => {
    if (hasFormula && value === '') out.unworked += 1;
    const text = value === '' ? '' : shown();
    if (text === '') return;
    out.width = Math.max(out.width, column + 1);
    if (column >= room.columns) return;
    while (row.length < column) row.push('');
    row[column] = text;
  };
  const endRow = (): void => {
    if (row.every((text) => text.trim() === '')) return;
    if (out.cells.length >= room.rows) out.hasMore = true;
    else {
      out.cells.push(row);
      out.numbers.push(number);
    }
  };
  const open = (name: string, tag: string): void => {
    if (name === 'row') {
      row = [];
      number = Number(attribute(tag, 'r') ?? number + 1);
      column = -1;
    } else if (name === 'c') {
      const reference = attribute(tag, 'r');
      column = reference === undefined ? column + 1 : columnOf(reference);
      kind = attribute(tag, 't') ?? '';
      look = Number(attribute(tag, 's') ?? 0);
      value = '';
      hasFormula = false;
    } else if (name === 'f') hasFormula = true;
    else if (name === 'v' || name === 't') isValue = true;
    else if (name === 'mergeCell' && out.merges.length < MOST_MERGES)
      out.merges.push((attribute(tag, 'ref') ?? '').slice(0, MOST_REFERENCE));
  };
  const text = (piece: string): void => {
    if (isValue) value += piece.slice(0, MAX_CELL_LENGTH - value.length);
  };
  const close = (name: string): void => {
    if (name === 'v' || name === 't') isValue = false;
    else if (name === 'c' && column >= 0) endCell();
    else if (name === 'row') endRow();
  };
  return { out, handler: { open, text, close } };
};

/** Cells merged downwards all show what the topmost holds: each row is a label of its own. */
const fillMerged = ({ cells, numbers, merges }: Read): void => {
  const places = new Map(numbers.map((number, at) => [number, at]));
  let filled = 0;
  for (const reference of merges) {
    const [from = '', to = ''] = reference.split(':');
    const column = columnOf(from);
    const [first, last] = [from, to].map((end) => Number(/(?<!\d)\d+$/.exec(end)?.[0] ?? 0));
    const top = places.get(first ?? 0);
    const text = top === undefined ? '' : (cells[top]?.[column] ?? '');
    if (text === '' || top === undefined) continue;
    for (let at = top + 1; at < cells.length && (numbers[at] ?? 0) <= (last ?? 0); at += 1) {
      filled += 1;
      if (filled > MOST_FILLED) return;
      const row = cells[at] ?? [];
      while (row.length <= column) row.push('');
      if (row[column] === '') row[column] = text;
    }
  }
};

/** One sheet of a workbook, as far as there is room; rows with nothing in them are left out. */
export const readSheet = (book: Workbook, path: string, room: Room): SheetCells => {
  const { out, handler } = createCells(book, room);
  // What is merged is told after all rows: without room for them it is not waited for.
  book.read(path, MOST_BYTES.sheet, handler, () => !out.hasMore);
  fillMerged(out);
  const { cells, width, hasMore, unworked } = out;
  return { cells, width, hasMore, unworked };
};
