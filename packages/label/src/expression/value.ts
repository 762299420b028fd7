import { type Civil, readCivil } from './civil.ts';
import { writeCivil } from './date-format.ts';
import { type Decimal, toDecimal, trimmed, writeDecimal } from './decimal.ts';

/** What a part of a formula is worth. A blank is the empty text. */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: Decimal }
  | { kind: 'condition'; holds: boolean }
  | { kind: 'date'; date: Civil };

export const textValue = (text: string): Value => ({ kind: 'text', text });
export const numberValue = (number: Decimal): Value => ({ kind: 'number', number });
export const conditionValue = (holds: boolean): Value => ({ kind: 'condition', holds });
export const dateValue = (date: Civil): Value => ({ kind: 'date', date });
export const BLANK = textValue('');

/** As it is printed: numbers without zeros at the end, conditions as 是 and 否. */
export function writeValue(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.text;
    case 'number':
      return writeDecimal(trimmed(value.number));
    case 'condition':
      return value.holds ? '是' : '否';
    case 'date':
      return writeCivil(value.date);
  }
}

export const isBlank = (value: Value): boolean => value.kind === 'text' && value.text.trim() === '';

/** The number it is or is written as. */
export function numberIn(value: Value): Decimal | undefined {
  if (value.kind === 'number') return value.number;
  return value.kind === 'text' ? toDecimal(value.text) : undefined;
}

export function dateIn(value: Value): Civil | undefined {
  if (value.kind === 'date') return value.date;
  return value.kind === 'text' ? readCivil(value.text) : undefined;
}
