import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';
import { isCodeElement } from '@yunbiao/label/template';
import type { Drawing } from '../template.ts';
import { type BoxMm, getInkBox, type LeadLine, computeLeadLine, type Side } from './lead-line.ts';

/** A numbered line to the content of a field. */
export type Lead = {
  field: TemplateField;
  number: number;
  /** Target elements: the element that displays the field, and its caption. */
  elementIds: string[];
  side: Side;
  /** Position along the edge of the target, 0–1. */
  share: number;
};

type Drawn = Pick<Drawing, 'boxes' | 'widthDots'>;

const SIDES: readonly Side[] = ['top', 'left', 'right', 'bottom'];

const isElementWithContent = (
  element: TemplateElement,
): element is Extract<TemplateElement, { content: string }> => 'content' in element;

const hasFieldPlaceholder = (element: TemplateElement, name: string): boolean =>
  isElementWithContent(element) &&
  new RegExp(`\\{\\{\\s*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\}\\}`).test(
    element.content,
  );

/** Finds the element that displays the field: text before codes, the largest one first. */
export const findFieldElement = (template: Template, name: string): TemplateElement | undefined => {
  const filledElements = template.elements.filter((element) => hasFieldPlaceholder(element, name));
  const texts = filledElements.filter((element) => element.type === 'text');
  return (texts.length > 0 ? texts : filledElements).toSorted(
    (a, b) => b.widthMm * b.heightMm - a.widthMm * a.heightMm,
  )[0];
};

/** Maximum distance between a caption and its value, mm. */
const MAX_CAPTION_GAP_MM = 4;

type Inks = ReadonlyMap<string, BoxMm>;

/** Finds the static text before a value on the same line. */
const findFieldCaption = (template: Template, inks: Inks, element: TemplateElement): string[] => {
  const value = inks.get(element.id);
  if (!value) return [];
  const caption = template.elements.find((element) => {
    const ink = inks.get(element.id);
    if (element.type !== 'text' || element.content.includes('{{') || !ink) return false;
    const gap = value.x0 - ink.x1;
    return gap >= 0 && gap < MAX_CAPTION_GAP_MM && ink.y0 < value.y1 && value.y0 < ink.y1;
  });
  return caption ? [caption.id] : [];
};

type Editable = { field: TemplateField; elementIds: string[] };

/**
 * Selects up to four fields: those in codes first, then the largest ones. Returns them in template
 * order.
 */
const selectEditableFields = (template: Template, inks: Inks): Editable[] => {
  const candidates = template.fields.flatMap((field): (Editable & { weight: number })[] => {
    const element = findFieldElement(template, field.name);
    if (!element || !inks.has(element.id)) return [];
    const inCode = template.elements.some(
      (element) => isCodeElement(element) && hasFieldPlaceholder(element, field.name),
    );
    const size = element.type === 'text' ? element.sizeMm : 0;
    const elementIds = [element.id, ...findFieldCaption(template, inks, element)];
    return [{ field, elementIds, weight: inCode ? Infinity : size }];
  });
  const chosenItems = new Set(
    candidates
      .toSorted((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight))
      .slice(0, SIDES.length),
  );
  return candidates.filter((item) => chosenItems.has(item));
};

/** The part of the line over the label, as a box without width. */
const getLeadLineBox = ({ side, xMm, yMm, insideMm }: LeadLine): BoxMm => {
  const [x0, x1] =
    side === 'left' ? [0, xMm] : side === 'right' ? [xMm, xMm + insideMm] : [xMm, xMm];
  const [y0, y1] =
    side === 'top' ? [0, yMm] : side === 'bottom' ? [yMm, yMm + insideMm] : [yMm, yMm];
  return { x0, y0, x1, y1 };
};

/** Minimum distance of a line to elements it passes, mm. */
const MIN_CLEARANCE_MM = 0.3;

