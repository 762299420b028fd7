import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { isCode } from '@yunbiao/label/template';
import type { Drawing } from '../template.ts';
import { type BoxMm, getInk, type LeadLine, lineTo, type Side } from './lead-line.ts';

/** A numbered line to what a field puts on the label. */
export type Lead = {
  field: TemplateField;
  number: number;
  /** What it points at: the element the field fills, and the caption beside it. */
  elementIds: string[];
  side: Side;
  /** Where along its edge the drawing of those is met, 0–1. */
  share: number;
};

type Drawn = Pick<Drawing, 'boxes' | 'widthDots'>;

const SIDES: readonly Side[] = ['top', 'left', 'right', 'bottom'];

const hasContent = (
  element: TemplateElement,
): element is Extract<TemplateElement, { content: string }> => 'content' in element;

const fills = (element: TemplateElement, name: string): boolean =>
  hasContent(element) &&
  new RegExp(`\\{\\{\\s*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\}\\}`).test(
    element.content,
  );

/** The element that shows the field: its text rather than the code made of it, the largest of several. */
export const getElement = (template: Template, name: string): TemplateElement | undefined => {
  const all = template.elements.filter((element) => fills(element, name));
  const texts = all.filter((element) => element.type === 'text');
  return (texts.length > 0 ? texts : all).toSorted(
    (a, b) => b.widthMm * b.heightMm - a.widthMm * a.heightMm,
  )[0];
};

/** How far before a value its caption may end. */
const CAPTION_MM = 4;

type Inks = ReadonlyMap<string, BoxMm>;

/** The fixed words in front of a value, on its line. */
const getCaption = (template: Template, inks: Inks, element: TemplateElement): string[] => {
  const value = inks.get(element.id);
  if (!value) return [];
  const caption = template.elements.find((other) => {
    const ink = inks.get(other.id);
    if (other.type !== 'text' || other.content.includes('{{') || !ink) return false;
    const gap = value.x0 - ink.x1;
    return gap >= 0 && gap < CAPTION_MM && ink.y0 < value.y1 && value.y0 < ink.y1;
  });
  return caption ? [caption.id] : [];
};

type Editable = { field: TemplateField; elementIds: string[] };

/** The four fields most worth changing: those in codes, then those written largest; in the template's order. */
const editable = (template: Template, inks: Inks): Editable[] => {
  const all = template.fields.flatMap((field): (Editable & { weight: number })[] => {
    const element = getElement(template, field.name);
    if (!element || !inks.has(element.id)) return [];
    const inCode = template.elements.some((other) => isCode(other) && fills(other, field.name));
    const size = element.type === 'text' ? element.sizeMm : 0;
    const elementIds = [element.id, ...getCaption(template, inks, element)];
    return [{ field, elementIds, weight: inCode ? Infinity : size }];
  });
  const chosen = new Set(
    all
      .toSorted((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight))
      .slice(0, SIDES.length),
  );
  return all.filter((item) => chosen.has(item));
};

/** The line over the label as a box without width. */
const getSpan = ({ side, xMm, yMm, insideMm }: LeadLine): BoxMm => {
  const [x0, x1] =
    side === 'left' ? [0, xMm] : side === 'right' ? [xMm, xMm + insideMm] : [xMm, xMm];
  const [y0, y1] =
    side === 'top' ? [0, yMm] : side === 'bottom' ? [yMm, yMm + insideMm] : [yMm, yMm];
  return { x0, y0, x1, y1 };
};

/** White a line keeps from what it passes. */
const CLEAR_MM = 0.3;

const crosses = (line: BoxMm, ink: BoxMm): boolean =>
  line.x1 > ink.x0 - CLEAR_MM &&
  line.x0 < ink.x1 + CLEAR_MM &&
  line.y1 > ink.y0 - CLEAR_MM &&
  line.y0 < ink.y1 + CLEAR_MM;

/** What a line over somebody else's ink costs, against its length squared. */
const CROSSING = 5000;
/** Between equals, numbers on all sides read better than two on one. */
const SHARING = 10;
/** Millimetres two numbers on one side stand apart at least. */
const APART_MM = 5;

type Option = { side: Side; share: number; line: LeadLine; cost: number };

/** Where along its edge a box may be met; near the start of a word first, as a reader points at it. */
const listShares = ({ x0, x1 }: BoxMm, side: Side): number[] =>
  side === 'left' || side === 'right'
    ? [0.5, 0.25, 0.75]
    : [Math.min(0.5, 10 / (x1 - x0)), 0.5, 0.85, 0.1];

/** The best line from a side. */
const getOption = (
  template: Template,
  inks: Inks,
  ids: readonly string[],
  box: BoxMm,
  side: Side,
): Option => {
  const others = [...inks].flatMap(([id, ink]) => (ids.includes(id) ? [] : [ink]));
  const options = listShares(box, side).map((share): Option => {
    const line = lineTo(box, template, { side, share });
    const crossed = others.filter((ink) => crosses(getSpan(line), ink)).length;
    return { side, share, line, cost: line.insideMm ** 2 + crossed * CROSSING };
  });
  return options.reduce((best, option) => (option.cost < best.cost ? option : best));
};

const collide = (a: Option, b: Option): boolean => {
  if (a.side !== b.side) return false;
  const isDown = a.side === 'top' || a.side === 'bottom';
  return Math.abs(isDown ? a.line.xMm - b.line.xMm : a.line.yMm - b.line.yMm) < APART_MM;
};

/** One of each. */
const choices = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>(
    (all, list) => all.flatMap((rest) => list.map((one) => [...rest, one])),
    [[]],
  );

/**
 * Numbers up to four fields, with the shortest lines to what the drawing shows of them that cross nothing else and do
 * not meet. A field nothing is drawn of has none.
 */
export const listLeads = (template: Template, drawing: Drawn): Lead[] => {
  const inks = new Map(
    drawing.boxes.flatMap(({ elementId }) => {
      const ink = getInk(drawing, template.widthMm, [elementId]);
      return ink ? [[elementId, ink] as const] : [];
    }),
  );
  const found = editable(template, inks).flatMap((item) => {
    const box = getInk(drawing, template.widthMm, item.elementIds);
    return box
      ? [
          {
            ...item,
            options: SIDES.map((side) => getOption(template, inks, item.elementIds, box, side)),
          },
        ]
      : [];
  });
  let best: Option[] = [];
  let least = Infinity;
  for (const chosen of choices(found.map(({ options }) => options))) {
    if (chosen.some((one, index) => chosen.slice(index + 1).some((other) => collide(one, other))))
      continue;
    const shared = chosen.length - new Set(chosen.map(({ side }) => side)).size;
    const cost = chosen.reduce((sum, option) => sum + option.cost, shared * SHARING);
    if (cost < least) [best, least] = [chosen, cost];
  }
  return best.flatMap(({ side, share }, index) => {
    const item = found[index];
    return item
      ? [{ field: item.field, elementIds: item.elementIds, number: index + 1, side, share }]
      : [];
  });
};
