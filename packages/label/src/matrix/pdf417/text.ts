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
  const paths = STATES.map(() =>
    Array.from<EncodingPath | undefined>({ length: bytes.length + 1 }),
  );
  const offerEncodingPath = (state: number, at: number, encodingPath: EncodingPath): void => {
    const row = paths[state];
    if (row && encodingPath.cost < (row[at]?.cost ?? Infinity)) row[at] = encodingPath;
  };
  const digits = countDigitRuns(bytes);
  offerEncodingPath(UPPERCASE, 0, {
    cost: 0,
    before: undefined,
    codewords: isUtf8 ? [ECI, UTF8] : [],
  });
  for (let at = 0; at <= bytes.length; at += 1) {
    offerModeChangePaths(at, paths, offerEncodingPath);
    if (at === bytes.length) break;
    for (const submode of SUBMODES) {
      const encodingPath = paths[submode]?.[at];
      if (encodingPath) offerTextPaths(bytes, at, submode, encodingPath, offerEncodingPath);
    }
    // Latches to a run from the cheapest state.
    const encodingPath = findCheapestTextPath(
      STATES.flatMap((state) => paths[state]?.[at] ?? []).map(padToWholeCodeword),
    );
    if (encodingPath) offerRunPaths(bytes, at, digits[at] ?? 0, encodingPath, offerEncodingPath);
  }
  const ends = STATES.flatMap((state) => paths[state]?.[bytes.length] ?? []);
  return collectPathCodewords(bytes, findCheapestTextPath(ends.map(padToWholeCodeword)));
}

type Offer = (state: number, at: number, encodingPath: EncodingPath) => void;

/** Ends with a complete codeword: pads an odd text value. */
function padToWholeCodeword(encodingPath: EncodingPath): EncodingPath {
  return encodingPath.cost % 2 === 0
    ? encodingPath
    : { cost: encodingPath.cost + 1, before: encodingPath, places: [SHIFT_PUNCTUATION] };
}

function findCheapestTextPath(paths: readonly EncodingPath[]): EncodingPath | undefined {
  let best: EncodingPath | undefined;
  for (const encodingPath of paths)
    if (encodingPath.cost < (best?.cost ?? Infinity)) best = encodingPath;
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
  paths: readonly (EncodingPath | undefined)[][],
  offer: Offer,
): void {
  for (const state of [BYTES, DIGITS]) {
    const encodingPath = paths[state]?.[at];
    if (encodingPath)
      offer(UPPERCASE, at, {
        cost: encodingPath.cost + 2,
        before: encodingPath,
        codewords: [LATCH_TEXT],
      });
  }
  for (const { from, to, places } of LATCHES) {
    const encodingPath = paths[from]?.[at];
    if (encodingPath)
      offer(to, at, { cost: encodingPath.cost + places.length, before: encodingPath, places });
  }
}

/** Offers the next byte in a submode, with a shift out of it, or as a raw byte. */
function offerTextPaths(
  bytes: Uint8Array,
  at: number,
  submode: number,
  encodingPath: EncodingPath,
  offer: Offer,
): void {
  const byte = bytes[at] ?? 0;
  const offerSubmodePath = (places: readonly number[]): void =>
    offer(submode, at + 1, {
      cost: encodingPath.cost + places.length,
      before: encodingPath,
      places,
    });
  const submodeByte = findByteInSubmode(submode, byte);
  if (submodeByte >= 0) offerSubmodePath([submodeByte]);
  const sign = findByteInSubmode(PUNCTUATION, byte);
  if (sign >= 0 && submode !== PUNCTUATION) offerSubmodePath([SHIFT_PUNCTUATION, sign]);
  const capital = findByteInSubmode(UPPERCASE, byte);
  if (capital >= 0 && submode === LOWERCASE) offerSubmodePath([SHIFT_UPPERCASE, capital]);
  const before = padToWholeCodeword(encodingPath);
  // Padding in `PUNCTUATION` latches to `UPPERCASE`.
  const after = submode === PUNCTUATION && before !== encodingPath ? UPPERCASE : submode;
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
  const pathSteps: EncodingPath[] = [];
  for (let encodingPath = last; encodingPath; encodingPath = encodingPath.before)
    pathSteps.unshift(encodingPath);
  const codewords: number[] = [];
  let half: number | undefined;
  for (const { places = [], codewords: pathCodewords = [], run } of pathSteps) {
    for (const place of places) {
      if (half === undefined) half = place;
      else {
        codewords.push(half * 30 + place);
        half = undefined;
      }
    }
    codewords.push(...pathCodewords);
    if (run === undefined) continue;
    const runBytes = bytes.subarray(run.from, run.to);
    codewords.push(
      run.latch,
      ...(run.latch === LATCH_DIGITS ? encodeDigitRun(runBytes) : encodeByteRun(runBytes)),
    );
  }
  return codewords;
}
