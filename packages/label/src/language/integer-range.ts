import { LabelError } from '../errors.ts';
import { getDotsPerMm } from '../layout/place.ts';
import type { Dpi } from '../template.ts';
import type { LanguageFacts, Range } from './language.ts';

/** Rounds and clamps a value to an integer within the range. */
export const roundIntoRange = ({ min, max }: Range, value: number): number =>
  Math.min(max, Math.max(min, Math.round(value)));

/** Throws LabelError `bad-media` for a value that is set and is not an integer within the range. */
export function checkIntegerInRange(
  label: string,
  value: number | undefined,
  { min, max }: Range,
): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new LabelError('bad-media', `${label}须为 ${min} 到 ${max} 的整数`);
}

/** Converts the print start to dots, clamped to the language's range. */
export const computePrintShiftDots = (
  mm: number,
  { maxShiftDots: mostShiftDots }: LanguageFacts,
  dpi: Dpi,
): number => {
  const max = mostShiftDots?.[dpi] ?? 0;
  return roundIntoRange({ min: -max, max }, mm * getDotsPerMm(dpi));
};
