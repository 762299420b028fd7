import {
  bitsIn,
  BYTES_FROM,
  BYTES_PLACE,
  LATCHES,
  MODES,
  pairPlace,
  placeIn,
  PUNCTUATION,
  SHIFTS,
  UPPER,
} from './modes.ts';

/** Values, each with the number of its bits. */
type Bits = readonly (readonly [value: number, count: number])[];

/** How the bytes before were said: what was said before that, and what was added: places, or bytes as they are. */
type Way = { cost: number; before: Way | undefined; adds: Bits; raw?: Uint8Array };

/** The best way found to say so many bytes and be in one table then. */
type Row = (Way | undefined)[];

/** FLG(2) 2 6 behind a shift to punctuation: what follows is UTF-8 (ECI 26). */
const ECI_UTF8: Bits = [
  [0, 5],
  [0, 5],
  [2, 3],
  [4, 4],
  [8, 4],
];

/** The shortest way to say the bytes, a bit an entry (ISO/IEC 24778, 6.2). Linear in their number. */
export function textBits(bytes: Uint8Array, isUtf8: boolean): number[] {
  const ways = MODES.map((): Row => Array.from({ length: bytes.length + 1 }));
  const offer = (mode: number, at: number, way: Way): void => {
    const row = ways[mode];
    if (row && way.cost < (row[at]?.cost ?? Infinity)) row[at] = way;
  };
  const starts: (Start | undefined)[] = [];
  offer(UPPER, 0, { cost: 0, before: undefined, adds: isUtf8 ? ECI_UTF8 : [] });
  for (let at = 0; at <= bytes.length; at += 1) {
    // Three latches lead from anywhere to anywhere.
    for (let round = 0; round < 3; round += 1) {
      for (const { from, to, place } of LATCHES) {
        const way = ways[from]?.[at];
        if (way) offer(to, at, added(way, [[place, bitsIn(from)]]));
      }
    }
    if (at === bytes.length) break;
    for (const mode of MODES) {
      const way = ways[mode]?.[at];
      if (way === undefined) continue;
      for (const { length, adds } of nextPlaces(bytes, at, mode))
        offer(mode, at + length, added(way, adds));
      if (!BYTES_FROM.includes(mode)) continue;
      const start = { at, way };
      const best = (starts[mode] = betterStart(starts[mode], start));
      offerBytes(bytes, start, best, ways[mode] ?? []);
    }
  }
  const ends = MODES.flatMap((mode) => ways[mode]?.[bytes.length] ?? []);
  return written(ends.reduce((best, way) => (way.cost < best.cost ? way : best)));
}

function added(before: Way, adds: Bits): Way {
  let { cost } = before;
  for (const [, count] of adds) cost += count;
  return { cost, before, adds };
}

/** How the next byte, or two, can be said in a table, or with a shift out of it. */
function nextPlaces(bytes: Uint8Array, at: number, mode: number): { length: number; adds: Bits }[] {
  const [first = 0, second = -1] = [bytes[at], bytes[at + 1]];
  const found: { length: number; adds: Bits }[] = [];
  const look = (table: number, shift: Bits): void => {
    const bits = bitsIn(table);
    const place = placeIn(table, first);
    if (place >= 0) found.push({ length: 1, adds: [...shift, [place, bits]] });
    const pair = table === PUNCTUATION ? pairPlace(first, second) : -1;
    if (pair >= 0) found.push({ length: 2, adds: [...shift, [pair, bits]] });
  };
  look(mode, []);
  for (const { from, to, place } of SHIFTS) if (from === mode) look(to, [[place, bitsIn(from)]]);
  return found;
}

/** From so many bytes on, their number takes 16 bits instead of five. */
const LONG = 32;

function bytesAs(bytes: Uint8Array, { at, way }: Start, end: number): Way {
  const length = end - at;
  const count: Bits = length < LONG ? [[length, 5]] : [[length - LONG + 1, 16]];
  const cost = costAs(way, length);
  const raw = bytes.subarray(at, end);
  return { cost, before: way, adds: [[BYTES_PLACE, 5], ...count], raw };
}

const costAs = ({ cost }: Way, length: number): number =>
  cost + 5 + (length < LONG ? 5 : 16) + 8 * length;

/** Where a long run of bytes best begins: the way so far, without what its bytes take, is shortest. */
type Start = { at: number; way: Way };

/**
 * Bytes as they are, from here on: every short run, and the best of the long ones that end `LONG` bytes from here. A
 * byte more takes eight bits in any of them, so that one start is best for all ends behind it. Runs longer than can be
 * counted fit no symbol.
 */
function offerBytes(bytes: Uint8Array, start: Start, best: Start, row: Row): void {
  const offer = (from: Start, end: number): void => {
    if (costAs(from.way, end - from.at) < (row[end]?.cost ?? Infinity))
      row[end] = bytesAs(bytes, from, end);
  };
  const long = start.at + LONG;
  if (long <= bytes.length) offer(best, long);
  const last = Math.min(bytes.length, long - 1);
  for (let end = start.at + 1; end <= last; end += 1) offer(start, end);
}

const betterStart = (known: Start | undefined, start: Start): Start =>
  known && known.way.cost - 8 * known.at <= start.way.cost - 8 * start.at ? known : start;

function written(last: Way): number[] {
  const ways: Way[] = [];
  for (let way: Way | undefined = last; way; way = way.before) ways.push(way);
  ways.reverse();
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  for (const { adds, raw = [] } of ways) {
    for (const [value, count] of adds) put(value, count);
    for (const byte of raw) put(byte, 8);
  }
  return bits;
}
