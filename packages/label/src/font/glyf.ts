/**
 * A closed contour of a quadratic outline in font units, y up.
 * Points alternate as TrueType stores them; `on[i]` is 1 for points on the curve.
 */
export type Contour = { x: number[]; y: number[]; on: number[] };

export type GetGlyphData = (glyph: number) => DataView | undefined;

const MAX_COMPONENT_DEPTH = 6;
const MAX_POINTS = 20_000;

/**
 * Contours of one glyph with composite components resolved. Throws RangeError on a malformed table.
 */
export function readContours(getGlyphData: GetGlyphData, glyph: number, depth = 0): Contour[] {
  const view = getGlyphData(glyph);
  if (view === undefined || view.byteLength < 10) return [];
  const contourCount = view.getInt16(0);
  if (contourCount >= 0) return readSimpleGlyph(view, contourCount);
  if (depth >= MAX_COMPONENT_DEPTH) throw new RangeError('glyph components nested too deep');
  return readCompositeGlyph(getGlyphData, view, depth);
}

const ON_CURVE = 1;
const REPEAT = 8;

function readSimpleGlyph(view: DataView, contourCount: number): Contour[] {
  if (contourCount === 0) return [];
  const ends: number[] = [];
  for (let i = 0; i < contourCount; i += 1) ends.push(view.getUint16(10 + i * 2));
  const pointCount = (ends.at(-1) ?? -1) + 1;
  if (pointCount > MAX_POINTS) throw new RangeError('glyph has too many points');
  let at = 10 + contourCount * 2;
  at += 2 + view.getUint16(at);

  const flags = new Uint8Array(pointCount);
  for (let i = 0; i < pointCount; i += 1) {
    const flag = view.getUint8(at);
    at += 1;
    flags[i] = flag;
    if ((flag & REPEAT) !== 0) {
      const repeats = view.getUint8(at);
      at += 1;
      flags.fill(flag, i + 1, i + 1 + repeats);
      i += repeats;
    }
  }
  const xs = readGlyphCoordinates({ view, at, flags, shortBit: 2, sameBit: 16 });
  const ys = readGlyphCoordinates({ view, at: xs.next, flags, shortBit: 4, sameBit: 32 });
  let start = 0;
  return ends.map((end) => {
    const on = Array.from(flags.subarray(start, end + 1), (flag) => flag & ON_CURVE);
    const contour = { x: xs.values.slice(start, end + 1), y: ys.values.slice(start, end + 1), on };
    start = end + 1;
    return contour;
  });
}

type CoordinateRun = {
  view: DataView;
  at: number;
  flags: Uint8Array;
  shortBit: number;
  sameBit: number;
};

function readGlyphCoordinates(run: CoordinateRun): { values: number[]; next: number } {
  const { view, flags, shortBit, sameBit } = run;
  const values: number[] = [];
  let at = run.at;
  let value = 0;
  for (const flag of flags) {
    if ((flag & shortBit) !== 0) {
      const delta = view.getUint8(at);
      value += (flag & sameBit) === 0 ? -delta : delta;
      at += 1;
    } else if ((flag & sameBit) === 0) {
      value += view.getInt16(at);
      at += 2;
    }
    values.push(value);
  }
  return { values, next: at };
}

const ARGS_ARE_WORDS = 0x1;
const ARGS_ARE_OFFSETS = 0x2;
const HAS_SCALE = 0x8;
const MORE_COMPONENTS = 0x20;
const HAS_XY_SCALE = 0x40;
const HAS_MATRIX = 0x80;

function readCompositeGlyph(toBytes: GetGlyphData, view: DataView, depth: number): Contour[] {
  const contours: Contour[] = [];
  let at = 10;
  let flags = MORE_COMPONENTS;
  while ((flags & MORE_COMPONENTS) !== 0) {
    flags = view.getUint16(at);
    const glyph = view.getUint16(at + 2);
    at += 4;
    const words = (flags & ARGS_ARE_WORDS) !== 0;
    const dx = words ? view.getInt16(at) : view.getInt8(at);
    const dy = words ? view.getInt16(at + 2) : view.getInt8(at + 1);
    at += words ? 4 : 2;
    const matrix = readComponentMatrix(view, at, flags);
    at += matrix.bytes;
    // The bundled fonts use no point-matched components; such a component is placed at the origin.
    const isOffset = (flags & ARGS_ARE_OFFSETS) !== 0;
    for (const part of readContours(toBytes, glyph, depth + 1)) {
      contours.push(transformContour(part, matrix.values, isOffset ? dx : 0, isOffset ? dy : 0));
    }
    if (contours.length > MAX_POINTS) throw new RangeError('glyph has too many contours');
  }
  return contours;
}

type Matrix = [xx: number, xy: number, yx: number, yy: number];

function readComponentMatrix(
  view: DataView,
  at: number,
  flags: number,
): { values: Matrix; bytes: number } {
  const readF2Dot14 = (offset: number): number => view.getInt16(at + offset) / 16384;
  if ((flags & HAS_SCALE) !== 0)
    return { values: [readF2Dot14(0), 0, 0, readF2Dot14(0)], bytes: 2 };
  if ((flags & HAS_XY_SCALE) !== 0)
    return { values: [readF2Dot14(0), 0, 0, readF2Dot14(2)], bytes: 4 };
  if ((flags & HAS_MATRIX) !== 0)
    return { values: [readF2Dot14(0), readF2Dot14(2), readF2Dot14(4), readF2Dot14(6)], bytes: 8 };
  return { values: [1, 0, 0, 1], bytes: 0 };
}

function transformContour(
  contour: Contour,
  [xx, xy, yx, yy]: Matrix,
  dx: number,
  dy: number,
): Contour {
  const x = contour.x.map((px, i) => px * xx + (contour.y[i] ?? 0) * yx + dx);
  const y = contour.x.map((px, i) => px * xy + (contour.y[i] ?? 0) * yy + dy);
  return { x, y, on: contour.on };
}
