import { compare } from './decimal.ts';
import { ExpressionError } from './error.ts';
import type { Operator } from './parse.ts';
import { dateIn, isBlank, numberIn, type Value, writeValue } from './value.ts';

const DAY_S = 86_400;

/** Dates in order; a date alone is its midnight. Undefined where one of them is no date. */
function compareDates(left: Value, right: Value): number | undefined {
  const [a, b] = [dateIn(left), dateIn(right)];
  if (a === undefined || b === undefined) return undefined;
  return Math.sign((a.day - b.day) * DAY_S + (a.second ?? 0) - (b.second ?? 0));
}

function compareNumbers(left: Value, right: Value): number | undefined {
  const [a, b] = [numberIn(left), numberIn(right)];
  return a === undefined || b === undefined ? undefined : compare(a, b);
}

/** Whether one of them was worked out as a date, so that the other one is meant as one, too. */
const isDated = (left: Value, right: Value): boolean =>
  left.kind === 'date' || right.kind === 'date';

/**
 * Whether two are the same. Two texts are compared letter by letter, so that 001 is not 1; what is worked out as a
 * number or a date is compared as that.
 */
export function isSame(left: Value, right: Value): boolean {
  if (left.kind === 'text' && right.kind === 'text') return left.text === right.text;
  const order =
    (isDated(left, right) ? compareDates(left, right) : undefined) ??
    (left.kind === 'number' || right.kind === 'number' ? compareNumbers(left, right) : undefined);
  return order === undefined ? writeValue(left) === writeValue(right) : order === 0;
}

/** Carries out `=` `<>` `<` `<=` `>` `>=`. A blank is neither larger nor smaller than anything. */
export function holds(operator: Operator, left: Value, right: Value): boolean {
  if (operator === '=') return isSame(left, right);
  if (operator === '<>') return !isSame(left, right);
  if (isBlank(left) || isBlank(right)) return false;
  // Typed values are texts: what is written as a number is one, else what is written as a date.
  const order =
    (isDated(left, right) ? compareDates(left, right) : undefined) ??
    compareNumbers(left, right) ??
    compareDates(left, right);
  if (order === undefined)
    throw new ExpressionError(
      `“${writeValue(left)}”和“${writeValue(right)}”比不出大小，要都是数字或者都是日期`,
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
