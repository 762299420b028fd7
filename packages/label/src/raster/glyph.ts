import type { Font } from '../font/font.ts';
import type { FlatOutline } from '../font/outline.ts';
import type { Rotation } from '../template.ts';

/** A glyph in whole dots; `left` and `top` place its first dot relative to the pen on the baseline. */
export type GlyphBitmap = {
  left: number;
  top: number;
  width: number;
  height: number;
  stride: number;
  bits: Uint8Array;
  /** Each row as one number, its first dot the highest bit, of what is at most 32 dots across. */
  rows?: Int32Array;
};

const SUB_SCANLINES = 8;
/** Above every width of a glyph in hundredths: with the two others a key stays a whole number. */
const MAX_PERCENT = 1024;
/** Bytes of packed glyphs kept per font. */
const CACHE_BYTES = 8_000_000;
/** What is kept for each size, turn and width beside its glyphs. */
const SHEET_BYTES = 500;

/** A font's glyphs of one size, turn and width that have been drawn, by their numbers. */
export type GlyphSheet = {
  readonly font: Font;
  readonly sizeDots: number;
  readonly rotation: Rotation;
  readonly widthPercent: number;
  readonly bitmaps: Map<number, GlyphBitmap>;
};

type GlyphCache = { sheets: Map<number, GlyphSheet>; bytes: number };
const caches = new WeakMap<Font, GlyphCache>();

function getCache(font: Font): GlyphCache {
  const known = caches.get(font);
  if (known !== undefined) return known;
  const cache = { sheets: new Map<number, GlyphSheet>(), bytes: 0 };
  caches.set(font, cache);
  return cache;
}

/** Looks up what all glyphs of a line have in common once. `sizeDots` is the em height, a multiple of a half. */
export function glyphSheet(
  font: Font,
  sizeDots: number,
  rotation: Rotation,
  widthPercent = 100,
): GlyphSheet {
  const cache = getCache(font);
  const shape = getShape({ sizeDots, rotation, widthPercent });
  const known = cache.sheets.get(shape);
  if (known !== undefined) return known;
  const sheet = { font, sizeDots, rotation, widthPercent, bitmaps: new Map() };
  keep(cache, sheet, SHEET_BYTES);
  return sheet;
}

type Shape = Pick<GlyphSheet, 'sizeDots' | 'rotation' | 'widthPercent'>;
const getShape = ({ sizeDots, rotation, widthPercent }: Shape): number =>
  (sizeDots * 2 * MAX_PERCENT + widthPercent) * 4 + rotation / 90;

/** Makes room for so many bytes more on a sheet: where there is none, everything else is forgotten. */
function keep(cache: GlyphCache, sheet: GlyphSheet, bytes: number): void {
  if (cache.bytes + bytes > CACHE_BYTES) {
    cache.sheets.clear();
    sheet.bitmaps.clear();
    cache.bytes = 0;
  }
  cache.sheets.set(getShape(sheet), sheet);
  cache.bytes += bytes;
}

/** The glyph, from its sheet when it is there. */
export function glyphBitmap(sheet: GlyphSheet, glyph: number): GlyphBitmap {
  return sheet.bitmaps.get(glyph) ?? drawnGlyph(sheet, glyph);
}

function drawnGlyph(sheet: GlyphSheet, glyph: number): GlyphBitmap {
  const { font, sizeDots, rotation, widthPercent } = sheet;
  const outline = font.getOutline(glyph);
  const scale = sizeDots / font.unitsPerEm;
  const drawn = rasterizeOutline(outline, scale, rotation, (scale * widthPercent) / 100);
  const bitmap = drawn.stride > 4 ? drawn : { ...drawn, rows: wholeRows(drawn) };
  // Without ink for now, maybe: its piece of the font may come, and is asked for by the next drawing.
  if (outline.points.length === 0) return bitmap;
  const cost = bitmap.bits.byteLength + (bitmap.rows?.byteLength ?? 0) + 120;
  // One giant glyph must not push everything else out.
  if (cost > CACHE_BYTES / 16) return bitmap;
  keep(getCache(font), sheet, cost);
  sheet.bitmaps.set(glyph, bitmap);
  return bitmap;
}

