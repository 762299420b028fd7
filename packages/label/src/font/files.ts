/** The piece that holds what labels are mostly written with; nothing is drawn without it. */
export const BASE_PIECE = 0;

/** The file of one piece of a weight, in `fonts/`. */
export function fontFile(weight: 400 | 700, piece: number): string {
  return `${weight}/${String(piece).padStart(2, '0')}.ttf`;
}
