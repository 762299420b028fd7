import { addDays, addSeconds, type CivilDate } from './civil.ts';
import { isComparisonTrue } from './compare.ts';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  integerToDecimal,
  multiplyDecimals,
  negateDecimal,
  subtractDecimals,
  parseDecimal,
  toIntegerInRange,
} from './decimal.ts';
import { ExpressionError } from './error.ts';
import { type FunctionInputs, MAX_TEXT_LENGTH } from './functions/definition.ts';
import type { Node } from './parse.ts';
import type { Operator } from './operator.ts';
import {
  BLANK,
  createConditionValue,
  toDateIfPossible,
  toDateValue,
  isBlankText,
  toNumberIfPossible,
  createNumberValue,
  toTextValue,
  type Value,
  formatFormulaValue,
} from './value.ts';

export type Scope = {
  /** Text of a field. @throws ExpressionError if the field does not exist or cannot be evaluated */
  getText: (name: string) => string;
  /** Display name of a field. */
  getLabel: (name: string) => string;
  /** Submission time of the batch in the member's time zone. */
  at: CivilDate | undefined;
  /**
   * Steps and characters used so far, and the current nesting depth; shared by all formulas of one
   * label.
   */
  usage: { steps: number; depth: number };
};

/** Limit for all formulas of one label; a step costs 1 plus the characters it produces. */
const MAX_STEPS = 300_000;

/** Maximum nesting of formula parts and referenced fields; well below the stack limit. */
const MAX_NESTED = 600;

/** Evaluates a formula in time linear in its length and its output. @throws ExpressionError */
export function evaluateExpression(node: Node, scope: Scope): Value {
  scope.usage.depth += 1;
  if (scope.usage.depth > MAX_NESTED) throw new ExpressionError('公式一个用一个，连得太长，算不了');
  const value = evaluateNode(node, scope);
  scope.usage.depth -= 1;
  const length = value.kind === 'text' ? value.text.length : 1;
  if (length > MAX_TEXT_LENGTH)
    throw new ExpressionError(`公式做出来的字超过 ${MAX_TEXT_LENGTH} 个`);
  scope.usage.steps += 1 + length;
  if (scope.usage.steps > MAX_STEPS) throw new ExpressionError('一张标签上的公式太多太长，算不完');
  return value;
}

function evaluateNode(node: Node, scope: Scope): Value {
  switch (node.kind) {
    case 'number':
      return createNumberValue(parseDecimal(node.digits) ?? integerToDecimal(0));
    case 'text':
      return toTextValue(node.text);
    case 'field':
      return toTextValue(scope.getText(node.name));
    case 'negative': {
      const number = requireNumberOrBlank(node.of, evaluateExpression(node.of, scope), scope);
      return number === undefined ? BLANK : createNumberValue(negateDecimal(number));
    }
    case 'binary':
      return evaluateBinary(node, scope);
    case 'call':
      return node.of.run(createFunctionInputs(node.inputs, scope));
  }
}

const ARITHMETIC: Partial<Record<Operator, (left: Decimal, right: Decimal) => Decimal>> = {
  '+': addDecimals,
  '-': subtractDecimals,
  '*': multiplyDecimals,
  '/': divideDecimals,
};

function evaluateBinary(node: Extract<Node, { kind: 'binary' }>, scope: Scope): Value {
  const { operator } = node;
  const [left, right] = [
    evaluateExpression(node.left, scope),
    evaluateExpression(node.right, scope),
  ];
  if (operator === '&') return toTextValue(formatFormulaValue(left) + formatFormulaValue(right));
  const applyOperator = ARITHMETIC[operator];
  if (applyOperator === undefined)
    return createConditionValue(isComparisonTrue(operator, left, right));
  const date = evaluateDateArithmetic(operator, left, right);
  if (date !== undefined) return date;
  const a = requireNumberOrBlank(node.left, left, scope);
  const b = requireNumberOrBlank(node.right, right, scope);
  // A blank operand gives a blank result, so that a missing price does not print as 0.
  return a === undefined || b === undefined ? BLANK : createNumberValue(applyOperator(a, b));
}

/** Typed values are texts: a text that parses as a date but not as a number counts as a date. */
function toDateValueIfParsable(value: Value): Value {
  const date =
    value.kind === 'text' && toNumberIfPossible(value) === undefined
      ? toDateIfPossible(value)
      : undefined;
  return date === undefined ? value : toDateValue(date);
}

