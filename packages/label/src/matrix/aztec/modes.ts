/** The five tables of characters (ISO/IEC 24778, table 2); a character is told by its place in the active one. */
export const UPPER = 0;
export const LOWER = 1;
export const MIXED = 2;
export const PUNCTUATION = 3;
export const DIGIT = 4;
export const MODES = [UPPER, LOWER, MIXED, PUNCTUATION, DIGIT] as const;

/** Bits of a place: four in the table of digits, five in the others. */
export function bitsIn(mode: number): 4 | 5 {
  return mode === DIGIT ? 4 : 5;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FROM: readonly { first: number; characters: string }[] = [
  { first: 1, characters: ` ${CAPITALS}` },
  { first: 1, characters: ` ${CAPITALS.toLowerCase()}` },
  {
    first: 1,
    characters:
      ' \u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u001b\u001c\u001d\u001e\u001f@\\^_`|~\u007f',
  },
  // Places 2 to 5 are pairs of characters.
  { first: 6, characters: '!"#$%&\'()*+,-./:;<=>?[]{}' },
  { first: 1, characters: ' 0123456789,.' },
];

const PLACES = FROM.map(({ first, characters }) => {
  const places = new Int8Array(256).fill(-1);
  for (let i = 0; i < characters.length; i += 1) places[characters.charCodeAt(i)] = first + i;
  return places;
});
PLACES[PUNCTUATION]?.fill(1, 13, 14);

/** Place of a byte in a table, or -1. */
export function placeIn(mode: number, byte: number): number {
  return PLACES[mode]?.[byte] ?? -1;
}

const PAIRS = ['\r\n', '. ', ', ', ': '].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);

/** Place in the table of punctuation of two bytes at once, or -1. */
export function pairPlace(first: number, second: number): number {
  const found = PAIRS.findIndex(([a, b]) => a === first && b === second);
  return found < 0 ? -1 : found + 2;
}

/** Leads to another table until the next such: place in the table left. */
export const LATCHES: readonly { from: number; to: number; place: number }[] = [
  { from: UPPER, to: LOWER, place: 28 },
  { from: UPPER, to: MIXED, place: 29 },
  { from: UPPER, to: DIGIT, place: 30 },
  { from: LOWER, to: MIXED, place: 29 },
  { from: LOWER, to: DIGIT, place: 30 },
  { from: MIXED, to: LOWER, place: 28 },
  { from: MIXED, to: UPPER, place: 29 },
  { from: MIXED, to: PUNCTUATION, place: 30 },
  { from: PUNCTUATION, to: UPPER, place: 31 },
  { from: DIGIT, to: UPPER, place: 14 },
];

/** Leads to another table for one character. */
export const SHIFTS: readonly { from: number; to: number; place: number }[] = [
  { from: UPPER, to: PUNCTUATION, place: 0 },
  { from: LOWER, to: UPPER, place: 28 },
  { from: LOWER, to: PUNCTUATION, place: 0 },
  { from: MIXED, to: PUNCTUATION, place: 0 },
  { from: DIGIT, to: PUNCTUATION, place: 0 },
  { from: DIGIT, to: UPPER, place: 15 },
];

/** Leads to bytes as they are, from these tables; their number follows. */
export const BYTES_FROM: readonly number[] = [UPPER, LOWER, MIXED];
export const BYTES_PLACE = 31;
