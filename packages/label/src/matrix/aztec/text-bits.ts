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

/** FLG(2) 2 6 behind a shift to punctuation: what follows is UTF-8 (ECI 26). */
const ECI_UTF8: Bits = [
  [0, 5],
  [0, 5],
  [2, 3],
  [4, 4],
  [8, 4],
];

/** The shortest way to say the bytes, a bit an entry (ISO/IEC 24778, 6.2). */
export function textBits(bytes: Uint8Array, isUtf8: boolean): number[] {
  const ways = MODES.map(() => Array.from<Way | undefined>({ length: bytes.length + 1 }));
  const offer = (mode: number, at: number, way: Way): void => {
    const row = ways[mode];
    if (row && way.cost < (row[at]?.cost ?? Infinity)) row[at] = way;
  };
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
      if (BYTES_FROM.includes(mode))
        offerBytes(bytes, at, way, (end, next) => offer(mode, end, next));
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

const MOST_BYTES = 2078;

/** Every number of bytes as they are, from here on. */
function offerBytes(
  bytes: Uint8Array,
  at: number,
  before: Way,
  offer: (end: number, way: Way) => void,
): void {
  const end = Math.min(bytes.length, at + MOST_BYTES);
  for (let to = at + 1; to <= end; to += 1) {
    const length = to - at;
    const count: Bits = length < 32 ? [[length, 5]] : [[length - 31, 16]];
    const way = added(before, [[BYTES_PLACE, 5], ...count]);
    offer(to, { ...way, cost: way.cost + 8 * length, raw: bytes.subarray(at, to) });
  }
}

function written(last: Way): number[] {
  const ways: Way[] = [];
  for (let way: Way | undefined = last; way; way = way.before) ways.unshift(way);
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
