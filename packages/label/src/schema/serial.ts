import type { DIGITS } from './names.ts';

/** Whether people fill in the field: it is neither computed nor numbered. */
export const isTypedField = ({ formula, serial }: { formula?: string; serial?: object }): boolean =>
  formula === undefined && serial === undefined;

/** Digits of a serial number. */
type Digits = { digits: (typeof DIGITS)[number]; alphabet?: string };

const DECIMAL = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `clear` omits I and O, which are read as 1 and 0 (as in ISO 3779, which also omits Q). */
const ALPHABETS: Readonly<Record<Exclude<Digits['digits'], 'custom'>, string>> = {
  decimal: DECIMAL,
  hex: `${DECIMAL}ABCDEF`,
  base36: DECIMAL + LETTERS,
  clear: DECIMAL + LETTERS.replaceAll(/[IO]/g, ''),
  letters: LETTERS,
};

export const listSerialDigits = ({ digits, alphabet = DECIMAL }: Digits): string[] =>
  Array.from(digits === 'custom' ? alphabet : ALPHABETS[digits]);

/** Largest number that fits the rule's width. */
export function computeLargestSerial(rule: Digits & { width: number }): number {
  const max = listSerialDigits(rule).length ** rule.width - 1;
  return rule.width === 0 || max > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : max;
}
