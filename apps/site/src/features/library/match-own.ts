import type { Asked } from './address.ts';

type Own = { name: string; category: string; widthMm: number; heightMm: number };

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+|mm/g, '')
    .replaceAll(/[x*]/g, '×');

const WIDTHS: Record<NonNullable<Asked['width']>, readonly [number, number]> = {
  to40: [0, 40],
  to60: [40, 60],
  to80: [60, 80],
  over80: [80, Infinity],
};

/** Whether an own template has what was typed in its name, its category or its size, and is as wide as was chosen. */
export const matchesOwn = ({ q, width }: Pick<Asked, 'q' | 'width'>): ((own: Own) => boolean) => {
  const wanted = fold(q);
  const [over, most] = width === null ? [0, Infinity] : WIDTHS[width];
  return ({ name, category, widthMm, heightMm }) =>
    widthMm > over &&
    widthMm <= most &&
    [name, category, `${widthMm}×${heightMm}`].some((text) => fold(text).includes(wanted));
};
