import { type CivilDate, parseCivilDate } from './civil.ts';
import { formatCivilDate } from './date-format.ts';
import { type Decimal, parseDecimal, trimTrailingZeros, formatDecimal } from './decimal.ts';

/** Value of a subexpression. A blank is the empty text. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: Decimal }
  | { kind: 'condition'; holds: boolean }
  | { kind: 'date'; date: CivilDate };

export const toTextValue = (text: string): Value => ({ kind: 'text', text });
export const createNumberValue = (number: Decimal): Value => ({ kind: 'number', number });
export const createConditionValue = (holds: boolean): Value => ({ kind: 'condition', holds });
export const toDateValue = (date: CivilDate): Value => ({ kind: 'date', date });
export const BLANK = toTextValue('');

/** Printed form: numbers without trailing zeros, conditions as 是 and 否. */
export function formatFormulaValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return formatDecimal(trimTrailingZeros(value.number));
    case 'condition':
      return value.holds ? '是' : '否';
    case 'date':
      return formatCivilDate(value.date);
  }
}

export const isBlankText = (value: Value): boolean =>
  value.kind === 'text' && value.text.trim() === '';

/** Returns the number, or parses a text as one. */
export function toNumberIfPossible(value: Value): Decimal | undefined {
  if (value.kind === 'number') return value.number;
  return value.kind === 'text' ? parseDecimal(value.text) : undefined;
}

export function toDateIfPossible(value: Value): CivilDate | undefined {
  if (value.kind === 'date') return value.date;
  return value.kind === 'text' ? parseCivilDate(value.text) : undefined;
}
