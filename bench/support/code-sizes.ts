import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwipjs from 'bwip-js/node';

const ZINT = '/usr/bin/zint';
export const hasZint = existsSync(ZINT);

/**
 * Of a symbol, in modules: as wide as its bars are, or its rows times its columns. Of those that have two widths, how many bars
 * and spaces: how much wider the wide ones are is nobody's thrift.
 */
export type Size = number;

/** A symbol of ours: bars with a width, or a matrix. */
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

/** What bwip-js calls it, what it is to be told, and how high in print the rows are that it tells. */
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
  // Some end with the space between two characters.
  return isTwoWidth
    ? sbs.length - ((sbs.length + 1) % 2)
    : sbs.reduce((sum, width) => sum + width, 0);
}

/** Where the header of a bitmap says how large it is, and where its rows begin. */
const [WIDTH_AT, HEIGHT_AT, ROWS_AT] = [18, 22, 10];
/** It warns with 1 to 4. */
const MAX_WARNING = 4;

/** What zint calls it, by its number, and what it is to be told. */
export type Zint = {
  number: number;
  options?: readonly string[];
  text?: (text: string) => string;
};

/** Of Debian's `zint`, as a program. Undefined for a content it refuses: UPC-E that could be written shorter, and the like. */
export function zintSize(
  { number, options = [], text: listTold = (text) => text }: Zint,
  text: string,
  isTwoWidth: boolean,
): Size | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'zint-'));
  try {
    const file = join(folder, 'code.bmp');
    // A pixel a module.
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

/** Bars and spaces of a row. */
function listRuns(bitmap: Buffer, width: number, row: number): number {
  const from = bitmap.readInt32LE(ROWS_AT) + row * Math.ceil(width / 32) * 4;
  const at = (x: number): number => ((bitmap[from + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  return Array.from({ length: width }, (_, x) => x === 0 || at(x) !== at(x - 1)).filter(Boolean)
    .length;
}

/** PDF417, QR, Data Matrix, Aztec and Micro QR; the others are bars. */
const isLinearThere = (number: number): boolean => ![55, 58, 71, 92, 97].includes(number);
