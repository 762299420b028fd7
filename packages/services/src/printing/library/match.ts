import type { CallParsed } from '@yunbiao/contract';

/** Columns needed to search and sort templates; sides in hundredths of a millimetre. */
export type ListedTemplate = {
  id: number;
  name: string;
  category: string;
  width: number;
  height: number;
  created_at: number;
};

type Input = CallParsed<'templateLibrary'>;

const inChinese = new Intl.Collator('zh-CN', { numeric: true });

const ORDERS: Record<
  Input['sort'],
  (places: Map<string, number>) => (a: ListedTemplate, b: ListedTemplate) => number
> = {
  usual: (places) => (a, b) =>
    (places.get(a.category) ?? 0) - (places.get(b.category) ?? 0) || a.id - b.id,
  newest: () => (a, b) => b.created_at - a.created_at || b.id - a.id,
  name: () => (a, b) => inChinese.compare(a.name, b.name) || a.id - b.id,
  size: () => (a, b) => a.width * a.height - b.width * b.height || a.id - b.id,
};

/** Categories by the age of their first template, with their position. */
export const rankCategories = (rows: readonly ListedTemplate[]): Map<string, number> => {
  const names = new Set(rows.toSorted((a, b) => a.id - b.id).map(({ category }) => category));
  return new Map([...names].map((name, place) => [name, place]));
};

export const sortTemplates = <R extends ListedTemplate>(
  rows: readonly R[],
  sort: Input['sort'],
  places = rankCategories(rows),
): R[] => rows.toSorted(ORDERS[sort](places));