const isLineCrossingInk = (line: BoxMm, ink: BoxMm): boolean =>
  line.x1 > ink.x0 - MIN_CLEARANCE_MM &&
  line.x0 < ink.x1 + MIN_CLEARANCE_MM &&
  line.y1 > ink.y0 - MIN_CLEARANCE_MM &&
  line.y0 < ink.y1 + MIN_CLEARANCE_MM;

/** Cost of crossing another element, compared with the squared length. */
const CROSSING_COST = 5000;
/** Cost of two numbers on the same side. */
const SHARED_SIDE_COST = 10;
/** Minimum distance between two numbers on the same side, mm. */
const MIN_NUMBER_GAP_MM = 5;

type Option = { side: Side; share: number; line: LeadLine; cost: number };

/** Positions along the edge of a box, preferably near the start of the text. */
const listEdgePositions = ({ x0, x1 }: BoxMm, side: Side): number[] =>
  side === 'left' || side === 'right'
    ? [0.5, 0.25, 0.75]
    : [Math.min(0.5, 10 / (x1 - x0)), 0.5, 0.85, 0.1];

/** Finds the best line from a side. */
const findBestLeadLine = (
  template: Template,
  inks: Inks,
  ids: readonly string[],
  box: BoxMm,
  side: Side,
): Option => {
  const otherInks = [...inks].flatMap(([id, ink]) => (ids.includes(id) ? [] : [ink]));
  const options = listEdgePositions(box, side).map((share): Option => {
    const line = computeLeadLine(box, template, { side, share });
    const crossed = otherInks.filter((ink) => isLineCrossingInk(getLeadLineBox(line), ink)).length;
    return { side, share, line, cost: line.insideMm ** 2 + crossed * CROSSING_COST };
  });
  return options.reduce((best, option) => (option.cost < best.cost ? option : best));
};

const isLeadLineColliding = (a: Option, b: Option): boolean => {
  if (a.side !== b.side) return false;
  const isDown = a.side === 'top' || a.side === 'bottom';
  return Math.abs(isDown ? a.line.xMm - b.line.xMm : a.line.yMm - b.line.yMm) < MIN_NUMBER_GAP_MM;
};

/** Cartesian product of the lists. */
const listCombinations = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>(
    (combinations, list) => combinations.flatMap((rest) => list.map((item) => [...rest, item])),
    [[]],
  );

/**
 * Computes numbered lines for up to four fields: short, without crossing other elements or each
 * other. Fields without drawn content have none.
 */
export const computeLeadLines = (template: Template, drawing: Drawn): Lead[] => {
  const inks = new Map(
    drawing.boxes.flatMap(({ elementId }) => {
      const ink = getInkBox(drawing, template.widthMm, [elementId]);
      return ink ? [[elementId, ink] as const] : [];
    }),
  );
  const leadOptions = selectEditableFields(template, inks).flatMap((item) => {
    const box = getInkBox(drawing, template.widthMm, item.elementIds);
    return box
      ? [
          {
            ...item,
            options: SIDES.map((side) =>
              findBestLeadLine(template, inks, item.elementIds, box, side),
            ),
          },
        ]
      : [];
  });
  let best: Option[] = [];
  let min = Infinity;
  for (const combination of listCombinations(leadOptions.map(({ options }) => options))) {
    if (
      combination.some((line, index) =>
        combination.slice(index + 1).some((otherLine) => isLeadLineColliding(line, otherLine)),
      )
    )
      continue;
    const shared = combination.length - new Set(combination.map(({ side }) => side)).size;
    const cost = combination.reduce((sum, option) => sum + option.cost, shared * SHARED_SIDE_COST);
    if (cost < min) [best, min] = [combination, cost];
  }
  return best.flatMap(({ side, share }, index) => {
    const item = leadOptions[index];
    return item
      ? [{ field: item.field, elementIds: item.elementIds, number: index + 1, side, share }]
      : [];
  });
};