function wholeRows({ height, stride, bits }: GlyphBitmap): Int32Array {
  const rows = new Int32Array(height);
  for (let at = 0; at < bits.length; at += 1) {
    const row = Math.floor(at / stride);
    rows[row] = (rows[row] ?? 0) | ((bits[at] ?? 0) << (24 - 8 * (at % stride)));
  }
  return rows;
}

/**
 * Non-zero winding fill: eight sub-scanlines a row with exact horizontal coverage, a dot is black
 * when at least half of it is covered. Only + − × ÷ on doubles, so every engine gives the same dots.
 * A turned glyph has the dots of the upright one, turned about the pen: coverage differs along and across rows.
 */
export function rasterizeOutline(
  outline: FlatOutline,
  scale: number,
  rotation: Rotation,
  /** Along the line. */
  scaleAlong = scale,
): GlyphBitmap {
  const upright = rasterizeUpright(outline, scale, scaleAlong);
  return rotation === 0 ? upright : turnGlyph(upright, rotation);
}

function turnGlyph(upright: GlyphBitmap, rotation: 90 | 180 | 270): GlyphBitmap {
  const { left, top, width: across, height: down } = upright;
  const isSideways = rotation !== 180;
  const [width, height] = isSideways ? [down, across] : [across, down];
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      if (((upright.bits[y * upright.stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      const toX = rotation === 90 ? down - 1 - y : rotation === 180 ? across - 1 - x : y;
      const toY = rotation === 90 ? x : rotation === 180 ? down - 1 - y : across - 1 - x;
      const at = toY * stride + (toX >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (toX & 7));
    }
  }
  const corner =
    rotation === 90
      ? { left: 0 - top - down, top: left }
      : rotation === 180
        ? { left: 0 - left - across, top: 0 - top - down }
        : { left: top, top: 0 - left - across };
  return { ...corner, width, height, stride, bits };
}

function rasterizeUpright(outline: FlatOutline, scale: number, scaleAlong: number): GlyphBitmap {
  const points = placePoints(outline.points, scale, scaleAlong);
  const box = wholeBox(points);
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  const bitmap = { left: box.x0, top: box.y0, width, height, stride, bits };
  if (width === 0 || height === 0) return bitmap;

  const crossings = collectCrossings(points, outline.starts, box.y0, height * SUB_SCANLINES);
  const partial = new Float64Array(width + 1);
  const steps = new Float64Array(width + 2);
  for (let row = 0; row < height; row += 1) {
    for (let sub = 0; sub < SUB_SCANLINES; sub += 1) {
      coverLine(crossings, row * SUB_SCANLINES + sub, box.x0, partial, steps);
    }
    packRow(bits, row * stride, width, partial, steps);
  }
  return bitmap;
}

/** Font units, y up → dots, y down. */
function placePoints(source: Float64Array, scale: number, scaleAlong: number): Float64Array {
  const placed = new Float64Array(source.length);
  for (let i = 0; i < source.length; i += 2) {
    placed[i] = (source[i] ?? 0) * scaleAlong;
    placed[i + 1] = -(source[i + 1] ?? 0) * scale;
  }
  return placed;
}

function wholeBox(points: Float64Array): { x0: number; y0: number; x1: number; y1: number } {
  if (points.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 };
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
  }
  return { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) };
}

/** Where polygon edges cross each sub-scanline: `first[n]` … `first[n + 1]` index x and direction. */
type Crossings = { first: Uint32Array; x: Float64Array; direction: Int8Array };

function collectCrossings(
  points: Float64Array,
  starts: Uint32Array,
  top: number,
  lines: number,
): Crossings {
  const first = new Uint32Array(lines + 1);
  eachEdge(points, starts, top, (from, to) => {
    for (let line = from; line < to; line += 1) first[line + 1] = (first[line + 1] ?? 0) + 1;
  });
  for (let line = 0; line < lines; line += 1)
    first[line + 1] = (first[line + 1] ?? 0) + (first[line] ?? 0);
  const total = first[lines] ?? 0;
  const x = new Float64Array(total);
  const direction = new Int8Array(total);
  const next = first.slice();
  eachEdge(points, starts, top, (from, to, edge) => {
    for (let line = from; line < to; line += 1) {
      const at = next[line] ?? 0;
      next[line] = at + 1;
      const y = top + (line + 0.5) / SUB_SCANLINES;
      x[at] = edge.ax + ((y - edge.ay) * (edge.bx - edge.ax)) / (edge.by - edge.ay);
      direction[at] = edge.down ? 1 : -1;
    }
  });
  return { first, x, direction };
}

