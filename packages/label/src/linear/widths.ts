/** Widths of alternating bars and spaces in modules, of a symbol or of one character. */
export type Widths = Uint8Array;

/** Parses widths as printed in the standards: `'211412'`. */
export function parseElementWidths(digits: string): Widths {
  return Uint8Array.from(digits, Number);
}

/** Parses a character of narrow and wide elements; 1 is wide. */
export function parseWideNarrowPattern(pattern: string, wide: number): Widths {
  return Uint8Array.from(pattern, (element) => (element === '1' ? wide : 1));
}

const NONE = new Uint8Array(0);

/** Concatenates the table entries at `places` between `start` and `end`. */
export function buildSymbolWidths(
  table: readonly Widths[],
  places: readonly number[],
  { start = NONE, end = NONE }: { start?: Widths; end?: Widths } = {},
): Widths {
  let length = start.length + end.length;
  for (let i = 0; i < places.length; i += 1) length += (table[places[i] ?? 0] ?? NONE).length;
  const joinedWidths = new Uint8Array(length);
  let at = copyWidths(joinedWidths, 0, start);
  for (let i = 0; i < places.length; i += 1)
    at = copyWidths(joinedWidths, at, table[places[i] ?? 0] ?? NONE);
  copyWidths(joinedWidths, at, end);
  return joinedWidths;
}

/** Pieces have few elements, so a loop is faster than `set`. */
function copyWidths(allWidths: Widths, at: number, piece: Widths): number {
  for (let i = 0; i < piece.length; i += 1) allWidths[at + i] = piece[i] ?? 0;
  return at + piece.length;
}

/** Concatenates element widths. */
export function joinWidths(pieces: readonly Widths[]): Widths {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const joinedWidths = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) at = copyWidths(joinedWidths, at, piece);
  return joinedWidths;
}

export function countModules(widths: Widths): number {
  let sum = 0;
  for (let i = 0; i < widths.length; i += 1) sum += widths[i] ?? 0;
  return sum;
}

/** Index of each ASCII character in `characters`, -1 if absent. */
export function createCharacterIndexTable(characters: string): Int8Array {
  const places = new Int8Array(128).fill(-1);
  for (let i = 0; i < characters.length; i += 1) places[characters.charCodeAt(i)] = i;
  return places;
}
