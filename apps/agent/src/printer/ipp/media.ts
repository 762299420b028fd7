import type { Page } from '../queue.ts';
import type { Attributes, Range, Value } from './decode.ts';

/** A media size, or a range of custom sizes, hundredths of a millimetre. */
export type MediaSize = { x: Range; y: Range };

/**
 * Tolerance for equal media sizes, hundredths of a millimetre: some printers define sizes in
 * inches.
 */
const SIZE_TOLERANCE = 100;

const toSizeRange = (value: Value | undefined): Range | null => {
  if (typeof value === 'number') return { min: value, max: value };
  return typeof value === 'object' && 'min' in value ? value : null;
};

/** Lists the supported media sizes (`media-size-supported`, PWG 5100.7 §6.3.x). */
export const listMediaSizes = (printer: Attributes): MediaSize[] =>
  (printer.get('media-size-supported') ?? []).flatMap((value) => {
    if (typeof value !== 'object' || !('members' in value)) return [];
    const [x, y] = ['x-dimension', 'y-dimension'].map((name) =>
      toSizeRange(value.members.get(name)?.[0]),
    );
    return x && y ? [{ x, y }] : [];
  });

const snapToRange = (wantedValue: number, { min, max }: Range): number | null => {
  const nearest = Math.min(max, Math.max(min, wantedValue));
  return Math.abs(nearest - wantedValue) <= SIZE_TOLERANCE ? nearest : null;
};

/** Finds the printer's exact dimensions for a page size; null when unsupported. */
export const findMedia = (
  { widthMm, heightMm }: Pick<Page, 'widthMm' | 'heightMm'>,
  sizes: readonly MediaSize[],
): { x: number; y: number } | null => {
  for (const size of sizes) {
    const x = snapToRange(Math.round(widthMm * 100), size.x);
    const y = snapToRange(Math.round(heightMm * 100), size.y);
    if (x !== null && y !== null) return { x, y };
  }
  return null;
};
