import { listDigits } from './schema/numbers.ts';
import type { SerialRule } from './template.ts';

export { largestSerial } from './schema/numbers.ts';

/**
 * A number as the labels show it.
 *
 * @example
 * serialText({ digits: 'hex', width: 4, … }, 255); // '00FF'
 */
export function serialText(rule: SerialRule, number: number): string {
  const digits = listDigits(rule);
  const base = digits.length;
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor(rest / base))
    text = (digits[rest % base] ?? '') + text;
  const [zero = ''] = digits;
  return zero.repeat(Math.max(number === 0 ? 1 : 0, rule.width - Array.from(text).length)) + text;
}

/** Which days' counting a moment belongs to, `2026-11-23T14:05:09` by the clock of the member's zone; '' for all of them. */
export function serialPeriod({ reset }: SerialRule, at: string): string {
  const length = { never: 0, daily: 10, monthly: 7, yearly: 4 }[reset];
  return at.slice(0, length);
}

/** The number that comes after `last`, the last one given in the period; `null`: none was. */
export function nextSerial({ start, step }: SerialRule, last: number | null): number {
  // A start that was raised is kept to; one that was lowered gives nothing a second time.
  return last === null ? start : Math.max(start, last + step);
}

/** The place of a label's number in its batch, from 0; `sequence` and `copy` from 1. */
export function serialPlace(
  { perCopy }: SerialRule,
  { sequence, copy, copies }: { sequence: number; copy: number; copies: number },
): number {
  return perCopy ? (sequence - 1) * copies + copy - 1 : sequence - 1;
}
