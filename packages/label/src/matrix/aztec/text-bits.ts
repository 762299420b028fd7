import {
  getIndexBitCount,
  BYTES_FROM,
  BYTES_PLACE,
  LATCHES,
  MODES,
  findPunctuationPairIndex,
  findByteIndex,
  PUNCTUATION,
  SHIFTS,
} from './modes.ts';

/** Values, each with its number of bits. */
type Bits = readonly (readonly [value: number, count: number])[];

/**
 * Cheapest encoding of the bytes so far: its predecessor, and the added table indexes or raw bytes.
 */
type EncodingPath = {
  cost: number;
  before: EncodingPath | undefined;
  adds: Bits;
  rawFrom: number;
  rawEnd: number;
};

/** Per number of encoded bytes, the cheapest way that ends in one table. */
type PathRow = (EncodingPath | undefined)[];

/** FLG(2) 2 6 after a shift to punctuation: selects UTF-8 (ECI 26). */
const ECI_UTF8: Bits = [
  [0, 5],
  [0, 5],
  [2, 3],
  [4, 4],
  [8, 4],
];

/** Bits to add, their cost, and the table that is active afterwards. */
type Step = { mode: number; adds: Bits; cost: number };

const createEncodingStep = (mode: number, adds: Bits): Step => ({
  mode,
  adds,
  cost: adds.reduce((sum, [, count]) => sum + count, 0),
});

const LATCH_STEPS = LATCHES.map(({ from, to, place }) => ({
  from,
  ...createEncodingStep(to, [[place, getIndexBitCount(from)]]),
}));

/**
 * Ways to encode something from table `mode`: in that table or with a shift out of it, in this
 * order.
 */
const listEncodingSteps = (mode: number, getPlace: (table: number) => number): Step[] => {
  const listStepsThroughTable = (table: number, shift: Bits): Step[] => {
    const place = getPlace(table);
    return place < 0
      ? []
      : [createEncodingStep(mode, [...shift, [place, getIndexBitCount(table)]])];
  };
  const shifts = SHIFTS.filter(({ from }) => from === mode);
  return [
    ...listStepsThroughTable(mode, []),
    ...shifts.flatMap(({ to, place }) =>
      listStepsThroughTable(to, [[place, getIndexBitCount(mode)]]),
    ),
  ];
};

/** Encoding steps of a byte, by the current table and the byte. */
const STEPS = MODES.map((mode) =>
  Array.from({ length: 256 }, (_, byte) =>
    listEncodingSteps(mode, (table) => findByteIndex(table, byte)),
  ),
);
/** Encoding steps of a byte pair, by the current table and the index of the pair. */
const PAIR_STEPS = MODES.map((mode) =>
  Array.from({ length: 6 }, (_, pair) =>
    pair < 2 ? [] : listEncodingSteps(mode, (table) => (table === PUNCTUATION ? pair : -1)),
  ),
);

/**
 * Encodes the bytes in the fewest bits, one array entry per bit (ISO/IEC 24778, 6.2). Linear in the
 * number of bytes.
 */
