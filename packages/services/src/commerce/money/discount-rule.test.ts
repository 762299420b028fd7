import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeDiscountFen, describeReduction } from './discount-rule.ts';

const amount = fc.integer({ min: 0, max: 100_000_000 });
const reduction = fc.oneof(
  fc.record({ kind: fc.constant('percent'), value: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('amount'), value: fc.integer({ min: 1, max: 100_000_000 }) }),
);

describe('what a code takes off', () => {
  it('is whole fen, never below 0 and never more than the amount', () => {
    fc.assert(
      fc.property(reduction, amount, (rule, fen) => {
        const off = computeDiscountFen(rule, fen);
        expect(Number.isInteger(off)).toBe(true);
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(fen);
      }),
    );
  });

  it('never makes more cost less', () => {
    fc.assert(
      fc.property(reduction, amount, amount, (rule, a, b) => {
        const computePay = (fen: number): number => fen - computeDiscountFen(rule, fen);
        expect(computePay(Math.min(a, b))).toBeLessThanOrEqual(computePay(Math.max(a, b)));
      }),
    );
  });

  it('rounds a fraction of a fen in the member’s favour', () => {
    expect(999 - computeDiscountFen({ kind: 'percent', value: 20 }, 999)).toBe(799);
    expect(computeDiscountFen({ kind: 'percent', value: 1 }, 1)).toBe(1);
  });

  it('is said as shops say it', () => {
    const words = [20, 15, 100].map((value) => describeReduction({ kind: 'percent', value }));
    expect(words).toEqual(['8 折', '8.5 折', '免费']);
    expect(describeReduction({ kind: 'amount', value: 5_050 })).toBe('减 ¥50.50');
  });
});
