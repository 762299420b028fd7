import { describe, expect, it } from 'vitest';
import { evaluateArithmetic, isRelativeArithmetic, roundToStep } from './arithmetic.ts';

describe('a number field', () => {
  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['3+4', 7],
    ['10/4', 2.5],
    ['(2+1)*4', 12],
    ['2+3*4-6/2', 11],
    ['10-3-2', 5],
    ['24/2/3', 4],
    ['-(1+2)', -3],
    ['2*-3', -6],
    [' 1.5 + .5 ', 2],
    ['３＋４', 7],
    ['（２＋１）×４', 12],
    ['10÷4', 2.5],
    ['3。5', 3.5],
    ['+=5', 15],
    ['-=2+1', 7],
    ['*=1.5', 15],
    ['/=4', 2.5],
  ])('computes %s', (text, value) => {
    expect(evaluateArithmetic(text, 10)).toMatchObject({ value });
  });

  it('keeps minus and divided apart from the sign and the base of a change', () => {
    expect(evaluateArithmetic('-=1', -10)).toMatchObject({ value: -11 });
    expect(isRelativeArithmetic('＋＝5')).toBe(true);
    expect(isRelativeArithmetic('+5')).toBe(false);
  });

  it('does not change several values into one', () => {
    expect(evaluateArithmetic('+=5', Number.NaN)).toEqual({
      problem: '这几个元素的数不一样，不能用“+=”',
    });
    expect(evaluateArithmetic('2+3', Number.NaN)).toMatchObject({ value: 5 });
  });

  it('knows a number from an expression', () => {
    expect(evaluateArithmetic('-3.3', 0)).toEqual({ value: -3.3, isComputed: false });
    expect(evaluateArithmetic('3.3+0', 0)).toEqual({ value: 3.3, isComputed: true });
  });

  it.each([
    ['', '要填一个数'],
    ['3,5', '小数点用“.”，不用逗号'],
    ['3，5', '小数点用“.”，不用逗号'],
    ['3+', '算式没写完'],
    ['(3+4', '少一个“)”'],
    ['3+4)', '多一个“)”'],
    ['3 mm', '“m”这里看不懂'],
    ['1.2.3', '“.”这里看不懂'],
    ['4/0', '不能除以 0'],
    ['1/(2-2)', '不能除以 0'],
    ['+=', '算式没写完'],
    ['9'.repeat(61), '算式最多 60 个字'],
    ['('.repeat(60), '算式没写完'],
    ['alert(1)', '“a”这里看不懂'],
  ])('says what is wrong with %s', (text, problem) => {
    expect(evaluateArithmetic(text, 10)).toEqual({ problem });
  });

  it('rounds to its step', () => {
    expect(roundToStep(10 / 3, 0.125)).toBe(3.375);
    expect(roundToStep(10 / 3, 0.1)).toBe(3.3);
    expect(roundToStep(-10 / 3, 1)).toBe(-3);
  });
});
