import type { Contour } from './glyf.ts';

const ON_CURVE = 0x01;
const X_SHORT = 0x02;
const Y_SHORT = 0x04;
const REPEAT = 0x08;
/**
 * With a short vector: the delta is positive. Without one: the coordinate equals the previous one.
 */
const X_SAME_OR_POSITIVE = 0x10;
const Y_SAME_OR_POSITIVE = 0x20;

/** Entry of the `glyf` table. `bounds` (font units) go to `head` and `hmtx`, the counts to `maxp`. */
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
 * Encodes contours as a simple glyph without instructions (OpenType, `glyf`), padded to an even
 * number of bytes; empty for a glyph without ink. Rounds coordinates to integers.
 */
export function encodeGlyph(contours: readonly Contour[]): EncodedGlyph {
  const xs = contours.flatMap(({ x }) => x.map(Math.round));
  const ys = contours.flatMap(({ y }) => y.map(Math.round));
  if (xs.length === 0) return BLANK;
  const out: number[] = [];
  const writeInt16 = (value: number): void => void out.push((value >> 8) & 0xff, value & 0xff);
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  writeInt16(contours.length);
  bounds.forEach(writeInt16);
  let last = -1;
  for (const { x } of contours) {
    last += x.length;
    writeInt16(last);
  }
  writeInt16(0);
  const on = contours.flatMap((contour) => contour.on);
  const across = encodeCoordinateDeltas(xs, X_SHORT, X_SAME_OR_POSITIVE);
  const down = encodeCoordinateDeltas(ys, Y_SHORT, Y_SAME_OR_POSITIVE);
  writePointFlags(
    out,
    on.map((value, i) => (value & ON_CURVE) | (across.flags[i] ?? 0) | (down.flags[i] ?? 0)),
  );
  for (const byte of across.bytes) out.push(byte);
  for (const byte of down.bytes) out.push(byte);
  // Short `loca` offsets require even glyph lengths.
  if (out.length % 2 === 1) out.push(0);
  return { bytes: Uint8Array.from(out), bounds, points: xs.length, contours: contours.length };
}

/** Encodes each coordinate as the delta to the previous one, in zero, one or two bytes. */
function encodeCoordinateDeltas(
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

function writePointFlags(out: number[], flags: readonly number[]): void {
  for (let i = 0; i < flags.length;) {
    const flag = flags[i] ?? 0;
    let repeats = 0;
    while (repeats < 255 && flags[i + repeats + 1] === flag) repeats += 1;
    // A repeat flag saves nothing below two repeats.
    if (repeats < 2) {
      out.push(flag);
      i += 1;
      continue;
    }
    out.push(flag | REPEAT, repeats);
    i += repeats + 1;
  }
}
