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
} from './modes.ts';

/** Values, each with the number of its bits. */
type Bits = readonly (readonly [value: number, count: number])[];

/** How the bytes before were said: what was said before that, and what was added: places, or bytes as they are. */
type Way = { cost: number; before: Way | undefined; adds: Bits; rawFrom: number; rawEnd: number };

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

/** What is said next, what it takes, and the table one is in behind it. */
type Step = { mode: number; adds: Bits; cost: number };

const stepTo = (mode: number, adds: Bits): Step => ({
  mode,
  adds,
  cost: adds.reduce((sum, [, count]) => sum + count, 0),
});

const LATCH_STEPS = LATCHES.map(({ from, to, place }) => ({
  from,
  ...stepTo(to, [[place, bitsIn(from)]]),
}));

/** How something with these places in tables is said from one of them: in it, or with a shift out of it, in this order. */
const stepsFrom = (mode: number, getPlace: (table: number) => number): Step[] => {
  const said = (table: number, shift: Bits): Step[] => {
    const place = getPlace(table);
    return place < 0 ? [] : [stepTo(mode, [...shift, [place, bitsIn(table)]])];
  };
  const shifts = SHIFTS.filter(({ from }) => from === mode);
  return [
    ...said(mode, []),
    ...shifts.flatMap(({ to, place }) => said(to, [[place, bitsIn(mode)]])),
  ];
};

/** By table and byte. */
const STEPS = MODES.map((mode) =>
  Array.from({ length: 256 }, (_, byte) => stepsFrom(mode, (table) => placeIn(table, byte))),
);
/** By table and place of two bytes at once. */
const PAIR_STEPS = MODES.map((mode) =>
  Array.from({ length: 6 }, (_, pair) =>
    pair < 2 ? [] : stepsFrom(mode, (table) => (table === PUNCTUATION ? pair : -1)),
  ),
);

/** The shortest way to say the bytes, a bit an entry (ISO/IEC 24778, 6.2). Linear in their number. */
export function textBits(bytes: Uint8Array, isUtf8: boolean): number[] {
  const ways = MODES.map((): Row => Array.from({ length: bytes.length + 1 }));
  // Most ways are no better than those known: what they add is a list of its own only where they are.
  const offer = (to: Step, at: number, before: Way): void => {
    const row = ways[to.mode];
    const cost = before.cost + to.cost;
    if (row && cost < (row[at]?.cost ?? Infinity))
      row[at] = { cost, before, adds: to.adds, rawFrom: 0, rawEnd: 0 };
  };
  const starts: (Start | undefined)[] = [];
  const nothing = {
    cost: 0,
    before: undefined,
    adds: isUtf8 ? ECI_UTF8 : [],
    rawFrom: 0,
    rawEnd: 0,
  };
  const [upper] = ways;
  if (upper) upper[0] = nothing;
  for (let at = 0; at <= bytes.length; at += 1) {
    // Three latches lead from anywhere to anywhere.
    for (let round = 0; round < 3; round += 1) {
      for (const latch of LATCH_STEPS) {
        const way = ways[latch.from]?.[at];
        if (way) offer(latch, at, way);
      }
    }
    if (at === bytes.length) break;
    for (const mode of MODES) {
      const way = ways[mode]?.[at];
      if (way === undefined) continue;
      const [first = 0, second = -1] = [bytes[at], bytes[at + 1]];
      for (const one of STEPS[mode]?.[first] ?? []) offer(one, at + 1, way);
      const pair = pairPlace(first, second);
      if (pair >= 0) for (const two of PAIR_STEPS[mode]?.[pair] ?? []) offer(two, at + 2, way);
      if (!BYTES_FROM.includes(mode)) continue;
      const start = { at, way };
      const best = (starts[mode] = betterStart(starts[mode], start));
      offerBytes(bytes.length, start, best, ways[mode] ?? []);
    }
  }
  const ends = MODES.flatMap((mode) => ways[mode]?.[bytes.length] ?? []);
  return written(
    bytes,
    ends.reduce((best, way) => (way.cost < best.cost ? way : best)),
  );
}

/** From so many bytes on, their number takes 16 bits instead of five. */
const LONG = 32;

function bytesAs({ at, way }: Start, end: number): Way {
  const length = end - at;
  const count: Bits = length < LONG ? [[length, 5]] : [[length - LONG + 1, 16]];
  const cost = costAs(way, length);
  return { cost, before: way, adds: [[BYTES_PLACE, 5], ...count], rawFrom: at, rawEnd: end };
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
function offerBytes(length: number, start: Start, best: Start, row: Row): void {
  const offer = (from: Start, end: number): void => {
    if (costAs(from.way, end - from.at) < (row[end]?.cost ?? Infinity))
      row[end] = bytesAs(from, end);
  };
  const long = start.at + LONG;
  if (long <= length) offer(best, long);
  const last = Math.min(length, long - 1);
  for (let end = start.at + 1; end <= last; end += 1) offer(start, end);
}

const betterStart = (known: Start | undefined, start: Start): Start =>
  known && known.way.cost - 8 * known.at <= start.way.cost - 8 * start.at ? known : start;

function written(bytes: Uint8Array, last: Way): number[] {
  const ways: Way[] = [];
  for (let way: Way | undefined = last; way; way = way.before) ways.push(way);
  ways.reverse();
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  for (const { adds, rawFrom, rawEnd } of ways) {
    for (const [value, count] of adds) put(value, count);
    for (let at = rawFrom; at < rawEnd; at += 1) put(bytes[at] ?? 0, 8);
  }
  return bits;
}
