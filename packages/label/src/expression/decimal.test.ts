import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  divideDecimals,
  multiplyDecimals,
  computeRemainder,
  roundDecimal,
  subtractDecimals,
  parseDecimal,
  formatDecimal,
} from './decimal.ts';
import { formatRmbCapitals } from './rmb.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const parseExact = (text: string): Decimal => {
  const number = parseDecimal(text);
  if (number === undefined) throw new Error(text);
  return number;
};

/** An exact fraction as the reference: units over a power of ten. */
type Fraction = { over: bigint; under: bigint };
const toFraction = ({ units, scale }: Decimal): Fraction => ({
  over: units,
  under: 10n ** BigInt(scale),
});
const isSameFraction = (a: Fraction, b: Fraction): boolean => a.over * b.under === b.over * a.under;

const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  scale: fc.nat(8),
});

describe('arithmetic', () => {
  it('is exact: sums, differences, products equal those of fractions', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const [a, b] = [toFraction(left), toFraction(right)];
        const under = a.under * b.under;
        expect(
          isSameFraction(toFraction(addDecimals(left, right)), {
            over: a.over * b.under + b.over * a.under,
            under,
          }),
        ).toBe(true);
        expect(
          isSameFraction(toFraction(subtractDecimals(left, right)), {
            over: a.over * b.under - b.over * a.under,
            under,
          }),
        ).toBe(true);
        expect(
          isSameFraction(toFraction(multiplyDecimals(left, right)), {
            over: a.over * b.over,
            under,
          }),
        ).toBe(true);
        const order = a.over * b.under - b.over * a.under;
        expect(compareDecimals(left, right)).toBe(order < 0n ? -1 : order > 0n ? 1 : 0);
      }),
    );
  });

  it('divides to the nearest, halves away from zero', () => {
    fc.assert(
      fc.property(decimal, decimal, fc.nat(12), (left, right, places) => {
        fc.pre(right.units !== 0n);
        const [a, b] = [toFraction(left), toFraction(right)];
        const { units } = divideDecimals(left, right, places);
        // |quotient - units / 10^places| is at most half a unit, and exactly half rounds away from
        // zero.
        const over = a.over * b.under * 10n ** BigInt(places);
        const under = a.under * b.over;
        const off = 2n * (over - units * under) * (under < 0n ? -1n : 1n);
        const size = under < 0n ? -under : under;
        expect(off <= size && off >= -size).toBe(true);
        if (off === size) expect(units).toBeLessThan(0n);
        if (off === -size) expect(units).toBeGreaterThan(0n);
      }),
    );
  });

  it('leaves a remainder that makes the whole again', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        fc.pre(right.units !== 0n);
        const rest = computeRemainder(left, right);
        const steps = divideDecimals(subtractDecimals(left, rest), right, 10);
        expect(
          compareDecimals(addDecimals(multiplyDecimals(roundDecimal(steps, 0), right), rest), left),
        ).toBe(0);
        expect(rest.units === 0n || rest.units < 0n === right.units < 0n).toBe(true);
      }),
    );
  });

  it('writes what it reads', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(compareDecimals(parseExact(formatDecimal(value, true)), value)).toBe(0);
      }),
    );
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['1.005', '1.005', '2.010'],
    ['9007199254740993', '1', '9007199254740994'],
  ])('adds %s and %s to %s', (a, b, sum) =>
    expect(formatDecimal(addDecimals(parseExact(a), parseExact(b)))).toBe(sum),
  );

  it.each([
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['-2.5', '-2.50'],
    ['-0.005', '-0.01'],
  ])('rounds %s to %s', (value, rounded) =>
    expect(formatDecimal(roundDecimal(parseExact(value), 2))).toBe(rounded),
  );

  it.each(['', '.', '1e3', '0x10', '1.2.3', '--1', 'Infinity', '١٢'])(
    'does not read %s as a number',
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  );
  it.each([
    ['￥1,234.50', '1234.50'],
    ['１２３', '123'],
    ['+.5', '0.5'],
    [' -1 000 ', '-1000'],
  ])('reads %s', (text, written) => expect(formatDecimal(parseExact(text))).toBe(written));
});

describe('人民币大写', () => {
  // The examples of 支付结算办法, 附一 《正确填写票据和结算凭证的基本规定》 第一条. Of two accepted forms, the one with 零.
  it.each([
    ['1409.50', '壹仟肆佰零玖元伍角'],
    ['6007.14', '陆仟零柒元壹角肆分'],
    ['1680.32', '壹仟陆佰捌拾元零叁角贰分'],
    ['107000.53', '壹拾万柒仟元零伍角叁分'],
    ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
    ['325.04', '叁佰贰拾伍元零肆分'],
  ])('writes %s as published: %s', (amount, written) =>
    expect(formatRmbCapitals(parseExact(amount))).toBe(written),
  );

  it.each([
    ['0', '零元整'],
    ['0.004', '零元整'],
    ['0.05', '伍分'],
    ['0.5', '伍角'],
    ['10', '壹拾元整'],
    ['100', '壹佰元整'],
    ['10000', '壹万元整'],
    ['10001', '壹万零壹元整'],
    ['100050000', '壹亿零伍万元整'],
    ['100000500', '壹亿零伍佰元整'],
    ['1000000000000', '壹万亿元整'],
    ['1234500000000', '壹万贰仟叁佰肆拾伍亿元整'],
    ['1000000050000', '壹万亿零伍万元整'],
    ['-3.995', '负肆元整'],
    [
      '9999999999999999.99',
      '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分',
    ],
  ])('writes %s: %s', (amount, written) =>
    expect(formatRmbCapitals(parseExact(amount))).toBe(written),
  );

  it('says the same amount back, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }), (fen) => {
        expect(readCapitals(formatRmbCapitals({ units: fen, scale: 2 }))).toBe(fen);
      }),
      { numRuns: rounds(2000) },
    );
  });

  it('refuses more than it has names for', () =>
    expect(() => formatRmbCapitals(parseExact('1'.padEnd(17, '0')))).toThrow('最多 16 位'));
});

/** An independent parser: each place adds, 万 and 亿 multiply the amount before them. */
function readCapitals(text: string): bigint {
  const [yuan = '', small = ''] = text.includes('元') ? text.split('元') : ['', text];
  return readWhole(yuan) * 100n + readWhole(small.replace('整', ''));
}

function readWhole(text: string): bigint {
  const places: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n, 角: 10n, 分: 1n };
  let [total, group, digit] = [0n, 0n, 0n];
  for (const character of text) {
    const value = '零壹贰叁肆伍陆柒捌玖'.indexOf(character);
    if (value >= 0) digit = BigInt(value);
    else if (character === '万') [group, digit] = [(group + digit) * 10_000n, 0n];
    else if (character === '亿')
      [total, group, digit] = [(total + group + digit) * 100_000_000n, 0n, 0n];
    else [group, digit] = [group + digit * (places[character] ?? 0n), 0n];
  }
  return total + group + digit;
}
