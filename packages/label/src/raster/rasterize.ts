import { computeTurnedSize } from '../matrix/module-matrix.ts';
import type { BarsOp, DotRect, GlyphsOp, ImageOp, MatrixOp, Scene, SceneOp } from '../scene.ts';
import { drawScene } from '../surface.ts';
import type { Bitmap } from './bitmap.ts';
import { whitenRowSpan, createBitmap, blackenRowSpan } from './bitmap.ts';
import { fillPath } from './fill-path.ts';
import { getGlyphBitmap, getGlyphBitmapSheet } from './glyph-cache.ts';
import type { GlyphBitmap } from './rasterize-outline.ts';
import { listShrunkModuleBands } from './matrix-bands.ts';
import { listDarkModuleRuns } from './matrix-rows.ts';

/** Draws a scene; clips ink outside the label. */
export function rasterizeScene(scene: Scene): Bitmap {
  const bitmap = createBitmap(scene.widthDots, scene.heightDots);
  drawSceneOnBitmap(bitmap, scene);
  return bitmap;
}

/** Draws onto an existing bitmap of any size. */
export function drawSceneOnBitmap(bitmap: Bitmap, scene: Pick<Scene, 'ops'>): void {
  scene.ops.forEach(requireWholeDotPositions);
  const { data } = bitmap;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  drawScene(scene, {
    glyphs: (op) => drawGlyphs(bitmap, view, op),
    rect: (op) => drawRect(bitmap, op),
    bars: (op) => rasterizeBars(bitmap, view, op),
    matrix: (op) => rasterizeMatrix(bitmap, view, op),
    path: (op) => fillPath(bitmap, op),
    image: (op) => drawImage(bitmap, op),
  });
}

/**
 * Throws RangeError if an operation is not at a whole dot: a fraction of a row would address bytes
 * of another row. Only paths may have any position, as they are filled by dot centres.
 */
function requireWholeDotPositions(op: SceneOp): void {
  if (op.kind === 'path') return;
  const isWhole =
    op.kind === 'glyphs'
      ? op.glyphs.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))
      : 'x0' in op
        ? [op.x0, op.y0, op.x1, op.y1].every(Number.isInteger)
        : Number.isInteger(op.x) && Number.isInteger(op.y);
  if (!isWhole || (op.kind === 'bars' && !op.edges.every(Number.isInteger)))
    throw new RangeError(`${op.kind} between two dots`);
}

function clipRectToBitmap(a: DotRect, bitmap: Bitmap): DotRect {
  return {
    x0: Math.max(a.x0, 0),
    y0: Math.max(a.y0, 0),
    x1: Math.min(a.x1, bitmap.width),
    y1: Math.min(a.y1, bitmap.height),
  };
}

function drawRect(bitmap: Bitmap, rect: DotRect & { paper?: true }): void {
  const { x0, y0, x1, y1 } = clipRectToBitmap(rect, bitmap);
  const draw = rect.paper ? whitenRowSpan : blackenRowSpan;
  for (let y = y0; y < y1; y += 1) draw(bitmap.data, y * bitmap.stride, x0, x1);
}

function rasterizeBars(bitmap: Bitmap, view: DataView, op: BarsOp): void {
  if (op.along === 'y') {
    for (let i = 0; i + 1 < op.edges.length; i += 2) {
      const [start = 0, end = 0] = [op.edges[i], op.edges[i + 1]];
      drawRect(bitmap, { x0: op.x0, x1: op.x1, y0: op.y0 + start, y1: op.y0 + end });
    }
    return;
  }
  stampRunsOnRows(bitmap, view, { x: op.x0, unit: 1, runs: op.edges, y0: op.y0, y1: op.y1 });
}

function rasterizeMatrix(bitmap: Bitmap, view: DataView, op: MatrixOp): void {
  const module = op.moduleDots;
  if (op.shrink) {
    for (const { y0, y1, runs } of listShrunkModuleBands(op, op.shrink))
      stampRunsOnRows(bitmap, view, { x: op.x, unit: 1, runs, y0: op.y + y0, y1: op.y + y1 });
    return;
  }
  const { height } = computeTurnedSize(op.code, op.rotation);
  for (let row = 0; row < height; row += 1) {
    const y0 = op.y + row * module;
    stampRunsOnRows(bitmap, view, {
      x: op.x,
      unit: module,
      runs: listDarkModuleRuns(op.code, row, op.rotation),
      y0,
      y1: y0 + module,
    });
  }
}

type Stamp = { x: number; unit: number; runs: readonly number[]; y0: number; y1: number };

/**
 * Draws the same runs on the rows y0 ≤ y < y1: builds one row, then ORs it into each row, four
 * bytes at a time.
 */
function stampRunsOnRows(bitmap: Bitmap, view: DataView, { x, unit, runs, y0, y1 }: Stamp): void {
  const { data, stride, width, height } = bitmap;
  const { bytes, view: lineView } = getBlankRowBuffer(stride);
  let first = stride;
  let last = -1;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const start = Math.max(0, x + (runs[i] ?? 0) * unit);
    const end = Math.min(width, x + (runs[i + 1] ?? 0) * unit);
    if (end <= start) continue;
    blackenRowSpan(bytes, 0, start, end);
    first = Math.min(first, start >> 3);
    last = Math.max(last, (end - 1) >> 3);
  }
  const end = Math.min(height, y1);
  for (let y = Math.max(0, y0); y < end; y += 1) {
    const row = y * stride;
    let byte = first;
    // Little-endian is the native byte order, so nothing is swapped; OR works byte by byte.
    for (; byte + 3 <= last; byte += 4)
      view.setInt32(
        row + byte,
        view.getInt32(row + byte, true) | lineView.getInt32(byte, true),
        true,
      );
    for (; byte <= last; byte += 1) {
      data[row + byte] = (data[row + byte] ?? 0) | (bytes[byte] ?? 0);
    }
  }
  bytes.fill(0, first, last + 1);
}

