import { concat } from '../bytes.ts';
import { type EncodedGlyph, encodeGlyph } from './encode-glyph.ts';
import type { Font } from './font.ts';

/** A TrueType font of some glyphs, and what a font descriptor tells of it; font units. */
export type FontSubset = {
  bytes: Uint8Array;
  bounds: readonly [number, number, number, number];
};

type Table = { tag: string; bytes: Uint8Array };

/**
 * A TrueType font that holds the glyphs in the order given, from whichever pieces they come; the first is the one for what
 * is missing. Only the tables that an embedded font needs (ISO 32000-1, 9.9): glyf, head, hhea, hmtx, loca, maxp. The same
 * glyphs give the same bytes.
 */
export function subsetFont(font: Font, glyphs: readonly number[]): FontSubset {
  const encoded = glyphs.map((glyph) => encodeGlyph(font.listContours(glyph)));
  const bounds = getBounds(encoded);
  const advances = glyphs.map((glyph) => font.getAdvance(glyph));
  const ascent = Math.round(font.emAscent);
  const tables = [
    { tag: 'glyf', bytes: concat(encoded.map(({ bytes }) => bytes)) },
    { tag: 'head', bytes: headTable(font.unitsPerEm, bounds) },
    { tag: 'hhea', bytes: hheaTable(ascent, ascent - font.unitsPerEm, advances) },
    { tag: 'hmtx', bytes: words(encoded.flatMap((one, i) => [advances[i] ?? 0, one.bounds[0]])) },
    { tag: 'loca', bytes: locaTable(encoded) },
    { tag: 'maxp', bytes: maxpTable(encoded) },
  ];
  return { bytes: assemble(tables), bounds };
}

function getBounds(glyphs: readonly EncodedGlyph[]): readonly [number, number, number, number] {
  const bounds: [number, number, number, number] = [0, 0, 0, 0];
  for (const { bounds: own } of glyphs) {
    bounds[0] = Math.min(bounds[0], own[0]);
    bounds[1] = Math.min(bounds[1], own[1]);
    bounds[2] = Math.max(bounds[2], own[2]);
    bounds[3] = Math.max(bounds[3], own[3]);
  }
  return bounds;
}

/** Values of 16 bits, signed or not. */
function words(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  values.forEach((value, i) => {
    bytes[i * 2] = (value >> 8) & 0xff;
    bytes[i * 2 + 1] = value & 0xff;
  });
  return bytes;
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

const long = (value: number): [number, number] => [value >>> 16, value & 0xffff];

function headTable(unitsPerEm: number, bounds: readonly number[]): Uint8Array {
  const version = [1, 0, 1, 0];
  // The checksum of the file is set when it is known.
  const [adjustment, magic] = [long(0), long(0x5f0f3cf5)];
  const baselineAndBearingAtZero = 0x0003;
  // The same glyphs are the same bytes.
  const noDates = [0, 0, 0, 0, 0, 0, 0, 0];
  // No style, readable from 6 dots, mixed directions, long offsets, glyphs of the one form there is.
  const rest = [0, 6, 2, 1, 0];
  return words([
    ...version,
    ...adjustment,
    ...magic,
    baselineAndBearingAtZero,
    unitsPerEm,
    ...noDates,
    ...bounds,
    ...rest,
  ]);
}

function hheaTable(ascent: number, descent: number, advances: readonly number[]): Uint8Array {
  const widest = largest(advances);
  return words([
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

function locaTable(glyphs: readonly EncodedGlyph[]): Uint8Array {
  const offsets = [...long(0)];
  let at = 0;
  for (const { bytes } of glyphs) {
    at += bytes.length;
    offsets.push(...long(at));
  }
  return words(offsets);
}

function maxpTable(glyphs: readonly EncodedGlyph[]): Uint8Array {
  const points = largest(glyphs.map((one) => one.points));
  const contours = largest(glyphs.map((one) => one.contours));
  // No composites; two zones are what every interpreter takes; no program.
  return words([1, 0, glyphs.length, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
}

const align = (length: number): number => (length + 3) & ~3;

function checksum(bytes: Uint8Array): number {
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

/** The file: a directory in the order of the tags, then each table from a multiple of four. */
function assemble(tables: readonly Table[]): Uint8Array {
  const power = Math.floor(Math.log2(tables.length));
  const range = 16 * 2 ** power;
  const directory = [1, 0, tables.length, range, power, tables.length * 16 - range];
  let at = 12 + tables.length * 16;
  const parts: Uint8Array[] = [];
  let head = 0;
  for (const { tag, bytes } of tables) {
    if (tag === 'head') head = at;
    const [a = 0, b = 0, c = 0, d = 0] = Array.from(tag, (letter) => letter.charCodeAt(0));
    const entry = [checksum(bytes), at, bytes.length].flatMap(long);
    directory.push((a << 8) | b, (c << 8) | d, ...entry);
    const padded = new Uint8Array(align(bytes.length));
    padded.set(bytes);
    parts.push(padded);
    at += padded.length;
  }
  const file = concat([words(directory), ...parts]);
  new DataView(file.buffer).setUint32(head + 8, (0xb1b0afba - checksum(file)) >>> 0);
  return file;
}
