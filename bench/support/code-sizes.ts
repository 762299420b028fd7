import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwipjs from 'bwip-js/node';

const ZINT = '/usr/bin/zint';
export const hasZint = existsSync(ZINT);

/**
 * Size of a symbol in modules: the width of its bars, or rows times columns. For two-width
 * symbologies the number of bars and spaces, because the wide-to-narrow ratio is a free choice.
 */
export type Size = number;

/** Measures a symbol of ours: bars with a width, or a matrix. */
export function ownSize(symbol: unknown, isTwoWidth: boolean): Size {
  const { widths, modules, code, width, height } = symbol as {
    widths?: { length: number };
    modules?: number;
    code?: { width: number; height: number };
    width?: number;
    height?: number;
  };
  if (isTwoWidth) return widths?.length ?? 0;
  if (modules !== undefined) return modules;
  return code === undefined ? (width ?? 0) * (height ?? 0) : code.width * code.height;
}

/** bwip-js's id and options, and the height of a row in modules as printed. */
export type Bwip = { id: string; options?: object; rowModules?: number };

export function bwipSize(
  { id, options = {}, rowModules = 1 }: Bwip,
  text: string,
  isTwoWidth: boolean,
): Size {
  const [symbol] = bwipjs.raw(id, text, options) as unknown as [
    { sbs?: number[]; pixs?: number[] },
  ];
  const { sbs } = symbol;
  if (sbs === undefined) return (symbol.pixs?.length ?? 0) * rowModules;
  // Some symbols end with the gap between two characters.
  return isTwoWidth
    ? sbs.length - ((sbs.length + 1) % 2)
    : sbs.reduce((sum, width) => sum + width, 0);
}

/** Offsets in the bitmap header: dimensions and start of the rows. */
const [WIDTH_AT, HEIGHT_AT, ROWS_AT] = [18, 22, 10];
/** Exit codes 1 to 4 are warnings. */
const MAX_WARNING = 4;

/** zint's symbology number and options. */
export type Zint = {
  number: number;
  options?: readonly string[];
  text?: (text: string) => string;
};

/**
 * Measures with Debian's `zint` program. Undefined when it rejects the content, e.g. UPC-E that has
 * a shorter form.
 */
export function zintSize(
  { number, options = [], text: listTold = (text) => text }: Zint,
  text: string,
  isTwoWidth: boolean,
): Size | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'));
  try {
    const file = join(folder, 'code.bmp');
    // One pixel per module.
    const args = ['-b', String(number), '--scale=0.5', '--notext', '--noquietzones', ...options];
    const { status } = spawnSync(ZINT, [...args, '-o', file, '-d', listTold(text)]);
    if (status === null || status > MAX_WARNING) return undefined;
    const bitmap = readFileSync(file);
    const [width, height] = [bitmap.readInt32LE(WIDTH_AT), bitmap.readInt32LE(HEIGHT_AT)];
    if (isTwoWidth) return listRuns(bitmap, width, height >> 1);
    return isLinearThere(number) ? width : width * height;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts bars and spaces of a row. */
function listRuns(bitmap: Buffer, width: number, row: number): number {
  const from = bitmap.readInt32LE(ROWS_AT) + row * Math.ceil(width / 32) * 4;
  const getBit = (x: number): number => ((bitmap[from + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  return Array.from({ length: width }, (_, x) => x === 0 || getBit(x) !== getBit(x - 1)).filter(
    Boolean,
  ).length;
}

/** 55, 58, 71, 92, 97: PDF417, QR, Data Matrix, Aztec, Micro QR; all others are linear. */
const isLinearThere = (number: number): boolean => ![55, 58, 71, 92, 97].includes(number);
