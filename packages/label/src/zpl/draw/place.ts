import type { PlacedBox } from '../../layout/place.ts';
import type { ZplField } from '../label.ts';

/**
 * Size of the content before rotation, and distance of the baseline of `^FT` from its top.
 * Overhanging parts, such as text at bars, do not count.
 */
export type Extent = { width: number; height: number; base: number };

/**
 * Rotates the box around its resulting upper left corner (`^FO`), or around the start of its
 * baseline (`^FT`). Edges are whole dots.
 */
export function placeField(
  { x, y, origin, rotation, isRight }: ZplField,
  extent: Extent,
): PlacedBox {
  const { width, height } = extent;
  const base = Math.round(extent.base);
  const isSideways = rotation === 90 || rotation === 270;
  const [across, down] = isSideways ? [height, width] : [width, height];
  const corner =
    origin === 'corner'
      ? { x, y }
      : computeCornerFromBaseline({ x, y }, rotation, { width, height, base });
  const left = isRight ? alignRight(corner.x, rotation, { width, across, origin }) : corner.x;
  const box = { x0: left, y0: corner.y, x1: left + across, y1: corner.y + down };
  return { box, rotation, width, height };
}

type Point = { x: number; y: number };

/**
 * Computes the top left corner of a box from its baseline, which runs in the direction of rotation:
 * right, down, left, up.
 */
function computeCornerFromBaseline(
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

/** Moves the start of a box so that it ends at x. */
function alignRight(
  x: number,
  rotation: ZplField['rotation'],
  { width, across, origin }: { width: number; across: number; origin: ZplField['origin'] },
): number {
  if (origin === 'corner') return x - across;
  if (rotation === 0) return x - width;
  return rotation === 180 ? x + width : x;
}
