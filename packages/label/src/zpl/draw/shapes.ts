import { buildEllipse, reverseRing, buildRoundedRect } from '../../layout/outlines.ts';
import type { Ring } from '../../layout/outlines.ts';
import type { DotRect, SceneOp } from '../../scene.ts';
import type { BoxContent, DiagonalContent, EllipseContent } from '../label.ts';

type Where = { x0: number; y0: number; elementId: string };

const buildPathOp = ({ x0, y0, elementId }: Where, rings: readonly Ring[]): SceneOp => ({
  kind: 'path',
  elementId,
  rotation: 0,
  rings: rings.map((ring) =>
    ring.map((value, i) => Math.round((value + (i % 2 === 0 ? x0 : y0)) * 16) / 16),
  ),
});

/** ^GB: the line grows inwards; corner radius in eighths of half the shorter side. */
export function buildBoxOps({ width, height, line, round }: BoxContent, opPlace: Where): SceneOp[] {
  const radius = (round * Math.min(width, height)) / 16;
  const isSolid = line * 2 >= Math.min(width, height);
  if (radius >= 0.5) {
    const rings = [buildRoundedRect(width, height, radius)];
    if (!isSolid) rings.push(reverseRing(buildRoundedRect(width, height, radius, line)));
    return [buildPathOp(opPlace, rings)];
  }
  const { x0, y0, elementId } = opPlace;
  const buildRect = (x: number, y: number, right: number, bottom: number): SceneOp => {
    const dots: DotRect = { x0: x0 + x, y0: y0 + y, x1: x0 + right, y1: y0 + bottom };
    return { kind: 'rect', elementId, ...dots };
  };
  if (isSolid) return [buildRect(0, 0, width, height)];
  return [
    buildRect(0, 0, width, line),
    buildRect(0, height - line, width, height),
    buildRect(0, line, line, height - line),
    buildRect(width - line, line, width, height - line),
  ];
}

/** Builds the operations of `^GC` and `^GE`. */
export function buildEllipseOps(
  { width, height, line }: EllipseContent,
  opPlace: Where,
): SceneOp[] {
  const rings = [buildEllipse(width, height)];
  if (line * 2 < Math.min(width, height))
    rings.push(reverseRing(buildEllipse(width, height, line)));
  return [buildPathOp(opPlace, rings)];
}

/** ^GD: each row of dots is as long as the line thickness. */
export function buildDiagonalOps(
  { width, height, line, rises }: DiagonalContent,
  opPlace: Where,
): SceneOp[] {
  const [top, bottom] = rises ? [width, 0] : [0, width];
  const ring = [top, 0, top + line, 0, bottom + line, height, bottom, height];
  return [buildPathOp(opPlace, [ring])];
}
