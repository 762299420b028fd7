/** Piece with the most frequent characters; required for drawing anything. */
export const BASE_PIECE = 0;

/** File of one piece of a weight, in `fonts/`. */
export function getFontFileName(weight: 400 | 700, piece: number): string {
  return `${weight}/${String(piece).padStart(2, '0')}.ttf`;
}
