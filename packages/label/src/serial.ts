import { listSerialDigits } from './schema/serial.ts';
import type { SerialRule } from './template.ts';

export { computeLargestSerial } from './schema/serial.ts';

/**
 * Formats a number as printed on labels.
 *
 * @example
 * formatSerial({ digits: 'hex', width: 4, … }, 255); // '00FF'
 */
export function formatSerial(rule: SerialRule, number: number): string {
  const digits = listSerialDigits(rule);
  const base = digits.length;
  let text = '';
  for (
    let remainingValue = number;
    remainingValue > 0;
    remainingValue = Math.floor(remainingValue / base)
  )
    text = (digits[remainingValue % base] ?? '') + text;
  const [zero = ''] = digits;
  return zero.repeat(Math.max(number === 0 ? 1 : 0, rule.width - Array.from(text).length)) + text;
}

/**
 * Key of the numbering period of a time such as `2026-11-23T14:05:09`, in the member's time zone;
 * '' if numbering never resets.
 */
export function getSerialPeriod({ reset }: SerialRule, at: string): string {
  const length = { never: 0, daily: 10, monthly: 7, yearly: 4 }[reset];
  return at.slice(0, length);
}

/** Next number after `last`, the last one issued in the period; null if none was issued. */
export function computeNextSerial({ start, step }: SerialRule, last: number | null): number {
  // A raised start takes effect; a lowered one does not reissue numbers.
  return last === null ? start : Math.max(start, last + step);
}

/** Index of a label's number in its batch, from 0; `sequence` and `copy` count from 1. */
export function computeSerialIndexInBatch(
  { perCopy }: SerialRule,
  { sequence, copy, copies }: { sequence: number; copy: number; copies: number },
): number {
  return perCopy ? (sequence - 1) * copies + copy - 1 : sequence - 1;
}
