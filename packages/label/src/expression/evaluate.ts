import { addDays, addSeconds, type Civil } from './civil.ts';
import { holds } from './compare.ts';
import {
  add,
  type Decimal,
  divide,
  fromInteger,
  multiply,
  negate,
  subtract,
  toDecimal,
  toInteger,
} from './decimal.ts';
import { ExpressionError } from './error.ts';
import { type Inputs, MAX_TEXT } from './functions/definition.ts';
import type { Node, Operator } from './parse.ts';
import {
  BLANK,
  conditionValue,
  dateIn,
  dateValue,
  isBlank,
  numberIn,
  numberValue,
  textValue,
  type Value,
  writeValue,
} from './value.ts';

/** What a formula is worked out with. */
export type Scope = {
  /** The text of a field. @throws ExpressionError for one there is not, or one that cannot be worked out */
  getText: (name: string) => string;
  /** What people call a field. */
  getLabel: (name: string) => string;
  /** When the batch was submitted, by the clock of the member's zone. */
  at: Civil | undefined;
  /** Steps and characters used up, and how deep the work is just now; shared by all formulas of one label. */
  spent: { steps: number; depth: number };
};

/** Steps of all formulas of one label, each counted with the characters it makes. */
const MAX_STEPS = 300_000;

/** How deep parts of formulas and the fields they use may lead into each other: far below what a stack holds. */
const MAX_NESTED = 600;

/** Works a formula out, in time linear in its length and that of what it makes. @throws ExpressionError */
export function evaluate(node: Node, scope: Scope): Value {
  scope.spent.depth += 1;
  if (scope.spent.depth > MAX_NESTED) throw new ExpressionError('公式一个用一个，连得太长，算不了');
  const value = worth(node, scope);
  scope.spent.depth -= 1;
  const length = value.kind === 'text' ? value.text.length : 1;
  if (length > MAX_TEXT) throw new ExpressionError(`公式做出来的字超过 ${MAX_TEXT} 个`);
  scope.spent.steps += 1 + length;
  if (scope.spent.steps > MAX_STEPS) throw new ExpressionError('一张标签上的公式太多太长，算不完');
  return value;
}

function worth(node: Node, scope: Scope): Value {
  switch (node.kind) {
    case 'number':
      return numberValue(toDecimal(node.digits) ?? fromInteger(0));
    case 'text':
      return textValue(node.text);
    case 'field':
      return textValue(scope.getText(node.name));
    case 'negative': {
      const number = toNumber(node.of, evaluate(node.of, scope), scope);
      return number === undefined ? BLANK : numberValue(negate(number));
    }
    case 'binary':
      return binary(node, scope);
    case 'call':
      return node.of.run(inputsFor(node.inputs, scope));
  }
}

const ARITHMETIC: Partial<Record<Operator, (left: Decimal, right: Decimal) => Decimal>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
};

function binary(node: Extract<Node, { kind: 'binary' }>, scope: Scope): Value {
  const { operator } = node;
  const [left, right] = [evaluate(node.left, scope), evaluate(node.right, scope)];
  if (operator === '&') return textValue(writeValue(left) + writeValue(right));
  const work = ARITHMETIC[operator];
  if (work === undefined) return conditionValue(holds(operator, left, right));
  const date = withDates(operator, left, right);
  if (date !== undefined) return date;
  const a = toNumber(node.left, left, scope);
  const b = toNumber(node.right, right, scope);
  // A blank field makes a blank result: whoever leaves a price out gets no price of 0.
  return a === undefined || b === undefined ? BLANK : numberValue(work(a, b));
}

/** A typed value is a text: one that is written as a date, and not as a number, is meant as one. */
function dated(value: Value): Value {
  const date = value.kind === 'text' && numberIn(value) === undefined ? dateIn(value) : undefined;
  return date === undefined ? value : dateValue(date);
}

/** A date and days, or the days between two dates; undefined where no date is. */
function withDates(operator: Operator, a: Value, b: Value): Value | undefined {
  const [left, right] = [dated(a), dated(b)];
  if (left.kind !== 'date' && right.kind !== 'date') return undefined;
  if (isBlank(left) || isBlank(right)) return BLANK;
  if (operator === '-' && left.kind === 'date') {
    const from = dateIn(right);
    if (from !== undefined && right.kind !== 'number') return between(from, left.date);
  }
  const date = left.kind === 'date' ? left.date : right.kind === 'date' ? right.date : undefined;
  const days = numberIn(left.kind === 'date' ? right : left);
  const isSum = operator === '+' || (operator === '-' && left.kind === 'date');
  const count = days && toInteger(days, -4_000_000, 4_000_000);
  if (date === undefined || !isSum || count === undefined)
    throw new ExpressionError('日期只能加减整天数，或者两个日期相减');
  const result = addDays(date, operator === '-' ? -count : count);
  if (result === undefined) throw new ExpressionError('日期超出了公元 1 到 9999 年');
  return dateValue(result);
}

/** Whole days by the calendar: what hangs in a fridge counts nights, not hours. */
const between = (from: Civil, to: Civil): Value => numberValue(fromInteger(to.day - from.day));

/** How a message names a part that is not what it should be. */
const named = (node: Node, value: Value, { getLabel }: Scope): string =>
  node.kind === 'field'
    ? `${getLabel(node.name)}的内容“${shortened(value)}”`
    : `“${shortened(value)}”`;

const shortened = (value: Value): string => {
  const characters = Array.from(writeValue(value));
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : characters.join('');
};

function toNumber(node: Node, value: Value, scope: Scope): Decimal | undefined {
  if (isBlank(value)) return undefined;
  const number = numberIn(value);
  if (number === undefined) throw new ExpressionError(`${named(node, value, scope)}不是数字`);
  return number;
}

const MISSING: Node = { kind: 'text', text: '' };

function inputsFor(nodes: readonly Node[], scope: Scope): Inputs {
  const worked: (Value | undefined)[] = [];
  const node = (index: number): Node => nodes[index] ?? MISSING;
  const value = (index: number): Value => (worked[index] ??= evaluate(node(index), scope));
  const number = (index: number): Decimal | undefined => toNumber(node(index), value(index), scope);
  return {
    count: nodes.length,
    value,
    text: (index) => writeValue(value(index)),
    number,
    date: (index) => {
      if (isBlank(value(index))) return undefined;
      const date = dateIn(value(index));
      if (date === undefined)
        throw new ExpressionError(`${named(node(index), value(index), scope)}不是日期`);
      return date;
    },
    condition: (index) => {
      const found = value(index);
      if (found.kind === 'condition') return found.holds;
      throw new ExpressionError(
        `${named(node(index), found, scope)}不是条件，条件要写成 数量 > 10 这样`,
      );
    },
    integer: (index, { min, max, otherwise }) => {
      if (index >= nodes.length) return otherwise;
      const given = number(index);
      const whole = given === undefined ? otherwise : toInteger(given, min, max);
      if (whole === undefined)
        throw new ExpressionError(
          `${named(node(index), value(index), scope)}要是 ${min} 到 ${max} 的整数`,
        );
      return whole;
    },
    now: () => {
      if (scope.at === undefined) throw new ExpressionError('不知道现在是哪天，印的时候才算');
      return addSeconds(scope.at, 0) ?? scope.at;
    },
  };
}
