import { LabelError } from '../errors.ts';
import { readCmap } from './cmap.ts';
import type { GlyphLookup } from './cmap.ts';
import type { Contour } from './glyf.ts';
import { readContours } from './glyf.ts';
import { flattenContours } from './outline.ts';
import type { FlatOutline } from './outline.ts';

/** xMin, yMin, xMax, yMax. */
type Bounds = readonly [number, number, number, number];

/** A TrueType font in memory. Lengths are font units, y up. */
export type Font = {
  unitsPerEm: number;
  /** Height of the ideographic em box above the baseline; the rest of the em is below it. */
  emAscent: number;
  /** Glyph of a code point; 0 (the visible "missing" box) when the font lacks it. */
  getGlyph: GlyphLookup;
  getAdvance: (glyph: number) => number;
  listContours: (glyph: number) => Contour[];
  /** Bounding box of the glyph: xMin, yMin, xMax, yMax; all 0 for a glyph without ink. */
  getBounds: (glyph: number) => Bounds;
  /** Flattened outline, independent of size; cached per glyph. */
  getOutline: (glyph: number) => FlatOutline;
};

/** The two weights available to labels. */
export type Fonts = { 400: Font; 700: Font };

/** Chord error of flattened curves, in thousandths of an em: 0.12 dot at an em of 200 dots. */
const FLATNESS = 0.6;
const OUTLINE_CACHE_BYTES = 12_000_000;

/**
 * Reads a TrueType font (`glyf` outlines; tables head, maxp, hhea, hmtx, loca, glyf, cmap). Throws
 * LabelError `bad-font` for anything else. The font references the bytes without copying them.
 */
export function loadFont(bytes: Uint8Array): Font {
  try {
    return readFont(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new LabelError('bad-font', `字体文件无法读取：${error.message}`);
    throw error;
  }
}

function readFont(bytes: Uint8Array): Font {
  const getTable = createFontTableReader(bytes);
  const head = getTable('head');
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw new RangeError('unitsPerEm out of range');
  const longLoca = head.getInt16(50) === 1;
  const glyphCount = getTable('maxp').getUint16(4);
  const metricCount = Math.max(1, getTable('hhea').getUint16(34));
  const hmtx = getTable('hmtx');
  const loca = getTable('loca');
  const glyf = getTable('glyf');

  const getGlyphData = (glyph: number): DataView | undefined => {
    if (glyph < 0 || glyph >= glyphCount) return undefined;
    const start = longLoca ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
    const end = longLoca ? loca.getUint32(glyph * 4 + 4) : loca.getUint16(glyph * 2 + 2) * 2;
    if (end <= start) return undefined;
    return new DataView(glyf.buffer, glyf.byteOffset + start, end - start);
  };
  const listContours = (glyph: number): Contour[] => readContours(getGlyphData, glyph);
  // Cached because every layout reads the bounds of every glyph.
  const bounds = Array.from({ length: glyphCount }, (): Bounds | undefined => undefined);
  return {
    unitsPerEm,
    emAscent: unitsPerEm * 0.88,
    getGlyph: readCmap(getTable('cmap')),
    getAdvance: (glyph) => hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4),
    listContours,
    getBounds: (glyph) => (bounds[glyph] ??= readGlyphBounds(getGlyphData(glyph))),
    getOutline: cacheGlyphOutlines(listContours, (FLATNESS * unitsPerEm) / 1000),
  };
}

function readGlyphBounds(view: DataView | undefined): Bounds {
  if (view === undefined || view.byteLength < 10) return [0, 0, 0, 0];
  return [view.getInt16(2), view.getInt16(4), view.getInt16(6), view.getInt16(8)];
}

function createFontTableReader(bytes: Uint8Array): (tag: string) => DataView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const signature = view.getUint32(0);
  if (signature !== 0x00010000 && signature !== 0x74727565)
    throw new RangeError('not a TrueType font');
  const tables = new Map<string, DataView>();
  const count = view.getUint16(4);
  for (let i = 0; i < count; i += 1) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const offset = view.getUint32(at + 8);
    const length = view.getUint32(at + 12);
    // The bytes may be a view into a larger buffer: never read past their end.
    if (offset + length > bytes.byteLength) throw new RangeError(`table ${tag} is cut off`);
    tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }
  return (tag) => {
    const tableView = tables.get(tag);
    if (tableView === undefined) throw new RangeError(`table ${tag} is missing`);
    return tableView;
  };
}

function cacheGlyphOutlines(
  listContours: (glyph: number) => Contour[],
  tolerance: number,
): (glyph: number) => FlatOutline {
  const cache = new Map<number, FlatOutline>();
  let cachedBytes = 0;
  return (glyph) => {
    const cachedOutline = cache.get(glyph);
    if (cachedOutline !== undefined) return cachedOutline;
    const outline = flattenContours(listContours(glyph), tolerance);
    if (cachedBytes > OUTLINE_CACHE_BYTES) {
      cache.clear();
      cachedBytes = 0;
    }
    cache.set(glyph, outline);
    cachedBytes += outline.points.byteLength + 200;
    return outline;
  };
}
