import { encodeByteRun, encodeDigitRun, MAX_DIGITS } from './runs.ts';
import {
  UPPERCASE,
  LATCHES,
  LOWERCASE,
  SHIFT_UPPERCASE,
  SHIFT_PUNCTUATION,
  findByteInSubmode,
  PUNCTUATION,
  SUBMODES,
} from './submodes.ts';

/** Mode latch and shift codewords (ISO/IEC 15438, 5.4.1.4). */
const LATCH_TEXT = 900;
const LATCH_BYTES = 901;
const LATCH_BYTES_MULTIPLE_OF_SIX = 924;
const LATCH_DIGITS = 902;
const SHIFT_BYTE = 913;
const ECI = 927;
const UTF8 = 26;

/**
 * Cheapest encoding of the bytes so far. Costs are in half codewords, since text has two values per
 * codeword.
 */
type EncodingPath = {
  cost: number;
  before: EncodingPath | undefined;
  /** Values of text compaction. */
  places?: readonly number[];
  codewords?: readonly number[];
  /** Digits or bytes after their latch. */
  run?: { latch: number; from: number; to: number };
};

/** Active mode: a text submode (0–3), bytes or digits. */
const BYTES = 4;
const DIGITS = 5;
const STATES = [...SUBMODES, BYTES, DIGITS];

/** Encodes the bytes in the fewest codewords. */
export function encodeTextCodewords(bytes: Uint8Array, isUtf8: boolean): number[] {
  const ways = STATES.map(() => Array.from<EncodingPath | undefined>({ length: bytes.length + 1 }));
  const offerEncodingPath = (state: number, at: number, way: EncodingPath): void => {
    const row = ways[state];
    if (row && way.cost < (row[at]?.cost ?? Infinity)) row[at] = way;
  };
  const digits = countDigitRuns(bytes);
  offerEncodingPath(UPPERCASE, 0, {
    cost: 0,
    before: undefined,
    codewords: isUtf8 ? [ECI, UTF8] : [],
  });
  for (let at = 0; at <= bytes.length; at += 1) {
    offerModeChangePaths(at, ways, offerEncodingPath);
    if (at === bytes.length) break;
    for (const submode of SUBMODES) {
      const way = ways[submode]?.[at];
      if (way) offerTextPaths(bytes, at, submode, way, offerEncodingPath);
    }
    // Latches to a run from the cheapest state.
    const way = findCheapestPath(
      STATES.flatMap((state) => ways[state]?.[at] ?? []).map(padToWholeCodeword),
    );
    if (way) offerRunPaths(bytes, at, digits[at] ?? 0, way, offerEncodingPath);
  }
  const ends = STATES.flatMap((state) => ways[state]?.[bytes.length] ?? []);
  return collectPathCodewords(bytes, findCheapestPath(ends.map(padToWholeCodeword)));
}

type Offer = (state: number, at: number, way: EncodingPath) => void;

/** Ends with a complete codeword: pads an odd text value. */
function padToWholeCodeword(way: EncodingPath): EncodingPath {
  return way.cost % 2 === 0
    ? way
    : { cost: way.cost + 1, before: way, places: [SHIFT_PUNCTUATION] };
}

function findCheapestPath(ways: readonly EncodingPath[]): EncodingPath | undefined {
  let best: EncodingPath | undefined;
  for (const way of ways) if (way.cost < (best?.cost ?? Infinity)) best = way;
  return best;
}

/** Number of consecutive digits from each byte on. */
function countDigitRuns(bytes: Uint8Array): Uint16Array {
  const runs = new Uint16Array(bytes.length + 1);
  for (let i = bytes.length - 1; i >= 0; i -= 1) {
    const byte = bytes[i] ?? 0;
    runs[i] = byte >= 48 && byte <= 57 ? (runs[i + 1] ?? 0) + 1 : 0;
  }
  return runs;
}

/**
 * Switches from bytes and digits to text, which starts in `UPPERCASE`, and between the text submodes.
 */
function offerModeChangePaths(
  at: number,
  ways: readonly (EncodingPath | undefined)[][],
  offer: Offer,
): void {
  for (const state of [BYTES, DIGITS]) {
    const way = ways[state]?.[at];
    if (way) offer(UPPERCASE, at, { cost: way.cost + 2, before: way, codewords: [LATCH_TEXT] });
  }
  for (const { from, to, places } of LATCHES) {
    const way = ways[from]?.[at];
    if (way) offer(to, at, { cost: way.cost + places.length, before: way, places });
  }
}

/** Offers the next byte in a submode, with a shift out of it, or as a raw byte. */
function offerTextPaths(
  bytes: Uint8Array,
  at: number,
  submode: number,
  way: EncodingPath,
  offer: Offer,
): void {
  const byte = bytes[at] ?? 0;
  const offerSubmodePath = (places: readonly number[]): void =>
    offer(submode, at + 1, { cost: way.cost + places.length, before: way, places });
  const own = findByteInSubmode(submode, byte);
  if (own >= 0) offerSubmodePath([own]);
  const sign = findByteInSubmode(PUNCTUATION, byte);
  if (sign >= 0 && submode !== PUNCTUATION) offerSubmodePath([SHIFT_PUNCTUATION, sign]);
  const capital = findByteInSubmode(UPPERCASE, byte);
  if (capital >= 0 && submode === LOWERCASE) offerSubmodePath([SHIFT_UPPERCASE, capital]);
  const before = padToWholeCodeword(way);
  // Padding in `PUNCTUATION` latches to `UPPERCASE`.
  const after = submode === PUNCTUATION && before !== way ? UPPERCASE : submode;
  offer(after, at + 1, { cost: before.cost + 4, before, codewords: [SHIFT_BYTE, byte] });
}

/** Offers digit and byte runs of every length from here on. */
function offerRunPaths(
  bytes: Uint8Array,
  at: number,
  digits: number,
  before: EncodingPath,
  offer: Offer,
): void {
  const offerRunPath = (state: number, to: number, latch: number, count: number): void => {
    const cost = before.cost + 2 + 2 * count;
    offer(state, to, { cost, before, run: { latch, from: at, to } });
  };
  for (let to = at + 1; to <= at + digits; to += 1) {
    const remainder = (to - at) % MAX_DIGITS;
    const full = (to - at - remainder) / MAX_DIGITS;
    offerRunPath(
      DIGITS,
      to,
      LATCH_DIGITS,
      full * 15 + (remainder === 0 ? 0 : Math.floor(remainder / 3) + 1),
    );
  }
  for (let to = at + 1; to <= bytes.length; to += 1) {
    const remainder = (to - at) % 6;
    offerRunPath(
      BYTES,
      to,
      remainder === 0 ? LATCH_BYTES_MULTIPLE_OF_SIX : LATCH_BYTES,
      ((to - at - remainder) / 6) * 5 + remainder,
    );
  }
}

function collectPathCodewords(bytes: Uint8Array, last: EncodingPath | undefined): number[] {
  const ways: EncodingPath[] = [];
  for (let way = last; way; way = way.before) ways.unshift(way);
  const codewords: number[] = [];
  let half: number | undefined;
  for (const { places = [], codewords: own = [], run } of ways) {
    for (const place of places) {
      if (half === undefined) half = place;
      else {
        codewords.push(half * 30 + place);
        half = undefined;
      }
    }
    codewords.push(...own);
    if (run === undefined) continue;
    const runBytes = bytes.subarray(run.from, run.to);
    codewords.push(
      run.latch,
      ...(run.latch === LATCH_DIGITS ? encodeDigitRun(runBytes) : encodeByteRun(runBytes)),
    );
  }
  return codewords;
}
