import type { Rotation } from '../template.ts';

export type Point = { x: number; y: number };

/** Formats two numbers of path data; a minus sign replaces the space. */
export const formatCoordinatePair = (x: number, y: number): string => `${x}${y < 0 ? '' : ' '}${y}`;

/** Formats with at most four decimals and no leading zero. */
export const formatShortNumber = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Math.round(value * 10_000) / 10_000 + 0).replace(/^(-?)0\./, '$1.');

/**
 * Offset from the first glyph in the direction of the text: along the line, and down across it, in
 * dots.
 */
export function computeOffsetAlongText({ x, y }: Point, first: Point, rotation: Rotation): Point {
  const [right, down] = [x - first.x, y - first.y];
  if (rotation === 90) return { x: down, y: -right };
  if (rotation === 180) return { x: -right, y: -down };
  if (rotation === 270) return { x: -down, y: right };
  return { x: right, y: down };
}
