import { concat, latin1 } from '../bytes.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Dpi } from '../template.ts';

/**
 * How a page of dots is written for printers that draw none themselves: `pwg-black` is PWG Raster (PWG 5102.4) of type
 * `black_1`, `pwg-gray` of type `sgray_8`; `urf` is Apple's raster in 8 bits of grey (`W8`), which has the same packing
 * behind a shorter header.
 */
export type PageRaster = 'pwg-black' | 'pwg-gray' | 'urf';

const POINTS_PER_INCH = 72;
/** PWG 5102.4 §4.3.1: `ColorSpace`. */
const BLACK = 3;
const SGRAY = 18;
const PWG_HEADER_BYTES = 1796;
const URF_HEADER_BYTES = 32;
/** Of Apple's header: grey, one side, usual quality. */
const URF_ONE_SIDED = 1;
const URF_NORMAL = 4;

type Page = { width: number; height: number; dpi: Dpi };

/** The page header of PWG 5102.4 §4.3; whatever is not named here is 0. */
function pwgHeader({ width, height, dpi }: Page, isGray: boolean): Uint8Array {
  const bytes = new Uint8Array(PWG_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  const put = (at: number, ...values: number[]): void =>
    values.forEach((value, i) => view.setUint32(at + 4 * i, value));
  const points = (dots: number): number => Math.round((dots * POINTS_PER_INCH) / dpi);
  const bits = isGray ? 8 : 1;
  bytes.set(latin1('PwgRaster'));
  put(276, dpi, dpi);
  // One copy.
  put(340, 1);
  put(352, points(width), points(height));
  put(372, width, height);
  put(384, bits, bits, Math.ceil((width * bits) / 8));
  put(400, isGray ? SGRAY : BLACK);
  // One colour.
  put(420, 1);
  // One page, neither turned nor mirrored.
  put(452, 1, 1, 1);
  put(464, 0, 0, width, height);
  return bytes;
}

/** One page, the file's head included. */
function urfHeader({ width, height, dpi }: Page): Uint8Array {
  const head = latin1('UNIRAST\0');
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

/** A row in 8 bits of grey: 0 is black. */
function toGray(row: Uint8Array, width: number): Uint8Array {
  const gray = new Uint8Array(width);
  for (let x = 0; x < width; x += 1)
    gray[x] = ((row[x >> 3] ?? 0) & (0x80 >> (x & 7))) === 0 ? 0xff : 0;
  return gray;
}

const MAX_RUN = 128;
const MAX_LINES = 256;

/** How many values from `at` are the same, 128 at most. */
function runAt(row: Uint8Array, at: number): number {
  let length = 1;
  while (length < MAX_RUN && at + length < row.length && row[at + length] === row[at]) length += 1;
  return length;
}

/** Fewer of the same among others are not worth a run of their own. */
const MIN_RUN = 3;

/**
 * A row as PWG 5102.4 §4.4 packs it, a byte a value: n and one value stand for n + 1 of it, 257 - n and n values for
 * themselves, two at least.
 */
function packed(row: Uint8Array): number[] {
  const out: number[] = [];
  for (let at = 0; at < row.length;) {
    const run = runAt(row, at);
    if (run >= MIN_RUN || at + run === row.length) {
      out.push(run - 1, row[at] ?? 0);
      at += run;
      continue;
    }
    let end = at + 1;
    while (end < row.length && end - at < MAX_RUN && runAt(row, end) < MIN_RUN) end += 1;
    if (end - at === 1) out.push(0, row[at] ?? 0);
    else out.push(257 - (end - at), ...row.subarray(at, end));
    at = end;
  }
  return out;
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Rows in groups of the same, each with how often it comes. */
function packRows(rows: readonly Uint8Array[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let y = 0; y < rows.length;) {
    const row = rows[y] ?? new Uint8Array();
    let lines = 1;
    while (lines < MAX_LINES && sameBytes(rows[y + lines] ?? new Uint8Array(), row)) lines += 1;
    parts.push(Uint8Array.from([lines - 1, ...packed(row)]));
    y += lines;
  }
  return parts;
}

/** A bitmap as a document of one page, as large as it is. */
export function bitmapToPageRaster(bitmap: Bitmap, dpi: Dpi, kind: PageRaster): Uint8Array {
  const { width, height, stride, data } = bitmap;
  const page = { width, height, dpi };
  const rows = Array.from({ length: height }, (_, y) =>
    data.subarray(y * stride, (y + 1) * stride),
  );
  if (kind === 'pwg-black')
    return concat([latin1('RaS2'), pwgHeader(page, false), ...packRows(rows)]);
  const gray = packRows(rows.map((row) => toGray(row, width)));
  return kind === 'urf'
    ? concat([urfHeader(page), ...gray])
    : concat([latin1('RaS2'), pwgHeader(page, true), ...gray]);
}