/**
 * Adds days to a date, or counts the days between two dates. Returns undefined if neither operand
 * is a date.
 */
function evaluateDateArithmetic(operator: Operator, a: Value, b: Value): Value | undefined {
  const [left, right] = [toDateValueIfParsable(a), toDateValueIfParsable(b)];
  if (left.kind !== 'date' && right.kind !== 'date') return undefined;
  if (isBlankText(left) || isBlankText(right)) return BLANK;
  if (operator === '-' && left.kind === 'date') {
    const from = toDateIfPossible(right);
    if (from !== undefined && right.kind !== 'number') return countDaysBetween(from, left.date);
  }
  const date = left.kind === 'date' ? left.date : right.kind === 'date' ? right.date : undefined;
  const days = toNumberIfPossible(left.kind === 'date' ? right : left);
  const isSum = operator === '+' || (operator === '-' && left.kind === 'date');
  const count = days && toIntegerInRange(days, -4_000_000, 4_000_000);
  if (date === undefined || !isSum || count === undefined)
    throw new ExpressionError('日期只能加减整天数，或者两个日期相减');
  const result = addDays(date, operator === '-' ? -count : count);
  if (result === undefined) throw new ExpressionError('日期超出了公元 1 到 9999 年');
  return toDateValue(result);
}

/** Whole calendar days: shelf life counts nights, not hours. */
const countDaysBetween = (from: CivilDate, to: CivilDate): Value =>
  createNumberValue(integerToDecimal(to.day - from.day));

/** Describes the offending part in an error message. */
const describeNodeValue = (node: Node, value: Value, { getLabel }: Scope): string =>
  node.kind === 'field'
    ? `${getLabel(node.name)}的内容“${formatTruncatedValue(value)}”`
    : `“${formatTruncatedValue(value)}”`;

const formatTruncatedValue = (value: Value): string => {
  const characters = Array.from(formatFormulaValue(value));
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : characters.join('');
};

function requireNumberOrBlank(node: Node, value: Value, scope: Scope): Decimal | undefined {
  if (isBlankText(value)) return undefined;
  const number = toNumberIfPossible(value);
  if (number === undefined)
    throw new ExpressionError(`${describeNodeValue(node, value, scope)}不是数字`);
  return number;
}

/** Only comparisons and functions like 且 give a condition; a text or a number is an error. */
export function requireCondition(node: Node, value: Value, scope: Scope): boolean {
  if (value.kind === 'condition') return value.holds;
  throw new ExpressionError(
    `${describeNodeValue(node, value, scope)}不是条件，条件要写成 数量 > 10 这样`,
  );
}

const MISSING: Node = { kind: 'text', text: '' };

function createFunctionInputs(nodes: readonly Node[], scope: Scope): FunctionInputs {
  const evaluatedInputs: (Value | undefined)[] = [];
  const getInputNode = (index: number): Node => nodes[index] ?? MISSING;
  const getValue = (index: number): Value =>
    (evaluatedInputs[index] ??= evaluateExpression(getInputNode(index), scope));
  const getNumber = (index: number): Decimal | undefined =>
    requireNumberOrBlank(getInputNode(index), getValue(index), scope);
  return {
    count: nodes.length,
    getValue: getValue,
    getText: (index) => formatFormulaValue(getValue(index)),
    getNumber: getNumber,
    getDate: (index) => {
      if (isBlankText(getValue(index))) return undefined;
      const date = toDateIfPossible(getValue(index));
      if (date === undefined)
        throw new ExpressionError(
          `${describeNodeValue(getInputNode(index), getValue(index), scope)}不是日期`,
        );
      return date;
    },
    getCondition: (index) => requireCondition(getInputNode(index), getValue(index), scope),
    getInteger: (index, { min, max, otherwise }) => {
      if (index >= nodes.length) return otherwise;
      const inputNumber = getNumber(index);
      const validInteger =
        inputNumber === undefined ? otherwise : toIntegerInRange(inputNumber, min, max);
      if (validInteger === undefined)
        throw new ExpressionError(
          `${describeNodeValue(getInputNode(index), getValue(index), scope)}要是 ${min} 到 ${max} 的整数`,
        );
      return validInteger;
    },
    getNow: () => {
      if (scope.at === undefined) throw new ExpressionError('不知道现在是哪天，打印的时候才算');
      return addSeconds(scope.at, 0) ?? scope.at;
    },
  };
}
