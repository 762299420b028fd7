import type { CallParsed } from '@yunbiao/contract';

/** What is needed to find and order a template; sides in hundredths of a millimetre. */
export type Listed = {
  id: number;
  name: string;
  category: string;
  width: number;
  height: number;
  created_at: number;
};

type Input = CallParsed<'templateLibrary'>;

/** Sides are written to a tenth of a millimetre; hundredths. */
const NEAR = 5;

const folded = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');

/** `40×30`, `40*30mm`: two sides, in hundredths. */
const SIZE = /^(\d{1,3}(?:\.\d{1,2})?)(?:mm)?[×x*＊](\d{1,3}(?:\.\d{1,2})?)(?:mm)?$/;
const SIDE = /^(\d{1,3}(?:\.\d{1,2})?)mm$/;

const isNear = (side: number, wanted: string | undefined): boolean =>
  Math.abs(side - Number(wanted) * 100) <= NEAR;

/** Whether a part of its name or category, its size, or one of its sides was asked for. */
export const matches = (query: string): ((row: Listed) => boolean) => {
  const wanted = folded(query);
  if (wanted === '') return () => true;
  const size = SIZE.exec(wanted);
  if (size) return ({ width, height }) => isNear(width, size[1]) && isNear(height, size[2]);
  const side = SIDE.exec(wanted) ?? /^(\d{1,3}(?:\.\d{1,2})?)$/.exec(wanted);
  return ({ name, category, width, height }) =>
    (side !== null && (isNear(width, side[1]) || isNear(height, side[1]))) ||
    folded(name).includes(wanted) ||
    folded(category).includes(wanted);
};

const WIDTHS: Record<NonNullable<Input['width']>, (mm: number) => boolean> = {
  to40: (mm) => mm <= 40,
  to60: (mm) => mm > 40 && mm <= 60,
  to80: (mm) => mm > 60 && mm <= 80,
  over80: (mm) => mm > 80,
};

export const isOfWidth = (row: Listed, width: Input['width']): boolean =>
  width === undefined || WIDTHS[width](row.width / 100);

const inChinese = new Intl.Collator('zh-CN', { numeric: true });

const ORDERS: Record<
  Input['sort'],
  (places: Map<string, number>) => (a: Listed, b: Listed) => number
> = {
  usual: (places) => (a, b) =>
    (places.get(a.category) ?? 0) - (places.get(b.category) ?? 0) || a.id - b.id,
  newest: () => (a, b) => b.created_at - a.created_at || b.id - a.id,
  name: () => (a, b) => inChinese.compare(a.name, b.name) || a.id - b.id,
  size: () => (a, b) => a.width * a.height - b.width * b.height || a.id - b.id,
};

/** Categories in the order their first templates were added. */
export const placesOf = (rows: readonly Listed[]): Map<string, number> => {
  const names = new Set(rows.toSorted((a, b) => a.id - b.id).map(({ category }) => category));
  return new Map([...names].map((name, place) => [name, place]));
};

export const inOrder = <R extends Listed>(
  rows: readonly R[],
  sort: Input['sort'],
  places = placesOf(rows),
): R[] => rows.toSorted(ORDERS[sort](places));
