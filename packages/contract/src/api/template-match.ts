import type { TemplateWidth } from '../calls/printing/template.ts';

/** Searchable properties of a template; sides in mm. */
export type SearchableTemplate = {
  name: string;
  category: string;
  widthMm: number;
  heightMm: number;
};

/** Sides are written to 0.1 mm. */
const NEAR_MM = 0.05;
/** Rounding error of subtracting two decimal fractions. */
const ROUNDING = 1e-9;

const normalizeTemplateText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/** Two sides: `40×30`, `40*30mm`. */
const SIZE = /^(\d{1,3}(?:\.\d{1,2})?)(?:mm)?[×x*](\d{1,3}(?:\.\d{1,2})?)(?:mm)?$/;
const SIDE = /^(\d{1,3}(?:\.\d{1,2})?)(?:mm)?$/;

const isSideLengthNear = (side: number, expected: string | undefined): boolean =>
  Math.abs(side - Number(expected)) <= NEAR_MM + ROUNDING;

/** Matches a part of the name or category, the size, or one side. */
export const createTemplateMatcher = (
  query: string,
): ((searchableTemplate: SearchableTemplate) => boolean) => {
  const normalizedQuery = normalizeTemplateText(query);
  const size = SIZE.exec(normalizedQuery);
  if (size)
    return ({ widthMm, heightMm }) =>
      isSideLengthNear(widthMm, size[1]) && isSideLengthNear(heightMm, size[2]);
  const side = SIDE.exec(normalizedQuery);
  return ({ name, category, widthMm, heightMm }) =>
    (side !== null &&
      (isSideLengthNear(widthMm, side[1]) || isSideLengthNear(heightMm, side[1]))) ||
    normalizeTemplateText(name).includes(normalizedQuery) ||
    normalizeTemplateText(category).includes(normalizedQuery);
};

/** Exclusive lower and inclusive upper bound, mm. */
const WIDTHS: Record<TemplateWidth, readonly [over: number, most: number]> = {
  to40: [0, 40],
  to60: [40, 60],
  to80: [60, 80],
  over80: [80, Infinity],
};

export const isTemplateOfWidth = (
  { widthMm }: SearchableTemplate,
  width: TemplateWidth | null | undefined,
): boolean => {
  const [over, max] = width ? WIDTHS[width] : [0, Infinity];
  return widthMm > over && widthMm <= max;
};
