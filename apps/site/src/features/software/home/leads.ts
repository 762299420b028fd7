import type { Template, TemplateElement, TemplateField } from '@yunbiao/label';

export type Side = 'top' | 'left' | 'right' | 'bottom';

/** A numbered line from the label's edge to the element a field fills. Millimetres from the label's top left corner. */
export type Lead = {
  field: TemplateField;
  number: number;
  side: Side;
  xMm: number;
  yMm: number;
  lengthMm: number;
  element: TemplateElement;
};

const SIDES: readonly Side[] = ['top', 'left', 'right', 'bottom'];
/** How far outside the label a line begins. */
const OUTSIDE_MM = 2.6;

const fills = (element: TemplateElement, name: string): boolean =>
  'content' in element &&
  new RegExp(`\\{\\{\\s*${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\}\\}`).test(
    element.content,
  );

/** The element that shows the field: its text rather than the code made of it, the largest of several. */
export const elementOf = (template: Template, name: string): TemplateElement | undefined => {
  const all = template.elements.filter((element) => fills(element, name));
  const texts = all.filter((element) => element.type === 'text');
  return (texts.length > 0 ? texts : all).toSorted(
    (a, b) => b.widthMm * b.heightMm - a.widthMm * a.heightMm,
  )[0];
};

type Placed = Pick<Lead, 'side' | 'xMm' | 'yMm' | 'lengthMm'>;

const leadFrom = (template: Template, element: TemplateElement, side: Side): Placed => {
  const { xMm, yMm, widthMm, heightMm } = element;
  // Lines down or up leave the element near its start, as a reader points at a word.
  const along = xMm + Math.min(widthMm / 2, 10);
  const middle = yMm + heightMm / 2;
  switch (side) {
    case 'top':
      return { side, xMm: along, yMm: -OUTSIDE_MM, lengthMm: yMm + OUTSIDE_MM };
    case 'left':
      return { side, xMm: -OUTSIDE_MM, yMm: middle, lengthMm: xMm + OUTSIDE_MM };
    case 'right':
      return {
        side,
        xMm: xMm + widthMm,
        yMm: middle,
        lengthMm: template.widthMm - xMm - widthMm + OUTSIDE_MM,
      };
    case 'bottom':
      return {
        side,
        xMm: along,
        yMm: yMm + heightMm,
        lengthMm: template.heightMm - yMm - heightMm + OUTSIDE_MM,
      };
  }
};

type Box = { x0: number; y0: number; x1: number; y1: number };

/** The line itself, as a box without width. */
const lineOf = ({ side, xMm, yMm, lengthMm }: Placed): Box => {
  const isDown = side === 'top' || side === 'bottom';
  return {
    x0: xMm,
    y0: yMm,
    x1: isDown ? xMm : xMm + lengthMm,
    y1: isDown ? yMm + lengthMm : yMm,
  };
};

const crosses = (line: Box, { xMm, yMm, widthMm, heightMm }: TemplateElement): boolean =>
  line.x1 > xMm && line.x0 < xMm + widthMm && line.y1 > yMm && line.y0 < yMm + heightMm;

/** Millimetres two numbers on one side stand apart at least. */
const APART_MM = 5;
/** What a line over somebody else's element costs, against its length squared. */
const CROSSING = 5000;
/** Between equals, numbers on all sides read better than two on one. */
const SHARING = 10;

const collide = (a: Placed, b: Placed): boolean => {
  if (a.side !== b.side) return false;
  const isDown = a.side === 'top' || a.side === 'bottom';
  return Math.abs(isDown ? a.xMm - b.xMm : a.yMm - b.yMm) < APART_MM;
};

/** Every way to give each of `length` fields a side. */
const choices = (length: number): Side[][] =>
  length === 0 ? [[]] : choices(length - 1).flatMap((rest) => SIDES.map((side) => [...rest, side]));

type Editable = Pick<Lead, 'field' | 'element'>;

/** The four fields most worth changing: those in codes, then those written largest; in the template's order. */
const editable = (template: Template): Editable[] => {
  const all = template.fields.flatMap((field): (Editable & { weight: number })[] => {
    const element = elementOf(template, field.name);
    if (!element) return [];
    const inCode = template.elements.some(
      (other) => (other.type === 'code128' || other.type === 'qr') && fills(other, field.name),
    );
    return [
      { field, element, weight: inCode ? Infinity : element.type === 'text' ? element.sizeMm : 0 },
    ];
  });
  const chosen = new Set(
    all
      .toSorted((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight))
      .slice(0, SIDES.length),
  );
  return all.filter((item) => chosen.has(item));
};

/** Numbers up to four fields, with the shortest lines that cross no other element and do not meet. */
export const leadsOf = (template: Template): Lead[] => {
  const found = editable(template);
  const costOf = (lead: Lead): number => {
    const line = lineOf(lead);
    const crossed = template.elements.filter(
      (element) => element !== lead.element && crosses(line, element),
    );
    return lead.lengthMm ** 2 + crossed.length * CROSSING;
  };
  let best: Lead[] = [];
  let least = Infinity;
  for (const sides of choices(found.length)) {
    const leads = found.map(({ field, element }, index): Lead => {
      const side = sides[index] ?? 'top';
      return { field, element, number: index + 1, ...leadFrom(template, element, side) };
    });
    if (leads.some((lead, index) => leads.slice(index + 1).some((other) => collide(lead, other))))
      continue;
    const shared = leads.length - new Set(sides).size;
    const cost = leads.reduce((sum, lead) => sum + costOf(lead), shared * SHARING);
    if (cost < least) [best, least] = [leads, cost];
  }
  return best;
};
