import { concatBytes } from '../bytes.ts';
import { type EncodedGlyph, encodeGlyph } from './encode-glyph.ts';
import type { Font } from './font.ts';

/**
 * TrueType font with a subset of glyphs, and its bounding box for the font descriptor; font units.
 */
export type FontSubset = {
  bytes: Uint8Array;
  bounds: readonly [number, number, number, number];
};

type Table = { tag: string; bytes: Uint8Array };

/**
 * Builds a TrueType font with the glyphs in the given order, from any pieces. The first glyph is
 * `.notdef`. Includes only the tables an embedded font needs (ISO 32000-1, 9.9): glyf, head, hhea,
 * hmtx, loca, maxp. Deterministic: the same glyphs give the same bytes.
 */
export function subsetFont(font: Font, glyphs: readonly number[]): FontSubset {
  const encoded = glyphs.map((glyph) => encodeGlyph(font.listContours(glyph)));
  const bounds = mergeBounds(encoded);
  const advances = glyphs.map((glyph) => font.getAdvance(glyph));
  const ascent = Math.round(font.emAscent);
  const tables = [
    { tag: 'glyf', bytes: concatBytes(encoded.map(({ bytes }) => bytes)) },
    { tag: 'head', bytes: buildFontHeadTable(font.unitsPerEm, bounds) },
    { tag: 'hhea', bytes: buildHheaTable(ascent, ascent - font.unitsPerEm, advances) },
    {
      tag: 'hmtx',
      bytes: encodeUint16BigEndian(
        encoded.flatMap((glyph, i) => [advances[i] ?? 0, glyph.bounds[0]]),
      ),
    },
    { tag: 'loca', bytes: buildLocaTable(encoded) },
    { tag: 'maxp', bytes: buildMaxpTable(encoded) },
  ];
  return { bytes: assembleFont(tables), bounds };
}

function mergeBounds(glyphs: readonly EncodedGlyph[]): readonly [number, number, number, number] {
  const bounds: [number, number, number, number] = [0, 0, 0, 0];
  for (const { bounds: glyphBounds } of glyphs) {
    bounds[0] = Math.min(bounds[0], glyphBounds[0]);
    bounds[1] = Math.min(bounds[1], glyphBounds[1]);
    bounds[2] = Math.max(bounds[2], glyphBounds[2]);
    bounds[3] = Math.max(bounds[3], glyphBounds[3]);
  }
  return bounds;
}

/** Encodes 16-bit values, signed or unsigned, big-endian. */
function encodeUint16BigEndian(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  values.forEach((value, i) => {
    bytes[i * 2] = (value >> 8) & 0xff;
    bytes[i * 2 + 1] = value & 0xff;
  });
  return bytes;
}

const findLargest = (values: readonly number[]): number =>
  values.reduce((max, value) => Math.max(max, value), 0);

const splitUint32IntoWords = (value: number): [number, number] => [value >>> 16, value & 0xffff];

function buildFontHeadTable(unitsPerEm: number, bounds: readonly number[]): Uint8Array {
  const version = [1, 0, 1, 0];
  // `assembleFont` sets checkSumAdjustment later.
  const [adjustment, magic] = [splitUint32IntoWords(0), splitUint32IntoWords(0x5f0f3cf5)];
  const baselineAndBearingAtZero = 0x0003;
  // Zero dates keep the output deterministic.
  const noDates = [0, 0, 0, 0, 0, 0, 0, 0];
  // macStyle none, lowestRecPPEM 6, fontDirectionHint mixed, long `loca` offsets, glyphDataFormat
  // 0.
  const trailingFields = [0, 6, 2, 1, 0];
  return encodeUint16BigEndian([
    ...version,
    ...adjustment,
    ...magic,
    baselineAndBearingAtZero,
    unitsPerEm,
    ...noDates,
    ...bounds,
    ...trailingFields,
  ]);
}

function buildHheaTable(ascent: number, descent: number, advances: readonly number[]): Uint8Array {
  const widest = findLargest(advances);
  return encodeUint16BigEndian([
    1,
    0,
    ascent,
    descent,
    0,
    widest,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    advances.length,
  ]);
}

function buildLocaTable(glyphs: readonly EncodedGlyph[]): Uint8Array {
  const offsets = [...splitUint32IntoWords(0)];
  let at = 0;
  for (const { bytes } of glyphs) {
    at += bytes.length;
    offsets.push(...splitUint32IntoWords(at));
  }
  return encodeUint16BigEndian(offsets);
}

function buildMaxpTable(glyphs: readonly EncodedGlyph[]): Uint8Array {
  const points = findLargest(glyphs.map((glyph) => glyph.points));
  const contours = findLargest(glyphs.map((glyph) => glyph.contours));
  // No composites, no instructions; maxZones is 2.
  return encodeUint16BigEndian([
    1,
    0,
    glyphs.length,
    points,
    contours,
    0,
    0,
    2,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
}

const alignToFour = (length: number): number => (length + 3) & ~3;

function computeChecksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    const value =
      ((bytes[i] ?? 0) << 24) |
      ((bytes[i + 1] ?? 0) << 16) |
      ((bytes[i + 2] ?? 0) << 8) |
      (bytes[i + 3] ?? 0);
    sum = (sum + value) >>> 0;
  }
  return sum;
}

/**
 * Writes the file: the table directory sorted by tag, then each table at a multiple of four bytes.
 */
function assembleFont(tables: readonly Table[]): Uint8Array {
  const power = Math.floor(Math.log2(tables.length));
  const range = 16 * 2 ** power;
  const directory = [1, 0, tables.length, range, power, tables.length * 16 - range];
  let at = 12 + tables.length * 16;
  const parts: Uint8Array[] = [];
  let head = 0;
  for (const { tag, bytes } of tables) {
    if (tag === 'head') head = at;
    const [a = 0, b = 0, c = 0, d = 0] = Array.from(tag, (letter) => letter.charCodeAt(0));
    const entry = [computeChecksum(bytes), at, bytes.length].flatMap(splitUint32IntoWords);
    directory.push((a << 8) | b, (c << 8) | d, ...entry);
    const padded = new Uint8Array(alignToFour(bytes.length));
    padded.set(bytes);
    parts.push(padded);
    at += padded.length;
  }
  const file = concatBytes([encodeUint16BigEndian(directory), ...parts]);
  new DataView(file.buffer).setUint32(head + 8, (0xb1b0afba - computeChecksum(file)) >>> 0);
  return file;
}
