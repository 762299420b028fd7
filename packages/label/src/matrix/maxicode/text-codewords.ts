import {
  CODE_SET_A,
  CODE_SET_C,
  CODE_SETS,
  CODE_SET_D,
  CODE_SET_E,
  ECI,
  getCodeSetValue,
  listLatchCodewords,
  NUMERIC_SHIFT,
  PAD,
  PAD_E,
  SHIFTS,
} from './code-sets.ts';

/** Cheapest encoding of the bytes so far that ends in one code set. */
type EncodingPath = { cost: number; before: EncodingPath | undefined; adds: readonly number[] };
type Row = (EncodingPath | undefined)[];

/** ECI 26 selects UTF-8; its number takes one codeword (ISO/IEC 16023, 4.6). */
const ECI_UTF8 = [ECI, 26];
const COMPACTED_DIGITS = 9;
/** Bits per codeword. */
const BITS = 6;

/**
 * Encodes the bytes in the fewest codewords, starting in set A, and pads to `room`. Bytes are
 * ISO/IEC 8859-1 unless `isUtf8`. Returns undefined if they do not fit.
 */
export function encodeTextToCodewords(
  bytes: Uint8Array,
  { isUtf8, room }: { isUtf8: boolean; room: number },
): number[] | undefined {
  const rows = findEncodingPaths(bytes, isUtf8 ? ECI_UTF8 : []);
  let best: number[] | undefined;
  let min = Infinity;
  for (const set of CODE_SETS) {
    const encodingPath = rows[set]?.[bytes.length];
    if (encodingPath === undefined || encodingPath.cost > room || encodingPath.cost >= min)
      continue;
    const words = collectPathCodewords(encodingPath);
    // Sets C and D have no pad.
    if (words.length < room && (set === CODE_SET_C || set === CODE_SET_D))
      words.push(...listLatchCodewords(set, CODE_SET_A));
    while (words.length < room) words.push(set === CODE_SET_E ? PAD_E : PAD);
    [best, min] = [words, encodingPath.cost];
  }
  return best;
}

function findEncodingPaths(bytes: Uint8Array, start: readonly number[]): Row[] {
  const rows = CODE_SETS.map((): Row => Array.from({ length: bytes.length + 1 }));
  const offerEncodingPath = (
    set: number,
    at: number,
    before: EncodingPath,
    adds: readonly number[],
  ): void => {
    const row = rows[set];
    const cost = before.cost + adds.length;
    if (row && cost < (row[at]?.cost ?? Infinity)) row[at] = { cost, before, adds };
  };
  const [first] = rows;
  if (first) first[0] = { cost: start.length, before: undefined, adds: start };
  const digits = countConsecutiveDigits(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    // One latch connects any two sets.
    for (const from of CODE_SETS) {
      const encodingPath = rows[from]?.[at];
      if (encodingPath === undefined) continue;
      for (const to of CODE_SETS)
        if (to !== from) offerEncodingPath(to, at, encodingPath, listLatchCodewords(from, to));
    }
    for (const set of CODE_SETS) {
      const encodingPath = rows[set]?.[at];
      if (encodingPath === undefined) continue;
      const value = getCodeSetValue(set, bytes[at] ?? 0);
      if (value >= 0) offerEncodingPath(set, at + 1, encodingPath, [value]);
      for (const shift of SHIFTS) {
        if (shift.from !== set || at + shift.count > bytes.length) continue;
        const values = Array.from(bytes.subarray(at, at + shift.count), (byte) =>
          getCodeSetValue(shift.to, byte),
        );
        if (!values.includes(-1))
          offerEncodingPath(set, at + shift.count, encodingPath, [shift.value, ...values]);
      }
      if ((digits[at] ?? 0) >= COMPACTED_DIGITS)
        offerEncodingPath(set, at + COMPACTED_DIGITS, encodingPath, encodeNineDigits(bytes, at));
    }
  }
  return rows;
}

/** Number of consecutive digits from each byte on. */
function countConsecutiveDigits(bytes: Uint8Array): number[] {
  const counts: number[] = Array.from({ length: bytes.length }, () => 0);
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) counts[at] = (counts[at + 1] ?? 0) + 1;
  }
  return counts;
}

/** Nine digits as a 30-bit number, highest bits first. */
function encodeNineDigits(bytes: Uint8Array, at: number): number[] {
  let number = 0;
  for (let i = 0; i < COMPACTED_DIGITS; i += 1) number = number * 10 + (bytes[at + i] ?? 0) - 0x30;
  const words = [4, 3, 2, 1, 0].map((place) => (number >> (BITS * place)) & 63);
  return [NUMERIC_SHIFT, ...words];
}

function collectPathCodewords(last: EncodingPath): number[] {
  const pathSteps: EncodingPath[] = [];
  for (
    let encodingPath: EncodingPath | undefined = last;
    encodingPath;
    encodingPath = encodingPath.before
  )
    pathSteps.push(encodingPath);
  return pathSteps.reverse().flatMap(({ adds }) => adds);
}
