import type { Rect } from '../picture.ts';

/**
 * Counts pixels in every fourth row that differ from both the previous pixel and the one above.
 * Approximates the compressed size.
 */
export function countPaletteIndexChanges(
  indexes: Uint8Array,
  across: number,
  { x, y, width, height }: Rect,
): number {
  let breaks = 0;
  for (let row = y + 1; row < y + height; row += 4) {
    const end = row * across + x + width;
    for (let at = row * across + x + 1; at < end; at += 1) {
      const index = indexes[at];
      if (index !== indexes[at - 1] && index !== indexes[at - across]) breaks += 1;
    }
  }
  return breaks;
}
