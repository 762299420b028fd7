/** FNC1 behind a value whose length readers cannot know, as `parseGs1` writes it. */
const FNC1 = '\u001d';

/** The three ways to say characters (ISO/IEC 24724, 7.2.5.5): pairs of digits, capitals, or nearly all of ISO/IEC 646. */
const NUMERIC = 0;
const ALPHANUMERIC = 1;
const ISO646 = 2;
const MODES = [NUMERIC, ALPHANUMERIC, ISO646] as const;

type Code = readonly [value: number, count: number];
type Way = { cost: number; before: Way | undefined; adds: Code };
/** What begins the general field. */
const NOTHING: Code = [0, 0];

const LATCHES: readonly { from: number; to: number; code: Code }[] = [
  { from: NUMERIC, to: ALPHANUMERIC, code: [0, 4] },
  { from: ALPHANUMERIC, to: NUMERIC, code: [0, 3] },
  { from: ALPHANUMERIC, to: ISO646, code: [4, 5] },
  { from: ISO646, to: NUMERIC, code: [0, 3] },
  { from: ISO646, to: ALPHANUMERIC, code: [4, 5] },
];

/** A latch may follow another. */
const LATCHES_TWICE = [...LATCHES, ...LATCHES];

const SIGNS = '!"%&\'()*+,-./:;<=>?_ ';

/** A character in a mode of letters, or undefined. */
function getCode(mode: number, character: string): Code | undefined {
  const code = character.charCodeAt(0);
  if (character === FNC1) return [15, 5];
  if (character >= '0' && character <= '9') return [code - 43, 5];
  if (mode === ALPHANUMERIC) {
    if (character >= 'A' && character <= 'Z') return [code - 33, 6];
    const sign = '*,-./'.indexOf(character);
    return sign < 0 ? undefined : [58 + sign, 6];
  }
  if (character >= 'A' && character <= 'Z') return [code - 1, 7];
  if (character >= 'a' && character <= 'z') return [code - 7, 7];
  const sign = SIGNS.indexOf(character);
  return sign < 0 ? undefined : [232 + sign, 8];
}

/** Place of a digit or FNC1 in a pair, or -1. */
function pairPlace(character: string | undefined): number {
  if (character === FNC1) return 10;
  return character !== undefined && character >= '0' && character <= '9' ? Number(character) : -1;
}

/** How the general field ends: its bits, and what the last character in it is to be padded with. */
export type Compacted = { bits: number[]; lastMode: number };

/**
 * The fewest bits that say the text, behind `used` bits of other fields. `isFilled`: its last bits lie in the last symbol
 * character. Undefined when it holds what no mode says.
 */
export function compacted(text: string, used: number, isFilled: boolean): Compacted | undefined {
  const ways = MODES.map(() => Array.from<Way | undefined>({ length: text.length + 1 }));
  const offer = (mode: number, at: number, before: Way, adds: Code): void => {
    const row = ways[mode];
    const cost = before.cost + adds[1];
    if (row && cost < (row[at]?.cost ?? Infinity)) row[at] = { cost, before, adds };
  };
  const [numeric] = ways;
  if (numeric) numeric[0] = { cost: 0, before: undefined, adds: NOTHING };
  for (let at = 0; at <= text.length; at += 1) {
    for (const { from, to, code } of LATCHES_TWICE) {
      const way = ways[from]?.[at];
      if (way) offer(to, at, way, code);
    }
    if (at === text.length) break;
    for (const mode of [ALPHANUMERIC, ISO646]) {
      const [way, character] = [ways[mode]?.[at], text.charAt(at)];
      const code = getCode(mode, character);
      // Behind FNC1 digits are read in pairs again.
      if (way && code) offer(character === FNC1 ? NUMERIC : mode, at + 1, way, code);
    }
    const [way, first, second] = [
      ways[NUMERIC]?.[at],
      pairPlace(text[at]),
      pairPlace(text[at + 1]),
    ];
    if (!way || first < 0) continue;
    const isPair = second >= 0 && !(first === 10 && second === 10);
    if (isPair) offer(NUMERIC, at + 2, way, [first * 11 + second + 8, 7]);
    if (at + 1 === text.length && first < 10)
      offer(NUMERIC, at + 1, way, lastDigit(first, used + way.cost, isFilled));
  }
  return shortest(ways, text.length);
}

/** One digit alone at the end: in four bits where no more than six are left in the symbol, else with FNC1. */
function lastDigit(digit: number, used: number, isFilled: boolean): Code {
  const left = (12 - (used % 12)) % 12;
  return isFilled && left >= 4 && left <= 6 ? [digit + 1, 4] : [digit * 11 + 18, 7];
}

function shortest(ways: readonly (Way | undefined)[][], end: number): Compacted | undefined {
  let best: { way: Way; mode: number } | undefined;
  for (const mode of MODES) {
    const way = ways[mode]?.[end];
    if (way && way.cost < (best?.way.cost ?? Infinity)) best = { way, mode };
  }
  if (best === undefined) return undefined;
  const codes: Code[] = [];
  for (let way: Way | undefined = best.way; way; way = way.before) codes.push(way.adds);
  return {
    bits: codes.toReversed().flatMap(([value, count]) => listBits(value, count)),
    lastMode: best.mode,
  };
}

export function listBits(value: number, count: number): number[] {
  const bits: number[] = [];
  for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  return bits;
}

/** What fills `count` bits behind the general field (7.2.5.5.4): a latch out of the pairs of digits, then 00100 on and on. */
export function padding(count: number, lastMode: number): number[] {
  const latch = lastMode === NUMERIC ? [0, 0, 0, 0] : [];
  return Array.from({ length: count }, (_, i) =>
    i < latch.length ? 0 : (i - latch.length) % 5 === 2 ? 1 : 0,
  );
}
