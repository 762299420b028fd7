import type { Font } from '../font/font.ts';
import type { FlatOutline } from '../font/outline.ts';
import type { Rotation } from '../template.ts';

/**
 * A glyph in whole dots; `left` and `top` are the offset of its first dot from the pen on the
 * baseline.
 */
export type GlyphBitmap = {
  left: number;
  top: number;
  width: number;
  height: number;
  stride: number;
  bits: Uint8Array;
  /**
   * Rows as one number each, first dot in the highest bit; only for glyphs of at most 32 dots
   * width.
   */
  rows?: Int32Array;
};

const SUB_SCANLINES = 8;
/** Exceeds every `widthPercent`; keeps the cache key an integer. */
const MAX_PERCENT = 1024;
/** Cache size per font, in bytes. */
const CACHE_BYTES = 8_000_000;
/** Cost of a sheet without glyphs, in bytes. */
const SHEET_BYTES = 500;

/** Cached glyphs of a font for one size, rotation and width, by glyph id. */
export type GlyphBitmapCache = {
  readonly font: Font;
  readonly sizeDots: number;
  readonly rotation: Rotation;
  readonly widthPercent: number;
  readonly bitmaps: Map<number, GlyphBitmap>;
};

type GlyphCache = { sheets: Map<number, GlyphBitmapCache>; bytes: number };
const caches = new WeakMap<Font, GlyphCache>();

function getFontGlyphCache(font: Font): GlyphCache {
  const cachedGlyphs = caches.get(font);
  if (cachedGlyphs !== undefined) return cachedGlyphs;
  const cache = { sheets: new Map<number, GlyphBitmapCache>(), bytes: 0 };
  caches.set(font, cache);
  return cache;
}

/** Returns the sheet for a line of glyphs. `sizeDots` is the em height, a multiple of 0.5. */
export function getGlyphBitmapSheet(
  font: Font,
  sizeDots: number,
  rotation: Rotation,
  widthPercent = 100,
): GlyphBitmapCache {
  const cache = getFontGlyphCache(font);
  const shape = computeGlyphShapeKey({ sizeDots, rotation, widthPercent });
  const cachedSheet = cache.sheets.get(shape);
  if (cachedSheet !== undefined) return cachedSheet;
  const sheet = { font, sizeDots, rotation, widthPercent, bitmaps: new Map() };
  reserveCacheBytes(cache, sheet, SHEET_BYTES);
  return sheet;
}

type Shape = Pick<GlyphBitmapCache, 'sizeDots' | 'rotation' | 'widthPercent'>;
const computeGlyphShapeKey = ({ sizeDots, rotation, widthPercent }: Shape): number =>
  (sizeDots * 2 * MAX_PERCENT + widthPercent) * 4 + rotation / 90;

/** Reserves cache bytes for a sheet; clears the cache when it is full. */
function reserveCacheBytes(cache: GlyphCache, sheet: GlyphBitmapCache, bytes: number): void {
  if (cache.bytes + bytes > CACHE_BYTES) {
    cache.sheets.clear();
    sheet.bitmaps.clear();
    cache.bytes = 0;
  }
  cache.sheets.set(computeGlyphShapeKey(sheet), sheet);
  cache.bytes += bytes;
}

/** Returns the glyph from its sheet, or draws it. */
export function getGlyphBitmap(sheet: GlyphBitmapCache, glyph: number): GlyphBitmap {
  return sheet.bitmaps.get(glyph) ?? rasterizeGlyph(sheet, glyph);
}

function rasterizeGlyph(sheet: GlyphBitmapCache, glyph: number): GlyphBitmap {
  const { font, sizeDots, rotation, widthPercent } = sheet;
  const outline = font.getOutline(glyph);
  const scale = sizeDots / font.unitsPerEm;
  const rasterizedGlyph = rasterizeOutline(outline, scale, rotation, (scale * widthPercent) / 100);
  const bitmap =
    rasterizedGlyph.stride > 4
      ? rasterizedGlyph
      : { ...rasterizedGlyph, rows: packRowsIntoWords(rasterizedGlyph) };
  // Not cached: an empty outline may belong to a piece that is not loaded yet, and the next drawing
  // must request it.
  if (outline.points.length === 0) return bitmap;
  const cost = bitmap.bits.byteLength + (bitmap.rows?.byteLength ?? 0) + 120;
  // A single huge glyph must not evict all others.
  if (cost > CACHE_BYTES / 16) return bitmap;
  reserveCacheBytes(getFontGlyphCache(font), sheet, cost);
  sheet.bitmaps.set(glyph, bitmap);
  return bitmap;
}

