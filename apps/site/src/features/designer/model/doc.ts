import { ELEMENT_PLACE_MM, ELEMENT_SIDE_MM, MAX_ELEMENTS } from '@yunbiao/contract/limits/template';
import type { Template, TemplateElement } from '@yunbiao/label';
import { type Box, roundMm } from './box.ts';

/** What is designed, and what of it is chosen. Undo brings both back. */
export type Doc = { template: Template; chosen: readonly string[] };

/** Makes one document of another. What cannot be done leaves it as it is: the same object. */
export type Command = (doc: Doc) => Doc;

export const NOTHING: readonly string[] = [];

export const findChosen = ({ template, chosen }: Doc): TemplateElement[] =>
  template.elements.filter(({ id }) => chosen.includes(id));

/** Those of the chosen that may be changed in place or thrown away. */
export const getMovable = (doc: Doc): TemplateElement[] =>
  findChosen(doc).filter(({ locked }) => !locked);

export const getElement = ({ elements }: Template, id: string): TemplateElement | undefined =>
  elements.find((element) => element.id === id);

/** The ids with all that are in a group with one of them, in the order of the label. */
export const withGroups = ({ elements }: Template, ids: readonly string[]): string[] => {
  const groups = new Set(
    elements.flatMap(({ id, group }) => (group !== undefined && ids.includes(id) ? [group] : [])),
  );
  return elements
    .filter(({ id, group }) => ids.includes(id) || (group !== undefined && groups.has(group)))
    .map(({ id }) => id);
};

/** An id nothing in the template has: `t1`, `t2` … */
export const freeId = ({ elements }: Template, prefix: string, taken: readonly string[] = []) => {
  const known = new Set([...elements.map(({ id }) => id), ...taken]);
  let n = elements.length + 1;
  while (known.has(`${prefix}${n}`)) n += 1;
  return `${prefix}${n}`;
};

export const roomFor = ({ elements }: Template): number => MAX_ELEMENTS - elements.length;

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, roundMm(value)));

/** A box as a template may hold it. */
export const allowed = ({ xMm, yMm, widthMm, heightMm }: Box): Box => ({
  xMm: within(xMm, ELEMENT_PLACE_MM),
  yMm: within(yMm, ELEMENT_PLACE_MM),
  widthMm: within(widthMm, ELEMENT_SIDE_MM),
  heightMm: within(heightMm, ELEMENT_SIDE_MM),
});

const isSameBox = (a: Box, b: Box): boolean =>
  a.xMm === b.xMm && a.yMm === b.yMm && a.widthMm === b.widthMm && a.heightMm === b.heightMm;

/** The template with elements changed; the very same one when none is. */
export const mapped = (
  template: Template,
  change: (element: TemplateElement) => TemplateElement,
): Template => {
  const elements = template.elements.map(change);
  const isSame = elements.every((element, i) => element === template.elements[i]);
  return isSame ? template : { ...template, elements };
};

/** The element in another box; itself when that is its own. */
export const placed = (element: TemplateElement, box: Box): TemplateElement => {
  const place = allowed(box);
  return isSameBox(place, element) ? element : { ...element, ...place };
};
