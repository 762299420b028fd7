import { byteRun, digitRun, MAX_DIGITS } from './runs.ts';
import {
  CAPITAL,
  LATCHES,
  LETTER,
  ONE_CAPITAL,
  ONE_SIGN,
  placeIn,
  PUNCTUATION,
  SUBMODES,
} from './submodes.ts';

/** Codewords that change how what follows is read (ISO/IEC 15438, 5.4.1.4). */
const TO_TEXT = 900;
const TO_BYTES = 901;
const TO_SIXES = 924;
const TO_DIGITS = 902;
const ONE_BYTE = 913;
const ECI = 927;
const UTF8 = 26;

/** How the bytes before were said. Costs are in halves of a codeword: text has two values in each. */
type Way = {
  cost: number;
  before: Way | undefined;
  /** Values of text compaction. */
  places?: readonly number[];
  codewords?: readonly number[];
  /** Digits or bytes behind their latch. */
  run?: { latch: number; from: number; to: number };
};

/** What is active: a submode of text (0–3), bytes or digits. */
const BYTES = 4;
const DIGITS = 5;
const STATES = [...SUBMODES, BYTES, DIGITS];

/** Codewords of the shortest way to say the bytes. */
export function textCodewords(bytes: Uint8Array, isUtf8: boolean): number[] {
  const ways = STATES.map(() => Array.from<Way | undefined>({ length: bytes.length + 1 }));
  const offer = (state: number, at: number, way: Way): void => {
    const row = ways[state];
    if (row && way.cost < (row[at]?.cost ?? Infinity)) row[at] = way;
  };
  const digits = digitRuns(bytes);
  offer(CAPITAL, 0, { cost: 0, before: undefined, codewords: isUtf8 ? [ECI, UTF8] : [] });
  for (let at = 0; at <= bytes.length; at += 1) {
    changeStates(at, ways, offer);
    if (at === bytes.length) break;
    for (const submode of SUBMODES) {
      const way = ways[submode]?.[at];
      if (way) sayText(bytes, at, submode, way, offer);
    }
    // A run is latched to from wherever it is cheapest to leave.
    const way = cheapest(STATES.flatMap((state) => ways[state]?.[at] ?? []).map(whole));
    if (way) sayRuns(bytes, at, digits[at] ?? 0, way, offer);
  }
  const ends = STATES.flatMap((state) => ways[state]?.[bytes.length] ?? []);
  return written(bytes, cheapest(ends.map(whole)));
}

type Offer = (state: number, at: number, way: Way) => void;

/** A way that ends with a whole codeword: an odd value of text is followed by one that says nothing. */
function whole(way: Way): Way {
  return way.cost % 2 === 0 ? way : { cost: way.cost + 1, before: way, places: [ONE_SIGN] };
}

function cheapest(ways: readonly Way[]): Way | undefined {
  let best: Way | undefined;
  for (const way of ways) if (way.cost < (best?.cost ?? Infinity)) best = way;
  return best;
}

/** How many digits follow each other from each byte on. */
function digitRuns(bytes: Uint8Array): Uint16Array {
  const runs = new Uint16Array(bytes.length + 1);
  for (let i = bytes.length - 1; i >= 0; i -= 1) {
    const byte = bytes[i] ?? 0;
    runs[i] = byte >= 48 && byte <= 57 ? (runs[i + 1] ?? 0) + 1 : 0;
  }
  return runs;
}

/** From bytes and digits to text, which begins with capitals, and between its submodes. */
function changeStates(at: number, ways: readonly (Way | undefined)[][], offer: Offer): void {
  for (const state of [BYTES, DIGITS]) {
    const way = ways[state]?.[at];
    if (way) offer(CAPITAL, at, { cost: way.cost + 2, before: way, codewords: [TO_TEXT] });
  }
  for (const { from, to, places } of LATCHES) {
    const way = ways[from]?.[at];
    if (way) offer(to, at, { cost: way.cost + places.length, before: way, places });
  }
}

/** The next byte in a submode, with a shift out of it, or as a byte. */
function sayText(bytes: Uint8Array, at: number, submode: number, way: Way, offer: Offer): void {
  const byte = bytes[at] ?? 0;
  const say = (places: readonly number[]): void =>
    offer(submode, at + 1, { cost: way.cost + places.length, before: way, places });
  const own = placeIn(submode, byte);
  if (own >= 0) say([own]);
  const sign = placeIn(PUNCTUATION, byte);
  if (sign >= 0 && submode !== PUNCTUATION) say([ONE_SIGN, sign]);
  const capital = placeIn(CAPITAL, byte);
  if (capital >= 0 && submode === LETTER) say([ONE_CAPITAL, capital]);
  const before = whole(way);
  // What fills a codeword of signs leads back to capitals.
  const after = submode === PUNCTUATION && before !== way ? CAPITAL : submode;
  offer(after, at + 1, { cost: before.cost + 4, before, codewords: [ONE_BYTE, byte] });
}

/** Digits and bytes of every length from here on. */
function sayRuns(bytes: Uint8Array, at: number, digits: number, before: Way, offer: Offer): void {
  const say = (state: number, to: number, latch: number, count: number): void => {
    const cost = before.cost + 2 + 2 * count;
    offer(state, to, { cost, before, run: { latch, from: at, to } });
  };
  for (let to = at + 1; to <= at + digits; to += 1) {
    const rest = (to - at) % MAX_DIGITS;
    const full = (to - at - rest) / MAX_DIGITS;
    say(DIGITS, to, TO_DIGITS, full * 15 + (rest === 0 ? 0 : Math.floor(rest / 3) + 1));
  }
  for (let to = at + 1; to <= bytes.length; to += 1) {
    const rest = (to - at) % 6;
    say(BYTES, to, rest === 0 ? TO_SIXES : TO_BYTES, ((to - at - rest) / 6) * 5 + rest);
  }
}

function written(bytes: Uint8Array, last: Way | undefined): number[] {
  const ways: Way[] = [];
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
    const held = bytes.subarray(run.from, run.to);
    codewords.push(run.latch, ...(run.latch === TO_DIGITS ? digitRun(held) : byteRun(held)));
  }
  return codewords;
}
