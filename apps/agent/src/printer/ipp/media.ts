import type { Page } from '../queue.ts';
import type { Attributes, Range, Value } from './decode.ts';

/** A size of paper, hundredths of a millimetre; from the smallest to the largest of a kind that can be set. */
export type MediaSize = { x: Range; y: Range };

/** Papers of one size differ by so much, hundredths of a millimetre: some name them in inches. */
const SAME = 100;

const getRange = (value: Value | undefined): Range | null => {
  if (typeof value === 'number') return { min: value, max: value };
  return typeof value === 'object' && 'min' in value ? value : null;
};

/** `media-size-supported` (PWG 5100.7 §6.3.x): what paper a printer knows. */
export const listMediaSizes = (printer: Attributes): MediaSize[] =>
  (printer.get('media-size-supported') ?? []).flatMap((value) => {
    if (typeof value !== 'object' || !('members' in value)) return [];
    const [x, y] = ['x-dimension', 'y-dimension'].map((name) =>
      getRange(value.members.get(name)?.[0]),
    );
    return x && y ? [{ x, y }] : [];
  });

const within = (wanted: number, { min, max }: Range): number | null => {
  const nearest = Math.min(max, Math.max(min, wanted));
  return Math.abs(nearest - wanted) <= SAME ? nearest : null;
};

/** The printer's own numbers for the paper of a page; null where it knows none of that size. */
export const mediaFor = (
  { widthMm, heightMm }: Pick<Page, 'widthMm' | 'heightMm'>,
  sizes: readonly MediaSize[],
): { x: number; y: number } | null => {
  for (const size of sizes) {
    const x = within(Math.round(widthMm * 100), size.x);
    const y = within(Math.round(heightMm * 100), size.y);
    if (x !== null && y !== null) return { x, y };
  }
  return null;
};
