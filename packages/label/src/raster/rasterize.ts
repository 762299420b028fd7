import { turnedSize } from '../matrix/module-matrix.ts';
import type { BarsOp, DotRect, GlyphsOp, ImageOp, MatrixOp, Scene, SceneOp } from '../scene.ts';
import { drawScene } from '../surface.ts';
import type { Bitmap } from './bitmap.ts';
import { clearSpan, createBitmap, fillSpan } from './bitmap.ts';
import { fillPath } from './fill-path.ts';
import { glyphBitmap, glyphSheet } from './glyph.ts';
import type { GlyphBitmap } from './glyph.ts';
import { shrunkBands } from './matrix-bands.ts';
import { matrixRow } from './matrix-rows.ts';

/** Draws a scene; ink outside the label is dropped. */
export function rasterize(scene: Scene): Bitmap {
  const bitmap = createBitmap(scene.widthDots, scene.heightDots);
  drawOnto(bitmap, scene);
  return bitmap;
}

/** The same on a bitmap of any size, over what stands there already. */
export function drawOnto(bitmap: Bitmap, scene: Pick<Scene, 'ops'>): void {
  scene.ops.forEach(requireWholeDots);
  const { data } = bitmap;
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  drawScene(scene, {
    glyphs: (op) => drawGlyphs(bitmap, view, op),
    rect: (op) => drawRect(bitmap, op),
    bars: (op) => drawBars(bitmap, view, op),
    matrix: (op) => drawMatrix(bitmap, view, op),
    path: (op) => fillPath(bitmap, op),
    image: (op) => drawImage(bitmap, op),
  });
}

/**
 * Throws RangeError where an operation stands between two dots: half a row down would be half a row of bytes, which is
 * somewhere else. Figures alone are drawn by the middles of dots and may stand anywhere.
 */
function requireWholeDots(op: SceneOp): void {
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

function intersect(a: DotRect, bitmap: Bitmap): DotRect {
  return {
    x0: Math.max(a.x0, 0),
    y0: Math.max(a.y0, 0),
    x1: Math.min(a.x1, bitmap.width),
    y1: Math.min(a.y1, bitmap.height),
  };
}

function drawRect(bitmap: Bitmap, rect: DotRect & { paper?: true }): void {
  const { x0, y0, x1, y1 } = intersect(rect, bitmap);
  const draw = rect.paper ? clearSpan : fillSpan;
  for (let y = y0; y < y1; y += 1) draw(bitmap.data, y * bitmap.stride, x0, x1);
}

function drawBars(bitmap: Bitmap, view: DataView, op: BarsOp): void {
  if (op.along === 'y') {
    for (let i = 0; i + 1 < op.edges.length; i += 2) {
      const [start = 0, end = 0] = [op.edges[i], op.edges[i + 1]];
      drawRect(bitmap, { x0: op.x0, x1: op.x1, y0: op.y0 + start, y1: op.y0 + end });
    }
    return;
  }
  stampRow(bitmap, view, { x: op.x0, unit: 1, runs: op.edges, y0: op.y0, y1: op.y1 });
}

function drawMatrix(bitmap: Bitmap, view: DataView, op: MatrixOp): void {
  const module = op.moduleDots;
  if (op.shrink) {
    for (const { y0, y1, runs } of shrunkBands(op, op.shrink))
      stampRow(bitmap, view, { x: op.x, unit: 1, runs, y0: op.y + y0, y1: op.y + y1 });
    return;
  }
  const { height } = turnedSize(op.code, op.rotation);
  for (let row = 0; row < height; row += 1) {
    const y0 = op.y + row * module;
    stampRow(bitmap, view, {
      x: op.x,
      unit: module,
      runs: matrixRow(op.code, row, op.rotation),
      y0,
      y1: y0 + module,
    });
  }
}

type Stamp = { x: number; unit: number; runs: readonly number[]; y0: number; y1: number };

/** Draws the same runs on the rows y0…y1: built once, then OR-ed row by row, four bytes at a time. */
function stampRow(bitmap: Bitmap, view: DataView, { x, unit, runs, y0, y1 }: Stamp): void {
  const { data, stride, width, height } = bitmap;
  const { bytes: line, view: lineView } = getLine(stride);
  let first = stride;
  let last = -1;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const start = Math.max(0, x + (runs[i] ?? 0) * unit);
    const end = Math.min(width, x + (runs[i + 1] ?? 0) * unit);
    if (end <= start) continue;
    fillSpan(line, 0, start, end);
    first = Math.min(first, start >> 3);
    last = Math.max(last, (end - 1) >> 3);
  }
  const end = Math.min(height, y1);
  for (let y = Math.max(0, y0); y < end; y += 1) {
    const row = y * stride;
    let byte = first;
    // In the order the machine has its bytes, which nothing need turn round: each is OR-ed with its own.
    for (; byte + 3 <= last; byte += 4)
      view.setInt32(
        row + byte,
        view.getInt32(row + byte, true) | lineView.getInt32(byte, true),
        true,
      );
    for (; byte <= last; byte += 1) {
      data[row + byte] = (data[row + byte] ?? 0) | (line[byte] ?? 0);
    }
  }
  line.fill(0, first, last + 1);
}