type Edge = { ax: number; ay: number; bx: number; by: number; down: boolean };

/** Calls back with the half-open range of sub-scanlines each edge crosses; a is always above b. */
function eachEdge(
  points: Float64Array,
  starts: Uint32Array,
  top: number,
  visit: (from: number, to: number, edge: Edge) => void,
): void {
  const edge: Edge = { ax: 0, ay: 0, bx: 0, by: 0, down: true };
  for (let polygon = 0; polygon < starts.length; polygon += 1) {
    const start = starts[polygon] ?? 0;
    const end = starts[polygon + 1] ?? points.length / 2;
    for (let i = start; i < end; i += 1) {
      const j = i + 1 === end ? start : i + 1;
      const y0 = points[i * 2 + 1] ?? 0;
      const y1 = points[j * 2 + 1] ?? 0;
      if (y0 === y1) continue;
      edge.down = y1 > y0;
      const [a, b] = edge.down ? [i, j] : [j, i];
      edge.ax = points[a * 2] ?? 0;
      edge.ay = points[a * 2 + 1] ?? 0;
      edge.bx = points[b * 2] ?? 0;
      edge.by = points[b * 2 + 1] ?? 0;
      const from = Math.ceil((edge.ay - top) * SUB_SCANLINES - 0.5);
      const to = Math.ceil((edge.by - top) * SUB_SCANLINES - 0.5);
      if (to > from) visit(from, to, edge);
    }
  }
}

/** Adds one sub-scanline's coverage: whole dots as steps (summed later), cut dots as parts. */
function coverLine(
  crossings: Crossings,
  line: number,
  left: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  const from = crossings.first[line] ?? 0;
  const to = crossings.first[line + 1] ?? 0;
  if (to - from < 2) return;
  sortCrossings(crossings, from, to);
  let winding = 0;
  let spanStart = 0;
  for (let i = from; i < to; i += 1) {
    const x = (crossings.x[i] ?? 0) - left;
    const before = winding;
    winding += crossings.direction[i] ?? 0;
    if (before === 0) spanStart = x;
    else if (winding === 0) coverSpan(spanStart, x, partial, steps);
  }
}

function coverSpan(start: number, end: number, partial: Float64Array, steps: Float64Array): void {
  const first = Math.floor(start);
  const last = Math.floor(end);
  if (first === last) {
    partial[first] = (partial[first] ?? 0) + end - start;
    return;
  }
  partial[first] = (partial[first] ?? 0) + first + 1 - start;
  steps[first + 1] = (steps[first + 1] ?? 0) + 1;
  steps[last] = (steps[last] ?? 0) - 1;
  partial[last] = (partial[last] ?? 0) + end - last;
}

/** Insertion sort: a line has a handful of crossings. */
function sortCrossings({ x, direction }: Crossings, from: number, to: number): void {
  for (let i = from + 1; i < to; i += 1) {
    const value = x[i] ?? 0;
    const way = direction[i] ?? 0;
    let j = i - 1;
    while (j >= from && (x[j] ?? 0) > value) {
      x[j + 1] = x[j] ?? 0;
      direction[j + 1] = direction[j] ?? 0;
      j -= 1;
    }
    x[j + 1] = value;
    direction[j + 1] = way;
  }
}

function packRow(
  bits: Uint8Array,
  row: number,
  width: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  let whole = 0;
  for (let x = 0; x < width; x += 1) {
    whole += steps[x] ?? 0;
    if (whole + (partial[x] ?? 0) >= SUB_SCANLINES / 2) {
      const at = row + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  partial.fill(0);
  steps.fill(0);
}
