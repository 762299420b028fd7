import {
  compareDecimals,
  type Decimal,
  divideDecimals,
  MAX_PLACES,
  multiplyDecimals,
  negateDecimal,
  computeRemainder,
  roundDecimal,
  type Rounding,
  integerToDecimal,
  formatDecimal,
} from '../decimal.ts';
import { ExpressionError } from '../error.ts';
import { formatRmbCapitals } from '../rmb.ts';
import { BLANK, createNumberValue, toTextValue, type Value } from '../value.ts';
import { type FunctionDefinition, type FunctionInputs, MAX_INPUTS } from './definition.ts';

const HUNDRED = integerToDecimal(100);

const getDecimalPlaces = (inputs: FunctionInputs, index: number, otherwise: number): number =>
  inputs.getInteger(index, { min: 0, max: MAX_PLACES, otherwise });

/**
 * Converts the number of an argument. A blank one gives a blank result: an empty optional field
 * prints nothing.
 */
const mapNumberInput = (inputs: FunctionInputs, make: (number: Decimal) => Value): Value => {
  const number = inputs.getNumber(0);
  return number === undefined ? BLANK : make(number);
};

const mapTwoNumberInputs = (
  inputs: FunctionInputs,
  make: (left: Decimal, right: Decimal) => Value,
): Value => {
  const [left, right] = [inputs.getNumber(0), inputs.getNumber(1)];
  return left === undefined || right === undefined ? BLANK : make(left, right);
};

/** Keeps the decimal places: later steps calculate with the number as it is printed. */
const createRounder =
  (how: Rounding) =>
  (inputs: FunctionInputs): Value =>
    mapNumberInput(inputs, (number) =>
      createNumberValue(roundDecimal(number, getDecimalPlaces(inputs, 1, 0), how)),
    );

function findMinOrMax(inputs: FunctionInputs, sign: number): Value {
  let extremeSoFar: Decimal | undefined;
  for (let index = 0; index < inputs.count; index += 1) {
    const number = inputs.getNumber(index);
    if (number === undefined) continue;
    if (extremeSoFar === undefined || compareDecimals(number, extremeSoFar) * sign > 0)
      extremeSoFar = number;
  }
  return extremeSoFar === undefined ? BLANK : createNumberValue(extremeSoFar);
}