type Line = { bytes: Uint8Array; view: DataView };

function blankLine(length: number): Line {
  const bytes = new Uint8Array(length);
  return { bytes, view: new DataView(bytes.buffer) };
}

let blank = blankLine(256);

/** A white row, used again for every stamp: who blackens it whitens it. */
function getLine(stride: number): Line {
  if (blank.bytes.length < stride) blank = blankLine(2 * stride);
  return blank;
}

function drawGlyphs(bitmap: Bitmap, view: DataView, op: GlyphsOp): void {
  const clip = intersect(op.clip ?? { x0: 0, y0: 0, x1: bitmap.width, y1: bitmap.height }, bitmap);
  const percent = op.widthPercent ?? 100;
  const reach = (op.sizeDots * 2 * Math.max(100, percent)) / 100;
  const sheet = glyphSheet(op.font, op.sizeDots, op.rotation, percent);
  for (const { glyph, x, y } of op.glyphs) {
    // Far outside the clip: do not even rasterise it.
    if (x + reach < clip.x0 || x - reach > clip.x1 || y + reach < clip.y0 || y - reach > clip.y1)
      continue;
    const source = glyphBitmap(sheet, glyph);
    const left = x + source.left;
    const top = y + source.top;
    const inside =
      !op.paper &&
      left >= clip.x0 &&
      top >= clip.y0 &&
      left + source.width <= clip.x1 &&
      top + source.height <= clip.y1;
    const { rows, width } = source;
    if (inside && rows && isRoomAt(bitmap, source, left, top))
      blitRows(view, bitmap.stride, { rows, width }, left, top);
    else if (inside) blit(bitmap, source, left, top);
    else blitClipped(bitmap, source, left, top, op.paper ? { ...clip, paper: true } : clip);
  }
}

function drawImage(
  bitmap: Bitmap,
  { x, y, bitmap: { width, height, stride, data } }: ImageOp,
): void {
  const clip = intersect({ x0: x, y0: y, x1: x + width, y1: y + height }, bitmap);
  const source = { left: 0, top: 0, width, height, stride, bits: data };
  const isWhole = clip.x1 - clip.x0 === width && clip.y1 - clip.y0 === height;
  if (isWhole) blit(bitmap, source, x, y);
  else blitClipped(bitmap, source, x, y, clip);
}

/** Whether four bytes can be read where its last row begins: behind the last rows of a label they cannot. */
const isRoomAt = (
  { data, stride }: Bitmap,
  { height }: GlyphBitmap,
  left: number,
  top: number,
): boolean => (top + height - 1) * stride + (left >> 3) + 4 <= data.length;

/** A glyph of at most 32 dots across: each row at once. What lies beside it stays as it is. */
function blitRows(
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
    // The fifth byte of a row is inside the bitmap: dots lie there.
    if (isWider) view.setUint8(to + 4, view.getUint8(to + 4) | (dots << (8 - shift)));
  }
}

function blit(bitmap: Bitmap, source: GlyphBitmap, left: number, top: number): void {
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
        // The glyph lies inside the row, so a carry of zero is never written past it.
        const carry = (value << (8 - shift)) & 0xff;
        if (carry !== 0) data[to + 1] = (data[to + 1] ?? 0) | carry;
      }
      to += 1;
    }
  }
}

/** Dot by dot: for what the clip cuts, and for what is drawn in the colour of the paper. */
function blitClipped(
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
