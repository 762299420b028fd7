import { cellsWithin, separatorOfFile } from '../cells.ts';
import { FileRefused, MAX_CELL_LENGTH } from './refused.ts';
import type { Room, SheetCells } from './sheet.ts';

/** Bytes looked at to tell UTF-16 without its mark. */
const LOOK = 2_000;

const markOf = ([a, b, c]: Uint8Array): string | null => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : null;
};

/** Zeros at every other byte: separators and digits of UTF-16. */
const wideOf = (bytes: Uint8Array): string | null => {
  const looked = bytes.subarray(0, LOOK);
  const zeros = [0, 0];
  for (const [at, byte] of looked.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return null;
  const least = looked.length / 20;
  if (odd > least && even * 4 < odd) return 'utf-16le';
  if (even > least && odd * 4 < even) return 'utf-16be';
  throw new FileRefused('这不是文字文件，也不是 .xlsx。能打开的是 Excel（.xlsx）和 CSV');
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** The text of a file in UTF-8, UTF-16, or what Chinese Windows writes (GB 18030, which holds GBK). */
export const decodeText = (bytes: Uint8Array): string => {
  const encoding = markOf(bytes) ?? wideOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'gb18030');
  return new TextDecoder(encoding).decode(bytes);
};

/** The cells of a CSV or TSV file, as far as there is room; rows with nothing in them are left out. */
export const readTextFile = (bytes: Uint8Array, room: Room): SheetCells => {
  const text = decodeText(bytes);
  const { cells, ...rest } = cellsWithin(text, separatorOfFile(text), room);
  const whole = (cell: string): string => cell.slice(0, MAX_CELL_LENGTH).toWellFormed();
  return { ...rest, cells: cells.map((row) => row.map(whole)), unworked: 0 };
};
