import type { DIGITS } from './names.ts';

/** Whether people fill a field in: not what is worked out or counted. */
export const isTyped = ({ formula, serial }: { formula?: string; serial?: object }): boolean =>
  formula === undefined && serial === undefined;

/** Of a serial number: what it is written with. */
type Digits = { digits: (typeof DIGITS)[number]; alphabet?: string };

const DECIMAL = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `clear`: without I and O, which are read as 1 and 0 (as in ISO 3779, which leaves out Q as well). */
const ALPHABETS: Readonly<Record<Exclude<Digits['digits'], 'custom'>, string>> = {
  decimal: DECIMAL,
  hex: `${DECIMAL}ABCDEF`,
  base36: DECIMAL + LETTERS,
  clear: DECIMAL + LETTERS.replaceAll(/[IO]/g, ''),
  letters: LETTERS,
};

export const listDigits = ({ digits, alphabet = DECIMAL }: Digits): string[] =>
  Array.from(digits === 'custom' ? alphabet : ALPHABETS[digits]);

/** The largest number the rule has room for. */
export function largestSerial(rule: Digits & { width: number }): number {
  const most = listDigits(rule).length ** rule.width - 1;
  return rule.width === 0 || most > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : most;
}
