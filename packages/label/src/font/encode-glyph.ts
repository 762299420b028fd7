import type { Contour } from './glyf.ts';

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
/** With a short vector: it is positive. Without: the coordinate is that of the point before. */
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

/** An entry of a `glyf` table, and what `hmtx` and `head` need of it; font units. */
export type EncodedGlyph = {
  bytes: Uint8Array;
  /** xMin, yMin, xMax, yMax. */
  bounds: readonly [number, number, number, number];
  points: number;
  contours: number;
};

const BLANK: EncodedGlyph = {
  bytes: new Uint8Array(),
  bounds: [0, 0, 0, 0],
  points: 0,
  contours: 0,
};

/**
 * Writes contours as a simple glyph without instructions (OpenType, `glyf`), to an even number of bytes; empty for a glyph
 * without ink. Coordinates are rounded to whole units.
 */
export function encodeGlyph(contours: readonly Contour[]): EncodedGlyph {
  const xs = contours.flatMap(({ x }) => x.map(Math.round));
  const ys = contours.flatMap(({ y }) => y.map(Math.round));
  if (xs.length === 0) return BLANK;
  const out: number[] = [];
  const put16 = (value: number): void => void out.push((value >> 8) & 0xff, value & 0xff);
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  put16(contours.length);
  bounds.forEach(put16);
  let last = -1;
  for (const { x } of contours) {
    last += x.length;
    put16(last);
  }
  put16(0);
  const on = contours.flatMap((contour) => contour.on);
  const across = deltas(xs, X_SHORT, X_SAME_OR_POSITIVE);
  const down = deltas(ys, Y_SHORT, Y_SAME_OR_POSITIVE);
  putFlags(
    out,
    on.map((value, i) => (value & ON_CURVE) | (across.flags[i] ?? 0) | (down.flags[i] ?? 0)),
  );
  for (const byte of across.bytes) out.push(byte);
  for (const byte of down.bytes) out.push(byte);
  // Offsets of glyphs are even in every form of `loca`.
  if (out.length % 2 === 1) out.push(0);
  return { bytes: Uint8Array.from(out), bounds, points: xs.length, contours: contours.length };
}

/** Each coordinate told from the one before, in no, one or two bytes. */
function deltas(
  values: readonly number[],
  short: number,
  sameOrPositive: number,
): { flags: number[]; bytes: number[] } {
  const bytes: number[] = [];
  let at = 0;
  const flags = values.map((value) => {
    const delta = value - at;
    at = value;
    if (delta === 0) return sameOrPositive;
    if (Math.abs(delta) < 256) {
      bytes.push(Math.abs(delta));
      return delta > 0 ? short | sameOrPositive : short;
    }
    bytes.push((delta >> 8) & 0xff, delta & 0xff);
    return 0;
  });
  return { flags, bytes };
}

function putFlags(out: number[], flags: readonly number[]): void {
  for (let i = 0; i < flags.length;) {
    const flag = flags[i] ?? 0;
    let more = 0;
    while (more < 255 && flags[i + more + 1] === flag) more += 1;
    // One more costs as much either way.
    if (more < 2) {
      out.push(flag);
      i += 1;
      continue;
    }
    out.push(flag | REPEAT, more);
    i += more + 1;
  }
}
