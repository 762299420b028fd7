/**
 * The five character tables (ISO/IEC 24778, table 2). A character is encoded as its index in the
 * active table.
 */
export const UPPER = 0;
export const LOWER = 1;
export const MIXED = 2;
export const PUNCTUATION = 3;
export const DIGIT = 4;
export const MODES = [UPPER, LOWER, MIXED, PUNCTUATION, DIGIT] as const;

/** Bits of an index: four in the digit table, five in the others. */
export function getIndexBitCount(mode: number): 4 | 5 {
  return mode === DIGIT ? 4 : 5;
}

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const TABLES: readonly { first: number; characters: string }[] = [
  { first: 1, characters: ` ${CAPITALS}` },
  { first: 1, characters: ` ${CAPITALS.toLowerCase()}` },
  {
    first: 1,
    characters:
      ' \u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u001b\u001c\u001d\u001e\u001f@\\^_`|~\u007f',
  },
  // Indexes 2 to 5 are character pairs.
  { first: 6, characters: '!"#$%&\'()*+,-./:;<=>?[]{}' },
  { first: 1, characters: ' 0123456789,.' },
];

const PLACES = TABLES.map(({ first, characters }) => {
  const places = new Int8Array(256).fill(-1);
  for (let i = 0; i < characters.length; i += 1) places[characters.charCodeAt(i)] = first + i;
  return places;
});
PLACES[PUNCTUATION]?.fill(1, 13, 14);

/** Index of a byte in a table, or -1. */
export function findByteIndex(mode: number, byte: number): number {
  return PLACES[mode]?.[byte] ?? -1;
}

const PAIRS = ['\r\n', '. ', ', ', ': '].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);

/** Index of a byte pair in the punctuation table, or -1. */
export function findPunctuationPairIndex(first: number, second: number): number {
  const pairIndex = PAIRS.findIndex(([a, b]) => a === first && b === second);
  return pairIndex < 0 ? -1 : pairIndex + 2;
}

/** Switches to another table until the next latch; `place` is the index in table `from`. */
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

/** Switches to another table for one character. */
export const SHIFTS: readonly { from: number; to: number; place: number }[] = [
  { from: UPPER, to: PUNCTUATION, place: 0 },
  { from: LOWER, to: UPPER, place: 28 },
  { from: LOWER, to: PUNCTUATION, place: 0 },
  { from: MIXED, to: PUNCTUATION, place: 0 },
  { from: DIGIT, to: PUNCTUATION, place: 0 },
  { from: DIGIT, to: UPPER, place: 15 },
];

/** Binary shift, available in these tables; followed by the byte count. */
export const BYTES_FROM: readonly number[] = [UPPER, LOWER, MIXED];
export const BYTES_PLACE = 31;
