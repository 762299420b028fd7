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

const leadFrom = (
  template: Template,
  element: TemplateElement,
  side: Side,
): Omit<Lead, 'field' | 'number' | 'element'> => {
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

const permutations = (sides: readonly Side[], length: number): Side[][] =>
  length === 0
    ? [[]]
    : sides.flatMap((side) =>
        permutations(
          sides.filter((other) => other !== side),
          length - 1,
        ).map((rest) => [side, ...rest]),
      );

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

/** Numbers up to four fields, each from a side of its own, so that the lines are shortest in all. */
export const leadsOf = (template: Template): Lead[] => {
  const found = editable(template).map((item, index) => ({ ...item, number: index + 1 }));
  let best: Lead[] = [];
  let shortest = Infinity;
  for (const sides of permutations(SIDES, found.length)) {
    const leads = found.map((item, index) => ({
      ...item,
      ...leadFrom(template, item.element, sides[index] ?? 'top'),
    }));
    // A line across half the label says less than two short ones: squares, not sums.
    const cost = leads.reduce((sum, lead) => sum + lead.lengthMm ** 2, 0);
    if (cost < shortest) [best, shortest] = [leads, cost];
  }
  return best;
};
