import { LabelError } from '../../errors.ts';
import { createMatrix, setDark } from '../module-matrix.ts';
import type { ModuleMatrix } from '../module-matrix.ts';
import { checkCodewords } from './check.ts';
import { CODEWORD_MODULES, codewordModules, START, STOP } from './patterns.ts';
import { textCodewords } from './text.ts';

/** Modules of light space on each side (ISO/IEC 15438, 5.8.3). */
export const PDF417_QUIET_ZONE = 2;
/** A row is three modules high, the least the standard allows (5.8.2). */
export const ROW_MODULES = 3;

/** Codewords of data, the length before them included, and columns and rows (5.2.1). */
const MAX_CODEWORDS = 928;
const MAX_COLUMNS = 30;
const ROWS = { least: 3, most: 90 };
/** More digits fit no symbol, nor more bytes. */
const MAX_CHARACTERS = 2710;
const MAX_BYTES = 1108;
/** Fills the last row. */
const PAD = 900;

export type Pdf417Options = {
  /** Codewords of data beside each other, 1 to 30; the shape that fits `aspect` best when left out. */
  columns?: number;
  /** Width of the room by its height. */
  aspect?: number;
  /** Error correction level, 0 to 8; the recommended one when left out. */
  level?: number;
  /** Columns and rows for so many codewords of data and correction, instead of the shape of our choice. */
  shape?: (codewords: number) => Pdf417Shape;
  /** Modules a row is high; `ROW_MODULES` when left out. */
  rowModules?: number;
  /** Compact PDF417: without right indicators, and with a stop pattern of one module (5.12). */
  isCompact?: boolean;
};

export type Pdf417Shape = { columns: number; rows: number };

/**
 * A PDF417 symbol of the text, its rows three modules high and its error correction level the one the standard
 * recommends for this many codewords (annex E), unless asked otherwise. Text that is not ASCII is UTF-8 and says so (ECI 26).
 * Throws LabelError `code-not-encodable` when empty, too long, or too long for these columns.
 */
export function encodePdf417(text: string, options: Pdf417Options = {}): ModuleMatrix {
  if (text === '') throw new LabelError('code-not-encodable', 'PDF417 的内容为空');
  const bytes = new TextEncoder().encode(text.slice(0, MAX_CHARACTERS + 1));
  const isUtf8 = bytes.length > text.length;
  if (text.length > MAX_CHARACTERS || (isUtf8 && bytes.length > MAX_BYTES)) refuseLength();
  const data = textCodewords(bytes, isUtf8);
  const level = options.level ?? levelFor(data.length + 1);
  const check = 2 << level;
  const needed = data.length + 1 + check;
  const { columns, rows } = options.shape?.(needed) ?? getShape(needed, options);
  if (columns * rows < needed || columns * rows > MAX_CODEWORDS) refuseLength();
  const length = columns * rows - check;
  const words = [length, ...data];
  while (words.length < length) words.push(PAD);
  const all = [...words, ...checkCodewords(words, check)];
  return drawn(all, { columns, rows }, level, options);
}

function refuseLength(): never {
  throw new LabelError('code-not-encodable', 'PDF417 的内容太长，放不进一个码');
}

/** Recommended for this many codewords of data; a lower one where only that has room. */
function levelFor(data: number): number {
  if (data > MAX_CODEWORDS - 2) refuseLength();
  let level = data <= 41 ? 2 : data <= 161 ? 3 : data <= 321 ? 4 : 5;
  while (data + (2 << level) > MAX_CODEWORDS) level -= 1;
  return level;
}

/** The shape whose modules can be largest in the room, of those that waste no row. */
function getShape(codewords: number, { columns: wanted, aspect = 3 }: Pdf417Options): Pdf417Shape {
  let best = { columns: 0, rows: 0 };
  let least = Infinity;
  for (let columns = wanted ?? 1; columns <= (wanted ?? MAX_COLUMNS); columns += 1) {
    const rows = Math.max(ROWS.least, Math.ceil(codewords / columns));
    if (rows > ROWS.most || rows * columns > MAX_CODEWORDS) continue;
    const across = getWidth(columns) + 2 * PDF417_QUIET_ZONE;
    const down = rows * ROW_MODULES + 2 * PDF417_QUIET_ZONE;
    const side = Math.max(across, down * aspect);
    if (side < least) [best, least] = [{ columns, rows }, side];
  }
  if (best.columns === 0)
    throw new LabelError(
      'code-not-encodable',
      wanted === undefined
        ? 'PDF417 的内容太长，放不进一个码'
        : `PDF417 用 ${wanted} 列放不下，请增加列数`,
    );
  return best;
}

/** Modules of a row: start, left indicator, data, right indicator, stop. */
function getWidth(columns: number, isCompact = false): number {
  const right = isCompact ? 1 : CODEWORD_MODULES + STOP.count;
  return START.count + CODEWORD_MODULES * (columns + 1) + right;
}

function drawn(
  words: readonly number[],
  { columns, rows }: Pdf417Shape,
  level: number,
  { rowModules = ROW_MODULES, isCompact = false }: Pdf417Options,
): ModuleMatrix {
  const matrix = createMatrix(getWidth(columns, isCompact), rows * rowModules);
  for (let row = 0; row < rows; row += 1) {
    const cluster = row % 3;
    // What each indicator tells of the symbol, besides the row it is of (5.11.3).
    const told = [Math.floor((rows - 1) / 3), level * 3 + ((rows - 1) % 3), columns - 1];
    const indicator = (place: number): number => Math.floor(row / 3) * 30 + (told[place % 3] ?? 0);
    const codewords = [
      indicator(cluster),
      ...words.slice(row * columns, (row + 1) * columns),
      ...(isCompact ? [] : [indicator(cluster + 2)]),
    ];
    let x = 0;
    const put = (modules: number, count: number): void => {
      for (let bit = count - 1; bit >= 0; bit -= 1, x += 1)
        if (((modules >> bit) & 1) !== 0) setDark(matrix, x, row * rowModules);
    };
    put(START.modules, START.count);
    for (const codeword of codewords) put(codewordModules(cluster, codeword), CODEWORD_MODULES);
    if (isCompact) put(1, 1);
    else put(STOP.modules, STOP.count);
    const { words: across, rows: bits } = matrix;
    const first = row * rowModules * across;
    for (let y = 1; y < rowModules; y += 1)
      bits.copyWithin(first + y * across, first, first + across);
  }
  return matrix;
}
