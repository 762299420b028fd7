import type { Font } from '../font/font.ts';
import { type GlyphsOp, SLANT } from '../scene.ts';
import type { Rotation } from '../template.ts';
import { type GlyphBitmap, rasterizeOutline } from './rasterize-outline.ts';

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
  readonly isItalic: boolean;
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
export function getGlyphBitmapSheet({
  font,
  sizeDots,
  rotation,
  widthPercent = 100,
  italic,
}: Pick<GlyphsOp, 'font' | 'sizeDots' | 'rotation' | 'widthPercent' | 'italic'>): GlyphBitmapCache {
  const cache = getFontGlyphCache(font);
  const isItalic = italic ?? false;
  const shape = computeGlyphShapeKey({ sizeDots, rotation, widthPercent, isItalic });
  const cachedSheet = cache.sheets.get(shape);
  if (cachedSheet !== undefined) return cachedSheet;
  const sheet = {
    font,
    sizeDots,
    rotation,
    widthPercent,
    isItalic,
    bitmaps: new Map(),
  };
  reserveCacheBytes(cache, sheet, SHEET_BYTES);
  return sheet;
}

type Shape = Pick<GlyphBitmapCache, 'sizeDots' | 'rotation' | 'widthPercent' | 'isItalic'>;
const computeGlyphShapeKey = ({ sizeDots, rotation, widthPercent, isItalic }: Shape): number =>
  ((sizeDots * 2 * MAX_PERCENT + widthPercent) * 2 + Number(isItalic)) * 4 + rotation / 90;

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
  const { font, sizeDots, rotation, widthPercent, isItalic } = sheet;
  const outline = font.getOutline(glyph);
  const scale = sizeDots / font.unitsPerEm;
  const rasterizedGlyph = rasterizeOutline(outline, rotation, {
    scale,
    scaleAlong: (scale * widthPercent) / 100,
    slant: isItalic ? SLANT : 0,
  });
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