export function encodeAztecTextBits(bytes: Uint8Array, isUtf8: boolean): number[] {
  const paths = MODES.map((): PathRow => Array.from({ length: bytes.length + 1 }));
  // Allocates only on improvement: most candidates are not cheaper.
  const offerEncodingPath = (to: Step, at: number, before: EncodingPath): void => {
    const row = paths[to.mode];
    const cost = before.cost + to.cost;
    if (row && cost < (row[at]?.cost ?? Infinity))
      row[at] = { cost, before, adds: to.adds, rawFrom: 0, rawEnd: 0 };
  };
  const starts: (RawRunStart | undefined)[] = [];
  const initialPath = {
    cost: 0,
    before: undefined,
    adds: isUtf8 ? ECI_UTF8 : [],
    rawFrom: 0,
    rawEnd: 0,
  };
  const [upper] = paths;
  if (upper) upper[0] = initialPath;
  for (let at = 0; at <= bytes.length; at += 1) {
    // Three latches connect any two tables.
    for (let round = 0; round < 3; round += 1) {
      for (const latch of LATCH_STEPS) {
        const encodingPath = paths[latch.from]?.[at];
        if (encodingPath) offerEncodingPath(latch, at, encodingPath);
      }
    }
    if (at === bytes.length) break;
    for (const mode of MODES) {
      const encodingPath = paths[mode]?.[at];
      if (encodingPath === undefined) continue;
      const [first = 0, second = -1] = [bytes[at], bytes[at + 1]];
      for (const nextStep of STEPS[mode]?.[first] ?? [])
        offerEncodingPath(nextStep, at + 1, encodingPath);
      const pair = findPunctuationPairIndex(first, second);
      if (pair >= 0)
        for (const two of PAIR_STEPS[mode]?.[pair] ?? [])
          offerEncodingPath(two, at + 2, encodingPath);
      if (!BYTES_FROM.includes(mode)) continue;
      const start = { at, way: encodingPath };
      const best = (starts[mode] = chooseBetterRunStart(starts[mode], start));
      offerRawByteRunsToPaths(bytes.length, start, best, paths[mode] ?? []);
    }
  }
  const ends = MODES.flatMap((mode) => paths[mode]?.[bytes.length] ?? []);
  return writePathBits(
    bytes,
    ends.reduce((best, path) => (path.cost < best.cost ? path : best)),
  );
}

/** From this length on, the byte count takes 16 bits instead of five. */
const LONG_RUN = 32;

function createByteRunPath({ at, way }: RawRunStart, end: number): EncodingPath {
  const length = end - at;
  const count: Bits = length < LONG_RUN ? [[length, 5]] : [[length - LONG_RUN + 1, 16]];
  const cost = computeByteRunCost(way, length);
  return { cost, before: way, adds: [[BYTES_PLACE, 5], ...count], rawFrom: at, rawEnd: end };
}

const computeByteRunCost = ({ cost }: EncodingPath, length: number): number =>
  cost + 5 + (length < LONG_RUN ? 5 : 16) + 8 * length;

/**
 * Best start of a long byte run: minimum cost before the run, minus the cost of the bytes skipped.
 */
type RawRunStart = { at: number; way: EncodingPath };

/**
 * Offers raw byte runs: every short run from here, and the best long run that ends `LONG_RUN` bytes
 * from here. Each further byte costs eight bits in any run, so one start is best for all later
 * ends. Runs too long for the byte count fit no symbol.
 */
function offerRawByteRunsToPaths(
  length: number,
  start: RawRunStart,
  best: RawRunStart,
  row: PathRow,
): void {
  const offerByteRun = (from: RawRunStart, end: number): void => {
    if (computeByteRunCost(from.way, end - from.at) < (row[end]?.cost ?? Infinity))
      row[end] = createByteRunPath(from, end);
  };
  const long = start.at + LONG_RUN;
  if (long <= length) offerByteRun(best, long);
  const last = Math.min(length, long - 1);
  for (let end = start.at + 1; end <= last; end += 1) offerByteRun(start, end);
}

const chooseBetterRunStart = (
  knownStart: RawRunStart | undefined,
  start: RawRunStart,
): RawRunStart =>
  knownStart && knownStart.way.cost - 8 * knownStart.at <= start.way.cost - 8 * start.at
    ? knownStart
    : start;

function writePathBits(bytes: Uint8Array, last: EncodingPath): number[] {
  const pathSteps: EncodingPath[] = [];
  for (
    let encodingPath: EncodingPath | undefined = last;
    encodingPath;
    encodingPath = encodingPath.before
  )
    pathSteps.push(encodingPath);
  pathSteps.reverse();
  const bits: number[] = [];
  const pushBits = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  for (const { adds, rawFrom, rawEnd } of pathSteps) {
    for (const [value, count] of adds) pushBits(value, count);
    for (let at = rawFrom; at < rawEnd; at += 1) pushBits(bytes[at] ?? 0, 8);
  }
  return bits;
}
