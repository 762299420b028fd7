import type { Rotation } from '../template.ts';

export type Point = { x: number; y: number };

/** Two numbers of path data; a minus sign parts them where there is one. */
export const pair = (x: number, y: number): string => `${x}${y < 0 ? '' : ' '}${y}`;

/** At most four decimals, without a leading zero. */
export const short = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Math.round(value * 10_000) / 10_000 + 0).replace(/^(-?)0\./, '$1.');

/** Where a glyph stands from the first, as its rotation sees it: along the line and down across it, in dots. */
export function fromFirst({ x, y }: Point, first: Point, rotation: Rotation): Point {
  const [right, down] = [x - first.x, y - first.y];
  if (rotation === 90) return { x: down, y: -right };
  if (rotation === 180) return { x: -right, y: -down };
  if (rotation === 270) return { x: -down, y: right };
  return { x: right, y: down };
}
