import { ELEMENT_PLACE_MM, ELEMENT_SIDE_MM, MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import { isElementLocked } from '@yunbiao/label/groups';
import { type Box, roundMm } from './box.ts';
import { listGroupPath } from './group-paths.ts';

/** Template and selection. Undo restores both. */
export type Doc = { template: Template; chosen: readonly string[] };

/** Maps a document to the next one. Returns the same object when the command does not apply. */
export type Command = (doc: Doc) => Doc;

export const NO_IDS: readonly string[] = [];

export const listSelectedElements = ({ template, chosen }: Doc): TemplateElement[] =>
  template.elements.filter(({ id }) => chosen.includes(id));

/** Selected elements that neither themselves nor their groups are locked. */
export const listMovableSelection = (doc: Doc): TemplateElement[] =>
  listSelectedElements(doc).filter((element) => !isElementLocked(doc.template, element));

export const findElement = ({ elements }: Template, id: string): TemplateElement | undefined =>
  elements.find((element) => element.id === id);

/**
 * Adds all elements of the outermost groups of these ids. Returns ids in the order of the label.
 */
export const includeGroupMembers = (template: Template, ids: readonly string[]): string[] => {
  const wanted = new Set(ids);
  const roots = template.elements.map((element) => listGroupPath(template, element)[0]);
  const groups = new Set(
    template.elements.map(({ id }, i) => (wanted.has(id) ? roots[i] : undefined)),
  );
  groups.delete(undefined);
  return template.elements
    .filter(({ id }, i) => wanted.has(id) || groups.has(roots[i]))
    .map(({ id }) => id);
};

/** An id not used in the template: `t1`, `t2` … */
export const createFreeId = (
  { elements }: Template,
  prefix: string,
  usedIds: readonly string[] = [],
) => {
  const takenIds = new Set([...elements.map(({ id }) => id), ...usedIds]);
  let n = elements.length + 1;
  while (takenIds.has(`${prefix}${n}`)) n += 1;
  return `${prefix}${n}`;
};

export const countRemainingElements = ({ elements }: Template): number =>
  MAX_ELEMENTS - elements.length;

const clampMm = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, roundMm(value)));

/** Clamps a box to the limits of a template. */
export const clampBox = ({ xMm, yMm, widthMm, heightMm }: Box): Box => ({
  xMm: clampMm(xMm, ELEMENT_PLACE_MM),
  yMm: clampMm(yMm, ELEMENT_PLACE_MM),
  widthMm: clampMm(widthMm, ELEMENT_SIDE_MM),
  heightMm: clampMm(heightMm, ELEMENT_SIDE_MM),
});

const isSameBox = (a: Box, b: Box): boolean =>
  a.xMm === b.xMm && a.yMm === b.yMm && a.widthMm === b.widthMm && a.heightMm === b.heightMm;

/** Returns the same template when no element changes. */
export const mapElements = (
  template: Template,
  change: (element: TemplateElement) => TemplateElement,
): Template => {
  const elements = template.elements.map(change);
  const isSame = elements.every((element, i) => element === template.elements[i]);
  return isSame ? template : { ...template, elements };
};

/** Returns the same element when its box does not change. */
export const setElementBox = (element: TemplateElement, box: Box): TemplateElement => {
  const place = clampBox(box);
  return isSameBox(place, element) ? element : { ...element, ...place };
};
