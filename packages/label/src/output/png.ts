import type { Bitmap } from '../raster/bitmap.ts';
import { concatBytes } from '../bytes.ts';
import { computeCrc32 } from './crc.ts';
import { DEFLATE_LEVEL } from './deflate.ts';
import type { Deflate } from './deflate.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Row filters (PNG specification, 9.2): none, and difference from the previous value. */
const FILTERS = [0, 1] as const;

/** Writes an 8-bit greyscale PNG of `gray`, 0 black to 255 white, row by row. */
export function grayToPng(
  { width, height, gray }: { width: number; height: number; gray: Uint8Array },
  deflate: Deflate,
): Uint8Array {
  const packedRows = FILTERS.map((filter) => {
    const lines = new Uint8Array((width + 1) * height);
    for (let y = 0; y < height; y += 1) {
      const [from, to] = [y * width, y * (width + 1)];
      lines[to] = filter;
      for (let x = 0; x < width; x += 1) {
        const before = filter === 1 && x > 0 ? (gray[from + x - 1] ?? 0) : 0;
        lines[to + 1 + x] = (gray[from + x] ?? 0) - before;
      }
    }
    return deflate(lines, DEFLATE_LEVEL);
  });
  const [first, second] = packedRows;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 8;
  const data = first && second && second.length < first.length ? second : first;
  return concatBytes([
    Uint8Array.from(SIGNATURE),
    buildPngChunk('IHDR', header),
    buildPngChunk('IDAT', data ?? new Uint8Array(0)),
    buildPngChunk('IEND', new Uint8Array(0)),
  ]);
}

/**
 * Writes a 1-bit greyscale PNG. `dpi` adds the physical size; `isClear` makes white transparent.
 */
export function bitmapToPng(
  bitmap: Bitmap,
  deflate: Deflate,
  { dpi, isClear = false }: { dpi?: number; isClear?: boolean } = {},
): Uint8Array {
  const { width, height, stride, data } = bitmap;
  const lines = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // Filter byte 0, then the row; 1 is white in a PNG.
    for (let i = 0; i < stride; i += 1)
      lines[y * (stride + 1) + 1 + i] = ~(data[y * stride + i] ?? 0);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = 1;
  const chunks = [buildPngChunk('IHDR', header)];
  if (dpi !== undefined) chunks.push(buildPngChunk('pHYs', buildPngPhysicalSize(dpi)));
  // Transparent grey in 16 bits (PNG specification, 11.3.2.1): white.
  if (isClear) chunks.push(buildPngChunk('tRNS', Uint8Array.of(0, 1)));
  chunks.push(
    buildPngChunk('IDAT', deflate(lines, DEFLATE_LEVEL)),
    buildPngChunk('IEND', new Uint8Array(0)),
  );
  return concatBytes([Uint8Array.from(SIGNATURE), ...chunks]);
}

function buildPngPhysicalSize(dpi: number): Uint8Array {
  const bytes = new Uint8Array(9);
  const view = new DataView(bytes.buffer);
  const perMetre = Math.round(dpi / 0.0254);
  view.setUint32(0, perMetre);
  view.setUint32(4, perMetre);
  bytes[8] = 1;
  return bytes;
}

function buildPngChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i += 1) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, computeCrc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
