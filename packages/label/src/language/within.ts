import { LabelError } from '../errors.ts';
import type { Range } from './language.ts';

/** The nearest whole number a language can be told. */
export const wholeIn = ({ min, max }: Range, value: number): number =>
  Math.min(max, Math.max(min, Math.round(value)));

/** Throws LabelError `bad-media` for a value that is set and no whole number within the range. */
export function checkWhole(what: string, value: number | undefined, { min, max }: Range): void {
  if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) return;
  throw new LabelError('bad-media', `${what}须为 ${min} 到 ${max} 的整数`);
}
