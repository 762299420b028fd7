import { LabelError } from '../errors.ts';
import { dotsPerMm } from '../layout/place.ts';
import type { Dpi } from '../template.ts';
import type { LanguageFacts, Range } from './language.ts';

/** The nearest whole number a language can be told. */
export const wholeIn = ({ min, max }: Range, value: number): number =>
  Math.min(max, Math.max(min, Math.round(value)));

/** Throws LabelError `bad-media` for a value that is set and no whole number within the range. */
export function checkWhole(what: string, value: number | undefined, { min, max }: Range): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new LabelError('bad-media', `${what}须为 ${min} 到 ${max} 的整数`);
}

/** Where a label is to begin, in dots a language can be told. */
export const shiftDots = (mm: number, { mostShiftDots }: LanguageFacts, dpi: Dpi): number => {
  const most = mostShiftDots?.[dpi] ?? 0;
  return wholeIn({ min: -most, max: most }, mm * dotsPerMm(dpi));
};
