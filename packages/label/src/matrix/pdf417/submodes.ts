/** The four tables of text compaction (ISO/IEC 15438, 5.4.2); a value is a place in the active one. */
export const CAPITAL = 0;
export const LETTER = 1;
export const MIXED = 2;
export const PUNCTUATION = 3;
export const SUBMODES = [CAPITAL, LETTER, MIXED, PUNCTUATION] as const;

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ ';
const CHARACTERS = [
  CAPITALS,
  CAPITALS.toLowerCase(),
  '0123456789&\r\t,:#-.$/+%*=^',
  ';<>@[\\]_`~!\r\t,:\n-.$/"|*()?{}\'',
];

const PLACES = CHARACTERS.map((characters) => {
  const places = new Int8Array(256).fill(-1);
  for (let i = 0; i < characters.length; i += 1) places[characters.charCodeAt(i)] = i;
  return places;
});
PLACES[MIXED]?.fill(26, 32, 33);

/** Place of a byte in a table, or -1. */
export function placeIn(submode: number, byte: number): number {
  return PLACES[submode]?.[byte] ?? -1;
}

/** For one character: a capital among letters, and a sign among all others. Behind the last text the sign's says nothing. */
export const ONE_CAPITAL = 27;
export const ONE_SIGN = 29;

/** From table to table until the next such. */
export const LATCHES: readonly { from: number; to: number; places: readonly number[] }[] = [
  { from: CAPITAL, to: LETTER, places: [27] },
  { from: CAPITAL, to: MIXED, places: [28] },
  { from: CAPITAL, to: PUNCTUATION, places: [28, 25] },
  { from: LETTER, to: CAPITAL, places: [28, 28] },
  { from: LETTER, to: MIXED, places: [28] },
  { from: LETTER, to: PUNCTUATION, places: [28, 25] },
  { from: MIXED, to: CAPITAL, places: [28] },
  { from: MIXED, to: LETTER, places: [27] },
  { from: MIXED, to: PUNCTUATION, places: [25] },
  { from: PUNCTUATION, to: CAPITAL, places: [29] },
  { from: PUNCTUATION, to: LETTER, places: [29, 27] },
  { from: PUNCTUATION, to: MIXED, places: [29, 28] },
];
