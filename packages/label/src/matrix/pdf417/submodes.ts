/**
 * The four submodes of text compaction (ISO/IEC 15438, 5.4.2). A value is an index in the active
 * table.
 */
export const UPPERCASE = 0;
export const LOWERCASE = 1;
export const MIXED = 2;
export const PUNCTUATION = 3;
export const SUBMODES = [UPPERCASE, LOWERCASE, MIXED, PUNCTUATION] as const;

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

/** Index of a byte in a table, or -1. */
export function findByteInSubmode(submode: number, byte: number): number {
  return PLACES[submode]?.[byte] ?? -1;
}

/**
 * Shifts for one character: a capital in `LOWERCASE`, punctuation in the other submodes. After the
 * last text character the punctuation shift is padding.
 */
export const SHIFT_UPPERCASE = 27;
export const SHIFT_PUNCTUATION = 29;

/** Switches to another table until the next latch. */
export const LATCHES: readonly { from: number; to: number; places: readonly number[] }[] = [
  { from: UPPERCASE, to: LOWERCASE, places: [27] },
  { from: UPPERCASE, to: MIXED, places: [28] },
  { from: UPPERCASE, to: PUNCTUATION, places: [28, 25] },
  { from: LOWERCASE, to: UPPERCASE, places: [28, 28] },
  { from: LOWERCASE, to: MIXED, places: [28] },
  { from: LOWERCASE, to: PUNCTUATION, places: [28, 25] },
  { from: MIXED, to: UPPERCASE, places: [28] },
  { from: MIXED, to: LOWERCASE, places: [27] },
  { from: MIXED, to: PUNCTUATION, places: [25] },
  { from: PUNCTUATION, to: UPPERCASE, places: [29] },
  { from: PUNCTUATION, to: LOWERCASE, places: [29, 27] },
  { from: PUNCTUATION, to: MIXED, places: [29, 28] },
];
