import {
  A,
  C,
  CODE_SETS,
  D,
  E,
  ECI,
  getValue,
  listLatch,
  NUMERIC_SHIFT,
  PAD,
  PAD_E,
  SHIFTS,
} from './code-sets.ts';

/** The best way found to say so many bytes and be in one set then. */
type Way = { cost: number; before: Way | undefined; adds: readonly number[] };
type Row = (Way | undefined)[];

/** ECI 26: what follows is UTF-8; its number is one codeword (ISO/IEC 16023, 4.6). */
const ECI_UTF8 = [ECI, 26];
const COMPACTED_DIGITS = 9;
/** A codeword has six bits. */
const BITS = 6;

/**
 * The fewest codewords that say these bytes and fill `room`, from set A on; undefined when they are too many. Bytes are
 * ISO/IEC 8859-1 unless `isUtf8`.
 */
export function fillWithText(
  bytes: Uint8Array,
  { isUtf8, room }: { isUtf8: boolean; room: number },
): number[] | undefined {
  const rows = findWays(bytes, isUtf8 ? ECI_UTF8 : []);
  let best: number[] | undefined;
  let least = Infinity;
  for (const set of CODE_SETS) {
    const way = rows[set]?.[bytes.length];
    if (way === undefined || way.cost > room || way.cost >= least) continue;
    const words = collectWords(way);
    // The sets C and D have no pad.
    if (words.length < room && (set === C || set === D)) words.push(...listLatch(set, A));
    while (words.length < room) words.push(set === E ? PAD_E : PAD);
    [best, least] = [words, way.cost];
  }
  return best;
}

function findWays(bytes: Uint8Array, start: readonly number[]): Row[] {
  const rows = CODE_SETS.map((): Row => Array.from({ length: bytes.length + 1 }));
  const offer = (set: number, at: number, before: Way, adds: readonly number[]): void => {
    const row = rows[set];
    const cost = before.cost + adds.length;
    if (row && cost < (row[at]?.cost ?? Infinity)) row[at] = { cost, before, adds };
  };
  const [first] = rows;
  if (first) first[0] = { cost: start.length, before: undefined, adds: start };
  const digits = countDigits(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    // One latch leads from anywhere to anywhere.
    for (const from of CODE_SETS) {
      const way = rows[from]?.[at];
      if (way === undefined) continue;
      for (const to of CODE_SETS) if (to !== from) offer(to, at, way, listLatch(from, to));
    }
    for (const set of CODE_SETS) {
      const way = rows[set]?.[at];
      if (way === undefined) continue;
      const value = getValue(set, bytes[at] ?? 0);
      if (value >= 0) offer(set, at + 1, way, [value]);
      for (const shift of SHIFTS) {
        if (shift.from !== set || at + shift.count > bytes.length) continue;
        const values = Array.from(bytes.subarray(at, at + shift.count), (byte) =>
          getValue(shift.to, byte),
        );
        if (!values.includes(-1)) offer(set, at + shift.count, way, [shift.value, ...values]);
      }
      if ((digits[at] ?? 0) >= COMPACTED_DIGITS)
        offer(set, at + COMPACTED_DIGITS, way, compactDigits(bytes, at));
    }
  }
  return rows;
}

/** Digits from each byte on. */
function countDigits(bytes: Uint8Array): number[] {
  const counts: number[] = Array.from({ length: bytes.length }, () => 0);
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x30 && byte <= 0x39) counts[at] = (counts[at + 1] ?? 0) + 1;
  }
  return counts;
}

/** Nine digits as a number of 30 bits, highest first. */
function compactDigits(bytes: Uint8Array, at: number): number[] {
  let number = 0;
  for (let i = 0; i < COMPACTED_DIGITS; i += 1) number = number * 10 + (bytes[at + i] ?? 0) - 0x30;
  const words = [4, 3, 2, 1, 0].map((place) => (number >> (BITS * place)) & 63);
  return [NUMERIC_SHIFT, ...words];
}

function collectWords(last: Way): number[] {
  const ways: Way[] = [];
  for (let way: Way | undefined = last; way; way = way.before) ways.push(way);
  return ways.reverse().flatMap(({ adds }) => adds);
}
