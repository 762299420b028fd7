import { concatBytes, encodeLatin1 } from '../bytes.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';

/**
 * Raster format for printers without vector support: `pwg-black` is PWG Raster (PWG 5102.4) of type
 * `black_1`, `pwg-gray` of type `sgray_8`; `urf` is Apple Raster with 8-bit grey (`W8`), which uses
 * the same compression with a shorter header.
 */
export type PageRaster = 'pwg-black' | 'pwg-gray' | 'urf';

const POINTS_PER_INCH = 72;
/** `ColorSpace` values of PWG 5102.4 §4.3.1. */
const COLOR_SPACE_BLACK = 3;
const COLOR_SPACE_SGRAY = 18;
const PWG_HEADER_BYTES = 1796;
const URF_HEADER_BYTES = 32;
/** Fields of Apple's header: one-sided, normal quality. */
const URF_ONE_SIDED = 1;
const URF_NORMAL = 4;

type Page = { width: number; height: number; dpi: Dpi };

/** Page header of PWG 5102.4 §4.3; unset fields are 0. */
function buildPwgHeader({ width, height, dpi }: Page, isGray: boolean): Uint8Array {
  const bytes = new Uint8Array(PWG_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const setUint32s = (at: number, ...values: number[]): void =>
    values.forEach((value, i) => view.setUint32(at + 4 * i, value));
  const convertDotsToPoints = (dots: number): number => Math.round((dots * POINTS_PER_INCH) / dpi);
  const bits = isGray ? 8 : 1;
  bytes.set(encodeLatin1('PwgRaster'));
  setUint32s(276, dpi, dpi);
  // Number of copies.
  setUint32s(340, 1);
  setUint32s(352, convertDotsToPoints(width), convertDotsToPoints(height));
  setUint32s(372, width, height);
  setUint32s(384, bits, bits, Math.ceil((width * bits) / 8));
  setUint32s(400, isGray ? COLOR_SPACE_SGRAY : COLOR_SPACE_BLACK);
  // Number of colours.
  setUint32s(420, 1);
  // One page, neither rotated nor mirrored.
  setUint32s(452, 1, 1, 1);
  setUint32s(464, 0, 0, width, height);
  return bytes;
}

/** Header of a file with one page. */
function buildUrfHeader({ width, height, dpi }: Page): Uint8Array {
  const head = encodeLatin1('UNIRAST\0');
  const bytes = new Uint8Array(head.length + 4 + URF_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(head);
  view.setUint32(head.length, 1);
  const at = head.length + 4;
  bytes.set([8, 0, URF_ONE_SIDED, URF_NORMAL], at);
  view.setUint32(at + 12, width);
  view.setUint32(at + 16, height);
  view.setUint32(at + 20, dpi);
  return bytes;
}

/** Converts a row to 8-bit grey; 0 is black. */
function expandRowToGray(row: Uint8Array, width: number): Uint8Array {
  const gray = new Uint8Array(width);
  for (let x = 0; x < width; x += 1)
    gray[x] = ((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) === 0 ? 0xff : 0;
  return gray;
}

const MAX_RUN = 128;
const MAX_LINES = 256;

/** Length of the run of equal values at `at`, at most 128. */
function measureEqualRun(row: Uint8Array, at: number): number {
  let length = 1;
  while (length < MAX_RUN && at + length < row.length && row[at + length] === row[at]) length += 1;
  return length;
}

/** Shorter runs between other values are stored as literals. */
const MIN_RUN = 3;

/**
 * Compresses a row as in PWG 5102.4 §4.4, one byte per value: n and a value stand for n + 1
 * repeats; 257 - n is followed by n literal values, at least two.
 */
function compressRasterRow(row: Uint8Array): number[] {
  const out: number[] = [];
  for (let at = 0; at < row.length;) {
    const run = measureEqualRun(row, at);
    if (run >= MIN_RUN || at + run === row.length) {
      out.push(run - 1, row[at] ?? 0);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < row.length && end - at < MAX_RUN && measureEqualRun(row, end) < MIN_RUN) end += 1;
    if (end - at === 1) out.push(0, row[at] ?? 0);
    else out.push(257 - (end - at), ...row.subarray(at, end));
    at = end;
  }
  return out;
}

const hasSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Groups equal rows, with a repeat count each. */
function compressRasterRows(rows: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let y = 0; y < rows.length;) {
    const row = rows[y] ?? new Uint8Array();
    let lines = 1;
    while (lines < MAX_LINES && hasSameBytes(rows[y + lines] ?? new Uint8Array(), row)) lines += 1;
    parts.push(Uint8Array.from([lines - 1, ...compressRasterRow(row)]));
    y += lines;
  }
  return parts;
}

/** Writes a bitmap as a one-page document of the same size. */
export function bitmapToPageRaster(bitmap: Bitmap, dpi: Dpi, kind: PageRaster): Uint8Array {
  const { width, height, stride, data } = bitmap;
  const page = { width, height, dpi };
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride, (y + 1) * stride),
  );
  if (kind === 'pwg-black')
    return concatBytes([
      encodeLatin1('RaS2'),
      buildPwgHeader(page, false),
      ...compressRasterRows(rows),
    ]);
  const gray = compressRasterRows(rows.map((row) => expandRowToGray(row, width)));
  return kind === 'urf'
    ? concatBytes([buildUrfHeader(page), ...gray])
    : concatBytes([encodeLatin1('RaS2'), buildPwgHeader(page, true), ...gray]);
}