function packRowsIntoWords({ height, stride, bits }: GlyphBitmap): Int32Array {
  const rows = new Int32Array(height);
  for (let at = 0; at < bits.length; at += 1) {
    const row = Math.floor(at / stride);
    rows[row] = (rows[row] ?? 0) | ((bits[at] ?? 0) << (24 - 8 * (at % stride)));
  }
  return rows;
}

/**
 * Fills by non-zero winding: eight sub-scanlines per row with exact horizontal coverage. A dot is
 * black if at least half of it is covered. Uses only + − × ÷ on doubles, so that every engine
 * computes the same dots. A rotated glyph is the upright bitmap rotated about the pen, because
 * coverage differs along and across rows.
 */
export function rasterizeOutline(
  outline: FlatOutline,
  scale: number,
  rotation: Rotation,
  /** Scale along the line. */
  scaleAlong = scale,
): GlyphBitmap {
  const upright = rasterizeUprightOutline(outline, scale, scaleAlong);
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

function rasterizeUprightOutline(
  outline: FlatOutline,
  scale: number,
  scaleAlong: number,
): GlyphBitmap {
  const points = scalePointsToDots(outline.points, scale, scaleAlong);
  const box = computeWholeDotBounds(points);
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  const stride = (width + 7) >> 3;
  const bits = new Uint8Array(stride * height);
  const bitmap = { left: box.x0, top: box.y0, width, height, stride, bits };
  if (width === 0 || height === 0) return bitmap;

  const crossings = collectScanlineCrossings(
    points,
    outline.starts,
    box.y0,
    height * SUB_SCANLINES,
  );
  const partialCoverage = new Float64Array(width + 1);
  const fullCoverageSteps = new Float64Array(width + 2);
  for (let row = 0; row < height; row += 1) {
    for (let sub = 0; sub < SUB_SCANLINES; sub += 1) {
      addScanlineCoverage(
        crossings,
        row * SUB_SCANLINES + sub,
        box.x0,
        partialCoverage,
        fullCoverageSteps,
      );
    }
    writeRowFromCoverage(bits, row * stride, width, partialCoverage, fullCoverageSteps);
  }
  return bitmap;
}

/** Converts font units (y up) to dots (y down). */
function scalePointsToDots(source: Float64Array, scale: number, scaleAlong: number): Float64Array {
  const placed = new Float64Array(source.length);
  for (let i = 0; i < source.length; i += 2) {
    placed[i] = (source[i] ?? 0) * scaleAlong;
    placed[i + 1] = -(source[i + 1] ?? 0) * scale;
  }
  return placed;
}

function computeWholeDotBounds(points: Float64Array): {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
} {
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

/**
 * Crossings of polygon edges with each sub-scanline: `first[n]` … `first[n + 1]` index x and
 * direction.
 */
type Crossings = { first: Uint32Array; x: Float64Array; direction: Int8Array };

function collectScanlineCrossings(
  points: Float64Array,
  starts: Uint32Array,
  top: number,
  lines: number,
): Crossings {
  const first = new Uint32Array(lines + 1);
  forEachEdge(points, starts, top, (from, to) => {
    for (let line = from; line < to; line += 1) first[line + 1] = (first[line + 1] ?? 0) + 1;
  });
  for (let line = 0; line < lines; line += 1)
    first[line + 1] = (first[line + 1] ?? 0) + (first[line] ?? 0);
  const total = first[lines] ?? 0;
  const x = new Float64Array(total);
  const direction = new Int8Array(total);
  const next = first.slice();
  forEachEdge(points, starts, top, (from, to, edge) => {
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

/**
 * Calls `visit` for each edge with the half-open range of sub-scanlines it crosses; a is always
 * above b.
 */
function forEachEdge(
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

/**
 * Adds the coverage of one sub-scanline: full dots as steps (summed later), partial dots as
 * fractions.
 */
function addScanlineCoverage(
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
    else if (winding === 0) addSpanCoverage(spanStart, x, partial, steps);
  }
}

function addSpanCoverage(
  start: number,
  end: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
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

/** Insertion sort: a line has few crossings. */
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

function writeRowFromCoverage(
  bits: Uint8Array,
  row: number,
  width: number,
  partial: Float64Array,
  steps: Float64Array,
): void {
  let coveredLines = 0;
  for (let x = 0; x < width; x += 1) {
    coveredLines += steps[x] ?? 0;
    if (coveredLines + (partial[x] ?? 0) >= SUB_SCANLINES / 2) {
      const at = row + (x >> 3);
      bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  partial.fill(0);
  steps.fill(0);
}
