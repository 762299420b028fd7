/** FNC1 after a value without a predefined length, as in `parseGs1`. */
const FNC1 = '\u001d';

/** Encodation modes (ISO/IEC 24724, 7.2.5.5): digit pairs, capitals, or most of ISO/IEC 646. */
const NUMERIC = 0;
const ALPHANUMERIC = 1;
const ISO646 = 2;
const MODES = [NUMERIC, ALPHANUMERIC, ISO646] as const;

type Code = readonly [value: number, count: number];
type EncodingPath = { cost: number; before: EncodingPath | undefined; adds: Code };
/** Initial state: no bits. */
const NOTHING: Code = [0, 0];

const LATCHES: readonly { from: number; to: number; code: Code }[] = [
  { from: NUMERIC, to: ALPHANUMERIC, code: [0, 4] },
  { from: ALPHANUMERIC, to: NUMERIC, code: [0, 3] },
  { from: ALPHANUMERIC, to: ISO646, code: [4, 5] },
  { from: ISO646, to: NUMERIC, code: [0, 3] },
  { from: ISO646, to: ALPHANUMERIC, code: [4, 5] },
];

/** Applied twice, because a latch may follow another. */
const LATCHES_TWICE = [...LATCHES, ...LATCHES];

const SIGNS = '!"%&\'()*+,-./:;<=>?_ ';

/** Encodes a character in alphanumeric or ISO/IEC 646 mode; undefined if the mode lacks it. */
function encodeCharacterInMode(mode: number, character: string): Code | undefined {
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

/** Digit value in a pair, 10 for FNC1, or -1. */
function getDigitOrFnc1Value(character: string | undefined): number {
  if (character === FNC1) return 10;
  return character !== undefined && character >= '0' && character <= '9' ? Number(character) : -1;
}

/** Bits of the general field, and its final mode, which determines the padding. */
export type CompactedField = { bits: number[]; lastMode: number };

/**
 * Encodes the text in the fewest bits. `usedBits` is the number of bits before it. With `isFilled`,
 * its last bits lie in the last symbol character. Returns undefined if no mode has one of the
 * characters.
 */
export function compactDataBarText(
  text: string,
  usedBits: number,
  isFilled: boolean,
): CompactedField | undefined {
  const paths = MODES.map(() => Array.from<EncodingPath | undefined>({ length: text.length + 1 }));
  const offerPath = (mode: number, at: number, before: EncodingPath, adds: Code): void => {
    const row = paths[mode];
    const cost = before.cost + adds[1];
    if (row && cost < (row[at]?.cost ?? Infinity)) row[at] = { cost, before, adds };
  };
  const [numeric] = paths;
  if (numeric) numeric[0] = { cost: 0, before: undefined, adds: NOTHING };
  for (let at = 0; at <= text.length; at += 1) {
    for (const { from, to, code } of LATCHES_TWICE) {
      const encodingPath = paths[from]?.[at];
      if (encodingPath) offerPath(to, at, encodingPath, code);
    }
    if (at === text.length) break;
    for (const mode of [ALPHANUMERIC, ISO646]) {
      const [encodingPath, character] = [paths[mode]?.[at], text.charAt(at)];
      const code = encodeCharacterInMode(mode, character);
      // After FNC1 the reader returns to numeric mode.
      if (encodingPath && code)
        offerPath(character === FNC1 ? NUMERIC : mode, at + 1, encodingPath, code);
    }
    const [encodingPath, first, second] = [
      paths[NUMERIC]?.[at],
      getDigitOrFnc1Value(text[at]),
      getDigitOrFnc1Value(text[at + 1]),
    ];
    if (!encodingPath || first < 0) continue;
    const isPair = second >= 0 && !(first === 10 && second === 10);
    if (isPair) offerPath(NUMERIC, at + 2, encodingPath, [first * 11 + second + 8, 7]);
    if (at + 1 === text.length && first < 10)
      offerPath(
        NUMERIC,
        at + 1,
        encodingPath,
        encodeSingleFinalDigit(first, usedBits + encodingPath.cost, isFilled),
      );
  }
  return traceShortestEncoding(paths, text.length);
}

/**
 * A single final digit: four bits if four to six are left in the symbol character, otherwise paired
 * with FNC1.
 */
function encodeSingleFinalDigit(digit: number, usedBits: number, isFilled: boolean): Code {
  const remainingBits = (12 - (usedBits % 12)) % 12;
  return isFilled && remainingBits >= 4 && remainingBits <= 6
    ? [digit + 1, 4]
    : [digit * 11 + 18, 7];
}

function traceShortestEncoding(
  paths: readonly (EncodingPath | undefined)[][],
  end: number,
): CompactedField | undefined {
  let best: { way: EncodingPath; mode: number } | undefined;
  for (const mode of MODES) {
    const encodingPath = paths[mode]?.[end];
    if (encodingPath && encodingPath.cost < (best?.way.cost ?? Infinity))
      best = { way: encodingPath, mode };
  }
  if (best === undefined) return undefined;
  const codes: Code[] = [];
  for (
    let encodingPath: EncodingPath | undefined = best.way;
    encodingPath;
    encodingPath = encodingPath.before
  )
    codes.push(encodingPath.adds);
  return {
    bits: codes.toReversed().flatMap(([value, count]) => listBitsOfValue(value, count)),
    lastMode: best.mode,
  };
}

export function listBitsOfValue(value: number, count: number): number[] {
  const bits: number[] = [];
  for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  return bits;
}

/**
 * Padding of `count` bits after the general field (7.2.5.5.4): a latch out of numeric mode, then
 * 00100 repeated.
 */
export function computePaddingBits(count: number, lastMode: number): number[] {
  const latch = lastMode === NUMERIC ? [0, 0, 0, 0] : [];
  return Array.from({ length: count }, (_, i) =>
    i < latch.length ? 0 : (i - latch.length) % 5 === 2 ? 1 : 0,
  );
}
