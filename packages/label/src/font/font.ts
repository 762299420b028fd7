import { LabelError } from '../errors.ts';
import { readCmap } from './cmap.ts';
import type { GlyphLookup } from './cmap.ts';
import type { Contour } from './glyf.ts';
import { readContours } from './glyf.ts';
import { flatten } from './outline.ts';
import type { FlatOutline } from './outline.ts';

/** xMin, yMin, xMax, yMax. */
type Bounds = readonly [number, number, number, number];

/** A TrueType font held in memory. Lengths are font units, y up. */
export type Font = {
  unitsPerEm: number;
  /** Height of the ideographic em box above the baseline; the rest of the em lies below. */
  emAscent: number;
  /** Glyph of a code point; 0 (the visible "missing" box) when the font lacks it. */
  getGlyph: GlyphLookup;
  getAdvance: (glyph: number) => number;
  listContours: (glyph: number) => Contour[];
  /** The glyph's own bounding box: xMin, yMin, xMax, yMax; all 0 for one without ink. */
  getBounds: (glyph: number) => Bounds;
  /** Flattened once a glyph, independent of size. */
  getOutline: (glyph: number) => FlatOutline;
};

/** The two weights a label may use. */
export type Fonts = { 400: Font; 700: Font };

/** Chord error of flattened curves, in thousandths of an em: 0.12 dot at an em of 200 dots. */
const FLATNESS = 0.6;
const OUTLINE_CACHE_BYTES = 12_000_000;

/**
 * Reads a TrueType font (`glyf` outlines; tables head, maxp, hhea, hmtx, loca, glyf, cmap).
 * Throws LabelError `bad-font` for anything else. The bytes are kept, not copied.
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
  const table = tableReader(bytes);
  const head = table('head');
  const unitsPerEm = head.getUint16(18);
  if (unitsPerEm < 16 || unitsPerEm > 16384) throw new RangeError('unitsPerEm out of range');
  const longLoca = head.getInt16(50) === 1;
  const glyphCount = table('maxp').getUint16(4);
  const metricCount = Math.max(1, table('hhea').getUint16(34));
  const hmtx = table('hmtx');
  const loca = table('loca');
  const glyf = table('glyf');

  const getGlyphData = (glyph: number): DataView | undefined => {
    if (glyph < 0 || glyph >= glyphCount) return undefined;
    const start = longLoca ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
    const end = longLoca ? loca.getUint32(glyph * 4 + 4) : loca.getUint16(glyph * 2 + 2) * 2;
    if (end <= start) return undefined;
    return new DataView(glyf.buffer, glyf.byteOffset + start, end - start);
  };
  const listContours = (glyph: number): Contour[] => readContours(getGlyphData, glyph);
  // Every layout asks for those of every glyph.
  const bounds = Array.from({ length: glyphCount }, (): Bounds | undefined => undefined);
  return {
    unitsPerEm,
    emAscent: unitsPerEm * 0.88,
    getGlyph: readCmap(table('cmap')),
    getAdvance: (glyph) => hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4),
    listContours,
    getBounds: (glyph) => (bounds[glyph] ??= readBounds(getGlyphData(glyph))),
    getOutline: cachedOutlines(listContours, (FLATNESS * unitsPerEm) / 1000),
  };
}

function readBounds(view: DataView | undefined): Bounds {
  if (view === undefined || view.byteLength < 10) return [0, 0, 0, 0];
  return [view.getInt16(2), view.getInt16(4), view.getInt16(6), view.getInt16(8)];
}

function tableReader(bytes: Uint8Array): (tag: string) => DataView {
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
    // The bytes may be a window into a larger buffer: never read past their own end.
    if (offset + length > bytes.byteLength) throw new RangeError(`table ${tag} is cut off`);
    tables.set(tag, new DataView(bytes.buffer, bytes.byteOffset + offset, length));
  }
  return (tag) => {
    const found = tables.get(tag);
    if (found === undefined) throw new RangeError(`table ${tag} is missing`);
    return found;
  };
}

function cachedOutlines(
  listContours: (glyph: number) => Contour[],
  tolerance: number,
): (glyph: number) => FlatOutline {
  const cache = new Map<number, FlatOutline>();
  let held = 0;
  return (glyph) => {
    const known = cache.get(glyph);
    if (known !== undefined) return known;
    const outline = flatten(listContours(glyph), tolerance);
    if (held > OUTLINE_CACHE_BYTES) {
      cache.clear();
      held = 0;
    }
    cache.set(glyph, outline);
    held += outline.points.byteLength + 200;
    return outline;
  };
}
