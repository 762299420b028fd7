import type { Placed } from '../../layout/place.ts';
import type { ZplField } from '../label.ts';

/**
 * What is placed: its box before turning, and how far below its top the base line is that `^FT` means. What hangs out of
 * it, a line of text at bars for one, moves nothing.
 */
export type Extent = { width: number; height: number; base: number };

/**
 * Turns the box about its upper left corner as it then stands (`^FO`), or about where its base line begins (`^FT`). Its
 * edges are whole dots.
 */
export function placeField({ x, y, origin, rotation, isRight }: ZplField, extent: Extent): Placed {
  const { width, height } = extent;
  const base = Math.round(extent.base);
  const isSideways = rotation === 90 || rotation === 270;
  const [across, down] = isSideways ? [height, width] : [width, height];
  const corner =
    origin === 'corner' ? { x, y } : cornerOfBase({ x, y }, rotation, { width, height, base });
  const left = isRight ? rightAligned(corner.x, rotation, { width, across, origin }) : corner.x;
  const box = { x0: left, y0: corner.y, x1: left + across, y1: corner.y + down };
  return { box, rotation, width, height };
}

type Point = { x: number; y: number };

/** The base line goes the way the field is turned: right, down, left, up. */
function cornerOfBase(
  { x, y }: Point,
  rotation: ZplField['rotation'],
  { width, height, base }: Extent,
): Point {
  const below = height - base;
  if (rotation === 90) return { x: x - below, y };
  if (rotation === 180) return { x: x - width, y: y - below };
  if (rotation === 270) return { x: x - base, y: y - width };
  return { x, y: y - base };
}

/** Ends where it else would begin. */
function rightAligned(
  x: number,
  rotation: ZplField['rotation'],
  { width, across, origin }: { width: number; across: number; origin: ZplField['origin'] },
): number {
  if (origin === 'corner') return x - across;
  if (rotation === 0) return x - width;
  return rotation === 180 ? x + width : x;
}
