import type { Template, TemplateElement } from '@yunbiao/label';
import { isElementHidden, isElementLocked } from '@yunbiao/label/groups';
import { getBottom, containsPoint, getRight } from '@yunbiao/designer/box';

type Point = { x: number; y: number };

/** Frames are hollow: elements inside them can be selected. */
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

/**
 * Selectable elements at a point of the label, front to back; with `isLocked` the locked ones
 * instead. `reach`: tolerance, mm.
 */
export const findElementsAt = (
  template: Template,
  at: Point,
  reach: number,
  isLocked = false,
): TemplateElement[] =>
  template.elements
    .filter(
      (element) =>
        !isElementHidden(template, element) &&
        isElementLocked(template, element) === isLocked &&
        containsPoint(element, at, reach) &&
        (!isHollow(element) || isOnFrame(element, at, reach)),
    )
    .reverse();

/** Resize handles of a box. x and y: 0 start, 0.5 middle (that axis is unchanged), 1 end. */
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
