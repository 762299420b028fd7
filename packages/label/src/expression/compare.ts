import { compareDecimals } from './decimal.ts';
import { ExpressionError } from './error.ts';
import type { Operator } from './operator.ts';
import {
  toDateIfPossible,
  isBlankText,
  toNumberIfPossible,
  type Value,
  formatFormulaValue,
} from './value.ts';

const DAY_S = 86_400;

/**
 * Returns the order of two dates; a date without a time counts as midnight. Returns undefined if
 * either value is not a date.
 */
function compareDates(left: Value, right: Value): number | undefined {
  const [a, b] = [toDateIfPossible(left), toDateIfPossible(right)];
  if (a === undefined || b === undefined) return undefined;
  return Math.sign((a.day - b.day) * DAY_S + (a.second ?? 0) - (b.second ?? 0));
}

function compareNumbers(left: Value, right: Value): number | undefined {
  const [a, b] = [toNumberIfPossible(left), toNumberIfPossible(right)];
  return a === undefined || b === undefined ? undefined : compareDecimals(a, b);
}

/** Whether an operand is a computed date, which makes the other operand a date as well. */
const hasDateOperand = (left: Value, right: Value): boolean =>
  left.kind === 'date' || right.kind === 'date';

/**
 * Compares two texts character by character, so 001 is not 1. If a value was computed as a number
 * or a date, both are compared as such.
 */
export function isSameValue(left: Value, right: Value): boolean {
  if (left.kind === 'text' && right.kind === 'text') return left.text === right.text;
  const order =
    (hasDateOperand(left, right) ? compareDates(left, right) : undefined) ??
    (left.kind === 'number' || right.kind === 'number' ? compareNumbers(left, right) : undefined);
  return order === undefined ? formatFormulaValue(left) === formatFormulaValue(right) : order === 0;
}

/**
 * Evaluates `=` `<>` `<` `<=` `>` `>=`. A blank is neither larger nor smaller than anything.
 * @throws ExpressionError for values that have no order
 */
export function isComparisonTrue(operator: Operator, left: Value, right: Value): boolean {
  if (operator === '=') return isSameValue(left, right);
  if (operator === '<>') return !isSameValue(left, right);
  if (isBlankText(left) || isBlankText(right)) return false;
  // Typed values are texts: try them as numbers first, then as dates.
  const order =
    (hasDateOperand(left, right) ? compareDates(left, right) : undefined) ??
    compareNumbers(left, right) ??
    compareDates(left, right);
  if (order === undefined)
    throw new ExpressionError(
      `“${formatFormulaValue(left)}”和“${formatFormulaValue(right)}”比不出大小，要都是数字或者都是日期`,
    );
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    default:
      return order >= 0;
  }
}