export const NUMBER: readonly FunctionDefinition[] = [
  {
    name: '小数',
    english: 'FIXED',
    group: '数字',
    usage: '小数(数, 位数)',
    says: '四舍五入到几位小数，不够补 0；位数不写就是 2。',
    example: ['小数(0.1 + 0.2)', '0.30'],
    inputs: [1, 2],
    run: (inputs) =>
      mapNumberInput(inputs, (number) =>
        toTextValue(formatDecimal(roundDecimal(number, getDecimalPlaces(inputs, 1, 2)))),
      ),
  },
  {
    name: '千分位',
    english: 'THOUSANDS',
    group: '数字',
    usage: '千分位(数, 位数)',
    says: '每三位一个逗号，四舍五入到几位小数；位数不写就是 2。',
    example: ['千分位(1234567.5)', '1,234,567.50'],
    inputs: [1, 2],
    run: (inputs) =>
      mapNumberInput(inputs, (number) =>
        toTextValue(formatDecimal(roundDecimal(number, getDecimalPlaces(inputs, 1, 2)), true)),
      ),
  },
  {
    name: '百分比',
    english: 'PERCENT',
    group: '数字',
    usage: '百分比(数, 位数)',
    says: '乘 100 加百分号；小数位数不写就是 0。',
    example: ['百分比(0.125, 1)', '12.5%'],
    inputs: [1, 2],
    run: (inputs) =>
      mapNumberInput(inputs, (number) =>
        toTextValue(
          `${formatDecimal(roundDecimal(multiplyDecimals(number, HUNDRED), getDecimalPlaces(inputs, 1, 0)))}%`,
        ),
      ),
  },
  {
    name: '大写金额',
    english: 'RMB',
    group: '数字',
    usage: '大写金额(数)',
    says: '人民币大写，四舍五入到分；“人民币”三个字自己写在前面。',
    example: ['"人民币" & 大写金额(1409.5)', '人民币壹仟肆佰零玖元伍角'],
    inputs: [1, 1],
    run: (inputs) => mapNumberInput(inputs, (number) => toTextValue(formatRmbCapitals(number))),
  },
  {
    name: '四舍五入',
    english: 'ROUND',
    group: '数字',
    usage: '四舍五入(数, 位数)',
    says: '到几位小数；位数不写就到整数。负数按绝对值舍入。',
    example: ['四舍五入(2.345, 2)', '2.35'],
    inputs: [1, 2],
    run: createRounder('half-up'),
  },
  {
    name: '舍去',
    english: 'ROUNDDOWN',
    group: '数字',
    usage: '舍去(数, 位数)',
    says: '后面的都不要；位数不写就到整数。',
    example: ['舍去(2.99)', '2'],
    inputs: [1, 2],
    run: createRounder('down'),
  },
  {
    name: '进位',
    english: 'ROUNDUP',
    group: '数字',
    usage: '进位(数, 位数)',
    says: '后面只要有就进一；位数不写就到整数。',
    example: ['进位(100 / 24)', '5'],
    inputs: [1, 2],
    run: createRounder('up'),
  },
  {
    name: '除',
    english: 'DIV',
    group: '数字',
    usage: '除(被除数, 除数, 位数)',
    says: '除到几位小数，只四舍五入这一次；位数不写就是 2。',
    example: ['除(10, 3, 4)', '3.3333'],
    inputs: [2, 3],
    run: (inputs) =>
      mapTwoNumberInputs(inputs, (left, right) =>
        createNumberValue(divideDecimals(left, right, getDecimalPlaces(inputs, 2, 2))),
      ),
  },
  {
    name: '余数',
    english: 'MOD',
    group: '数字',
    usage: '余数(被除数, 除数)',
    says: '除不尽剩下的。',
    example: ['余数(100, 24)', '4'],
    inputs: [2, 2],
    run: (inputs) =>
      mapTwoNumberInputs(inputs, (left, right) => createNumberValue(computeRemainder(left, right))),
  },
  {
    name: '绝对值',
    english: 'ABS',
    group: '数字',
    usage: '绝对值(数)',
    says: '去掉负号。',
    example: ['绝对值(-3)', '3'],
    inputs: [1, 1],
    run: (inputs) =>
      mapNumberInput(inputs, (number) =>
        createNumberValue(number.units < 0n ? negateDecimal(number) : number),
      ),
  },
  {
    name: '最大',
    english: 'MAX',
    group: '数字',
    usage: '最大(数, 数, …)',
    says: '最大的一个；空的不算。',
    example: ['最大(3, 12, 7)', '12'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) => findMinOrMax(inputs, 1),
  },
  {
    name: '最小',
    english: 'MIN',
    group: '数字',
    usage: '最小(数, 数, …)',
    says: '最小的一个；空的不算。',
    example: ['最小(3, 12, 7)', '3'],
    inputs: [1, MAX_INPUTS],
    run: (inputs) => findMinOrMax(inputs, -1),
  },
  {
    name: '数',
    english: 'VALUE',
    group: '数字',
    usage: '数(文字)',
    says: '把写成文字的数当数，好比较大小和相等：数("007") = 7。',
    example: ['数("￥1,234.50")', '1234.5'],
    inputs: [1, 1],
    run: (inputs) => {
      const number = inputs.getNumber(0);
      if (number === undefined && inputs.getValue(0).kind !== 'text')
        throw new ExpressionError('数：要给一个数字');
      return number === undefined ? BLANK : createNumberValue(number);
    },
  },
];