type Line = { bytes: Uint8Array; view: DataView };

function createRowBuffer(length: number): Line {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
}

let sharedLine = createRowBuffer(256);

/** A shared white row; the caller clears it after use. */
function getBlankRowBuffer(stride: number): Line {
  if (sharedLine.bytes.length < stride) sharedLine = createRowBuffer(2 * stride);
  return sharedLine;
}

function drawGlyphs(bitmap: Bitmap, view: DataView, op: GlyphsOp): void {
  const clip = clipRectToBitmap(
    op.clip ?? { x0: 0, y0: 0, x1: bitmap.width, y1: bitmap.height },
    bitmap,
  );
  const percent = op.widthPercent ?? 100;
  const reach = (op.sizeDots * 2 * Math.max(100, percent)) / 100;
  const sheet = getGlyphBitmapSheet(op);
  for (const { glyph, x, y } of op.glyphs) {
    // Skips rasterising glyphs far outside the clip.
    if (x + reach < clip.x0 || x - reach > clip.x1 || y + reach < clip.y0 || y - reach > clip.y1)
      continue;
    const source = getGlyphBitmap(sheet, glyph);
    const left = x + source.left;
    const top = y + source.top;
    const inside =
      !op.paper &&
      left >= clip.x0 &&
      top >= clip.y0 &&
      left + source.width <= clip.x1 &&
      top + source.height <= clip.y1;
    const { rows, width } = source;
    if (inside && rows && canReadWholeWordsAtLastRow(bitmap, source, left, top))
      blitNarrowGlyph(view, bitmap.stride, { rows, width }, left, top);
    else if (inside) blitBitmap(bitmap, source, left, top);
    else blitClippedBitmap(bitmap, source, left, top, op.paper ? { ...clip, paper: true } : clip);
  }
}

function drawImage(
  bitmap: Bitmap,
  { x, y, bitmap: { width, height, stride, data } }: ImageOp,
): void {
  const clip = clipRectToBitmap({ x0: x, y0: y, x1: x + width, y1: y + height }, bitmap);
  const source = { left: 0, top: 0, width, height, stride, bits: data };
  const isWhole = clip.x1 - clip.x0 === width && clip.y1 - clip.y0 === height;
  if (isWhole) blitBitmap(bitmap, source, x, y);
  else blitClippedBitmap(bitmap, source, x, y, clip);
}

/** Whether four bytes can be read at its last row; not possible at the end of the bitmap. */
const canReadWholeWordsAtLastRow = (
  { data, stride }: Bitmap,
  { height }: GlyphBitmap,
  left: number,
  top: number,
): boolean => (top + height - 1) * stride + (left >> 3) + 4 <= data.length;

/** Draws a glyph of at most 32 dots width, one row per step; other dots stay unchanged. */
function blitNarrowGlyph(
  view: DataView,
  stride: number,
  { rows, width }: { rows: Int32Array; width: number },
  left: number,
  top: number,
): void {
  const shift = left & 7;
  const isWider = shift + width > 32;
  let to = top * stride + (left >> 3);
  for (let row = 0; row < rows.length; row += 1, to += stride) {
    const dots = rows[row] ?? 0;
    view.setInt32(to, view.getInt32(to) | (dots >>> shift));
    // The fifth byte of a row lies inside the bitmap because it contains dots.
    if (isWider) view.setUint8(to + 4, view.getUint8(to + 4) | (dots << (8 - shift)));
  }
}

function blitBitmap(bitmap: Bitmap, source: GlyphBitmap, left: number, top: number): void {
  const { data, stride } = bitmap;
  const { bits } = source;
  const shift = left & 7;
  let from = 0;
  for (let row = 0; row < source.height; row += 1) {
    let to = (top + row) * stride + (left >> 3);
    for (let byte = 0; byte < source.stride; byte += 1) {
      const value = bits[from] ?? 0;
      from += 1;
      if (value !== 0) {
        data[to] = (data[to] ?? 0) | (value >> shift);
        // The glyph lies inside the row, so only a carry of zero could fall outside it.
        const carry = (value << (8 - shift)) & 0xff;
        if (carry !== 0) data[to + 1] = (data[to + 1] ?? 0) | carry;
      }
      to += 1;
    }
  }
}

/** Draws dot by dot, for clipped glyphs and for paper colour. */
function blitClippedBitmap(
  bitmap: Bitmap,
  source: GlyphBitmap,
  left: number,
  top: number,
  clip: DotRect & { paper?: true },
): void {
  const { data, stride } = bitmap;
  const y1 = Math.min(clip.y1, top + source.height);
  const x1 = Math.min(clip.x1, left + source.width);
  for (let y = Math.max(clip.y0, top); y < y1; y += 1) {
    for (let x = Math.max(clip.x0, left); x < x1; x += 1) {
      const sx = x - left;
      if (((source.bits[(y - top) * source.stride + (sx >> 3)] ?? 0) & (0x80 >> (sx & 7))) === 0)
        continue;
      const at = y * stride + (x >> 3);
      const dot = 0x80 >> (x & 7);
      data[at] = clip.paper ? (data[at] ?? 0) & ~dot : (data[at] ?? 0) | dot;
    }
  }
}
