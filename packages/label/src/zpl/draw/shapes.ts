import { ellipse, reversed, roundedRect } from '../../layout/outlines.ts';
import type { Ring } from '../../layout/outlines.ts';
import type { DotRect, SceneOp } from '../../scene.ts';
import type { BoxContent, DiagonalContent, EllipseContent } from '../label.ts';

type Where = { x0: number; y0: number; elementId: string };

const path = ({ x0, y0, elementId }: Where, rings: readonly Ring[]): SceneOp => ({
  kind: 'path',
  elementId,
  rotation: 0,
  rings: rings.map((ring) =>
    ring.map((value, i) => Math.round((value + (i % 2 === 0 ? x0 : y0)) * 16) / 16),
  ),
});

/** ^GB: its frame grows inwards; corners are round by eighths of half the shorter side. */
export function boxOps({ width, height, line, round }: BoxContent, where: Where): SceneOp[] {
  const radius = (round * Math.min(width, height)) / 16;
  const isSolid = line * 2 >= Math.min(width, height);
  if (radius >= 0.5) {
    const rings = [roundedRect(width, height, radius)];
    if (!isSolid) rings.push(reversed(roundedRect(width, height, radius, line)));
    return [path(where, rings)];
  }
  const { x0, y0, elementId } = where;
  const rect = (x: number, y: number, right: number, bottom: number): SceneOp => {
    const dots: DotRect = { x0: x0 + x, y0: y0 + y, x1: x0 + right, y1: y0 + bottom };
    return { kind: 'rect', elementId, ...dots };
  };
  if (isSolid) return [rect(0, 0, width, height)];
  return [
    rect(0, 0, width, line),
    rect(0, height - line, width, height),
    rect(0, line, line, height - line),
    rect(width - line, line, width, height - line),
  ];
}

/** ^GC and ^GE. */
export function ellipseOps({ width, height, line }: EllipseContent, where: Where): SceneOp[] {
  const rings = [ellipse(width, height)];
  if (line * 2 < Math.min(width, height)) rings.push(reversed(ellipse(width, height, line)));
  return [path(where, rings)];
}

/** ^GD: each row of it is as long as the line is thick. */
export function diagonalOps(
  { width, height, line, rises }: DiagonalContent,
  where: Where,
): SceneOp[] {
  const [top, bottom] = rises ? [width, 0] : [0, width];
  const ring = [top, 0, top + line, 0, bottom + line, height, bottom, height];
  return [path(where, [ring])];
}
