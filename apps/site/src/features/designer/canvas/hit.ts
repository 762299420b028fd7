import type { Template, TemplateElement } from '@yunbiao/label';
import { getBottom, holds, getRight } from '../model/box.ts';

type Point = { x: number; y: number };

/** Frames are hollow: what is in them is reached through them. */
export const isHollow = (element: TemplateElement): boolean =>
  (element.type === 'rect' || element.type === 'ellipse') && element.lineMm > 0;

const isOnFrame = (element: TemplateElement, { x, y }: Point, reach: number): boolean => {
  const depth = reach + ('lineMm' in element ? element.lineMm : 0);
  return (
    x - element.xMm <= depth ||
    getRight(element) - x <= depth ||
    y - element.yMm <= depth ||
    getBottom(element) - y <= depth
  );
};

/** All a pointer can reach at a point of the label, in front first. `reach`: how near counts, mm. */
export const elementsAt = ({ elements }: Template, at: Point, reach: number): TemplateElement[] =>
  elements
    .filter(
      (element) =>
        !element.hidden &&
        !element.locked &&
        holds(element, at, reach) &&
        (!isHollow(element) || isOnFrame(element, at, reach)),
    )
    .reverse();

/** The corners and sides of a box that can be dragged: x and y are 0 start, 0.5 neither, 1 end. */
export const HANDLES = [
  { name: 'nw', x: 0, y: 0 },
  { name: 'n', x: 0.5, y: 0 },
  { name: 'ne', x: 1, y: 0 },
  { name: 'w', x: 0, y: 0.5 },
  { name: 'e', x: 1, y: 0.5 },
  { name: 'sw', x: 0, y: 1 },
  { name: 's', x: 0.5, y: 1 },
  { name: 'se', x: 1, y: 1 },
] as const;

export type HandleName = (typeof HANDLES)[number]['name'];
