import {
  compare,
  type Decimal,
  divide,
  MAX_PLACES,
  multiply,
  negate,
  remainder,
  round,
  type Rounding,
  fromInteger,
  writeDecimal,
} from '../decimal.ts';
import { ExpressionError } from '../error.ts';
import { rmbCapitals } from '../rmb.ts';
import { BLANK, numberValue, textValue, type Value } from '../value.ts';
import { type FunctionDefinition, type Inputs, MANY } from './definition.ts';

const HUNDRED = fromInteger(100);

const listPlaces = (inputs: Inputs, index: number, otherwise: number): number =>
  inputs.integer(index, { min: 0, max: MAX_PLACES, otherwise });

/** What a blank is given makes a blank: an optional field that is empty prints nothing. */
const withNumber = (inputs: Inputs, make: (number: Decimal) => Value): Value => {
  const number = inputs.number(0);
  return number === undefined ? BLANK : make(number);
};

const withBoth = (inputs: Inputs, make: (left: Decimal, right: Decimal) => Value): Value => {
  const [left, right] = [inputs.number(0), inputs.number(1)];
  return left === undefined || right === undefined ? BLANK : make(left, right);
};

/** Rounded, and kept with its places: the number that is printed is the number that is calculated with. */
const rounding =
  (how: Rounding) =>
  (inputs: Inputs): Value =>
    withNumber(inputs, (number) => numberValue(round(number, listPlaces(inputs, 1, 0), how)));

function extreme(inputs: Inputs, sign: number): Value {
  let found: Decimal | undefined;
  for (let index = 0; index < inputs.count; index += 1) {
    const number = inputs.number(index);
    if (number === undefined) continue;
    if (found === undefined || compare(number, found) * sign > 0) found = number;
  }
  return found === undefined ? BLANK : numberValue(found);
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
      withNumber(inputs, (number) =>
        textValue(writeDecimal(round(number, listPlaces(inputs, 1, 2)))),
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
      withNumber(inputs, (number) =>
        textValue(writeDecimal(round(number, listPlaces(inputs, 1, 2)), true)),
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
      withNumber(inputs, (number) =>
        textValue(`${writeDecimal(round(multiply(number, HUNDRED), listPlaces(inputs, 1, 0)))}%`),
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
    run: (inputs) => withNumber(inputs, (number) => textValue(rmbCapitals(number))),
  },
  {
    name: '四舍五入',
    english: 'ROUND',
    group: '数字',
    usage: '四舍五入(数, 位数)',
    says: '到几位小数；位数不写就到整数。负数按绝对值舍入。',
    example: ['四舍五入(2.345, 2)', '2.35'],
    inputs: [1, 2],
    run: rounding('half-up'),
  },
  {
    name: '舍去',
    english: 'ROUNDDOWN',
    group: '数字',
    usage: '舍去(数, 位数)',
    says: '后面的都不要；位数不写就到整数。',
    example: ['舍去(2.99)', '2'],
    inputs: [1, 2],
    run: rounding('down'),
  },
  {
    name: '进位',
    english: 'ROUNDUP',
    group: '数字',
    usage: '进位(数, 位数)',
    says: '后面只要有就进一；位数不写就到整数。',
    example: ['进位(100 / 24)', '5'],
    inputs: [1, 2],
    run: rounding('up'),
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
      withBoth(inputs, (left, right) => numberValue(divide(left, right, listPlaces(inputs, 2, 2)))),
  },
  {
    name: '余数',
    english: 'MOD',
    group: '数字',
    usage: '余数(被除数, 除数)',
    says: '除不尽剩下的。',
    example: ['余数(100, 24)', '4'],
    inputs: [2, 2],
    run: (inputs) => withBoth(inputs, (left, right) => numberValue(remainder(left, right))),
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
      withNumber(inputs, (number) => numberValue(number.units < 0n ? negate(number) : number)),
  },
  {
    name: '最大',
    english: 'MAX',
    group: '数字',
    usage: '最大(数, 数, …)',
    says: '最大的一个；空的不算。',
    example: ['最大(3, 12, 7)', '12'],
    inputs: [1, MANY],
    run: (inputs) => extreme(inputs, 1),
  },
  {
    name: '最小',
    english: 'MIN',
    group: '数字',
    usage: '最小(数, 数, …)',
    says: '最小的一个；空的不算。',
    example: ['最小(3, 12, 7)', '3'],
    inputs: [1, MANY],
    run: (inputs) => extreme(inputs, -1),
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
      const number = inputs.number(0);
      if (number === undefined && inputs.value(0).kind !== 'text')
        throw new ExpressionError('数：要给一个数字');
      return number === undefined ? BLANK : numberValue(number);
    },
  },
];
