/** Widths in modules of bars and spaces in turn: of a whole symbol, or of one of its characters. */
export type Widths = Uint8Array;

/** Widths as the standards' tables print them: `'211412'`. */
export function listWidths(digits: string): Widths {
  return Uint8Array.from(digits, Number);
}

/** A character of narrow and wide elements, told by a 1 for each wide one. */
export function wideWidths(pattern: string, wide: number): Widths {
  return Uint8Array.from(pattern, (element) => (element === '1' ? wide : 1));
}

const NONE = new Uint8Array(0);

/** What a table has at each of these places, one behind the other, between what begins and what ends a symbol. */
export function symbolWidths(
  table: readonly Widths[],
  places: readonly number[],
  { start = NONE, end = NONE }: { start?: Widths; end?: Widths } = {},
): Widths {
  let length = start.length + end.length;
  for (let i = 0; i < places.length; i += 1) length += (table[places[i] ?? 0] ?? NONE).length;
  const whole = new Uint8Array(length);
  let at = put(whole, 0, start);
  for (let i = 0; i < places.length; i += 1) at = put(whole, at, table[places[i] ?? 0] ?? NONE);
  put(whole, at, end);
  return whole;
}

/** Pieces are a few elements long, for which a loop is faster than `set`. */
function put(whole: Widths, at: number, piece: Widths): number {
  for (let i = 0; i < piece.length; i += 1) whole[at + i] = piece[i] ?? 0;
  return at + piece.length;
}

/** The pieces one behind the other in one array. */
export function joinWidths(pieces: readonly Widths[]): Widths {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) at = put(whole, at, piece);
  return whole;
}

/** Sum of the widths. */
export function modulesIn(widths: Widths): number {
  let sum = 0;
  for (let i = 0; i < widths.length; i += 1) sum += widths[i] ?? 0;
  return sum;
}

/** Place of each ASCII character in a table that has them in this order; -1 for those it has not. */
export function listPlaces(characters: string): Int8Array {
  const places = new Int8Array(128).fill(-1);
  for (let i = 0; i < characters.length; i += 1) places[characters.charCodeAt(i)] = i;
  return places;
}
