import { selectElements } from '@yunbiao/designer/arrange';
import { computeBounds } from '@yunbiao/designer/box';
import { listSelectedElements } from '@yunbiao/designer/doc';
import type { Template } from '@yunbiao/label';
import type { Designer } from '../designer.ts';
import type { Point } from './gesture.ts';
import { findElementsAt } from './hit-test.ts';
import { toMm } from './view.ts';

/** Locked elements are found as well: the menu unlocks them. */
const findElementIdsAt = (template: Template, at: Point, reach: number): string[] => {
  const free = findElementsAt(template, at, reach);
  const elements = free.length > 0 ? free : findElementsAt(template, at, reach, true);
  return elements.map(({ id }) => id);
};

/**
 * Opens the context menu at a point of the canvas, px. The selection stays when the point is on it;
 * else the element below the point is selected.
 */
export const openMenuAt = (
  designer: Designer,
  stage: HTMLElement | null,
  px: Point,
  tolerancePx: number,
): void => {
  const box = stage?.getBoundingClientRect();
  if (!box) return;
  const view = designer.view.get();
  const at = toMm(view, px);
  const { template, chosen } = designer.getDoc();
  const ids = findElementIdsAt(template, at, tolerancePx / view.scale);
  if (!ids.some((id) => chosen.includes(id)))
    designer.execute('选择', selectElements(ids.slice(0, 1)));
  designer.menu.set({ x: box.left + px.x, y: box.top + px.y, at });
};

/** Opens the context menu at the selection, or in the middle of the label. */
export const openMenuAtSelection = (designer: Designer, stage: HTMLElement | null): void => {
  const box = stage?.getBoundingClientRect();
  if (!box) return;
  const doc = designer.getDoc();
  const { widthMm, heightMm } = doc.template;
  const bounds = computeBounds(listSelectedElements(doc)) ?? { xMm: 0, yMm: 0, widthMm, heightMm };
  const at = { x: bounds.xMm + bounds.widthMm / 2, y: bounds.yMm + bounds.heightMm / 2 };
  const { scale, xPx, yPx } = designer.view.get();
  const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));
  designer.menu.set({
    x: box.left + clamp(at.x * scale + xPx, box.width),
    y: box.top + clamp(at.y * scale + yPx, box.height),
    at,
  });
};
