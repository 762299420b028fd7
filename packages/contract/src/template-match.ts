import type { TemplateWidth } from './calls/template.ts';

/** What of a template is searched; sides in mm. */
export type Searched = { name: string; category: string; widthMm: number; heightMm: number };

/** Sides are written to a tenth of a millimetre. */
const NEAR_MM = 0.05;
/** What subtracting two decimal fractions may leave. */
const ROUNDING = 1e-9;

const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/** `40×30`, `40*30mm`: two sides. */
const SIZE = /^(\d{1,3}(?:\.\d{1,2})?)(?:mm)?[×x*](\d{1,3}(?:\.\d{1,2})?)(?:mm)?$/;
const SIDE = /^(\d{1,3}(?:\.\d{1,2})?)(?:mm)?$/;

const isNear = (side: number, wanted: string | undefined): boolean =>
  Math.abs(side - Number(wanted)) <= NEAR_MM + ROUNDING;

/** Whether a part of its name or category, its size, or one of its sides was asked for. */
export const templateMatches = (query: string): ((one: Searched) => boolean) => {
  const wanted = folded(query);
  const size = SIZE.exec(wanted);
  if (size) return ({ widthMm, heightMm }) => isNear(widthMm, size[1]) && isNear(heightMm, size[2]);
  const side = SIDE.exec(wanted);
  return ({ name, category, widthMm, heightMm }) =>
    (side !== null && (isNear(widthMm, side[1]) || isNear(heightMm, side[1]))) ||
    folded(name).includes(wanted) ||
    folded(category).includes(wanted);
};

/** Over, and at most, mm. */
const WIDTHS: Record<TemplateWidth, readonly [over: number, most: number]> = {
  to40: [0, 40],
  to60: [40, 60],
  to80: [60, 80],
  over80: [80, Infinity],
};

export const isOfWidth = (
  { widthMm }: Searched,
  width: TemplateWidth | null | undefined,
): boolean => {
  const [over, most] = width ? WIDTHS[width] : [0, Infinity];
  return widthMm > over && widthMm <= most;
};
