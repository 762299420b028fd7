import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../platform/time.ts';
import { extendVipSpans, type PlanSpan, shortenVipSpans } from './vip-spans.ts';

/** A sequence of purchases: time since the previous one, ms, the plan, and its days. */
const purchases = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 40 * DAY }),
    plan: fc.constantFrom(
      { productId: 1, level: 1 },
      { productId: 2, level: 2 },
      { productId: 3, level: 2 },
      { productId: 4, level: 3 },
    ),
    days: fc.integer({ min: 1, max: 99 }),
  }),
  { minLength: 1, maxLength: 12 },
);

const sumTime = (spans: readonly PlanSpan[], since: number): number =>
  spans.reduce(
    (sum, { startsAt, endsAt }) => sum + Math.max(0, endsAt - Math.max(startsAt, since)),
    0,
  );

describe('plans one after the other', () => {
  it('take nothing and give nothing: VIP ends so many days after the later of now and its end', () => {
    fc.assert(
      fc.property(purchases, (list) => {
        let now = 0;
        let held: PlanSpan[] = [];
        let end = 0;
        for (const { after, plan, days } of list) {
          now += after;
          end = Math.max(now, end) + days * DAY;
          held = extendVipSpans(held, { ...plan, days }, now);
          expect(held[0]?.startsAt).toBe(now);
          expect(held.at(-1)?.endsAt).toBe(end);
          for (const [i, span] of held.entries()) {
            expect(span.endsAt).toBeGreaterThan(span.startsAt);
            if (i > 0) expect(span.startsAt).toBe(held[i - 1]?.endsAt);
          }
        }
      }),
    );
  });

  it('never put a lower plan before a higher one, and keep every plan’s own days', () => {
    fc.assert(
      fc.property(purchases, (list) => {
        let now = 0;
        let held: PlanSpan[] = [];
        for (const { after, plan, days } of list) {
          now += after;
          const before = held;
          held = extendVipSpans(held, { ...plan, days }, now);
          const levels = held.map(({ level }) => level);
          expect(levels).toEqual(levels.toSorted((a, b) => b - a));
          for (const productId of [1, 2, 3, 4]) {
            const filterOwnSpans = (spans: readonly PlanSpan[]) =>
              spans.filter((span) => span.productId === productId);
            const added = plan.productId === productId ? days * DAY : 0;
            expect(sumTime(filterOwnSpans(held), now)).toBe(
              sumTime(filterOwnSpans(before), now) + added,
            );
          }
        }
      }),
    );
  });

  it('give back what was bought last as if it had not been, while nothing of it was used', () => {
    fc.assert(
      fc.property(purchases, (list) => {
        let held: PlanSpan[] = [];
        let now = 0;
        for (const { after, plan, days } of list) {
          now += after;
          const before = extendVipSpans(held, { ...plan, days: 0 }, now);
          held = extendVipSpans(held, { ...plan, days }, now);
          const { spans, takenMs } = shortenVipSpans(
            held,
            { productId: plan.productId, days },
            now,
          );
          expect(takenMs).toBe(days * DAY);
          // A plan held before keeps its position among those of its level; a new plan is removed
          // completely.
          expect(sumTime(spans, now)).toBe(sumTime(before, now));
          expect(spans.map(({ productId }) => productId)).toEqual(
            before.map(({ productId }) => productId),
          );
        }
      }),
    );
  });

  it('never give back more than is left of the plan, and never touch another one', () => {
    const first = extendVipSpans([], { productId: 1, level: 1, days: 10 }, 0);
    const both = extendVipSpans(first, { productId: 2, level: 2, days: 5 }, 0);
    const { spans, takenMs } = shortenVipSpans(both, { productId: 2, days: 5 }, 2 * DAY);
    expect(takenMs).toBe(3 * DAY);
    expect(spans).toEqual([{ productId: 1, level: 1, startsAt: 2 * DAY, endsAt: 12 * DAY }]);
    expect(shortenVipSpans(both, { productId: 3, days: 5 }, 0)).toEqual({
      spans: both,
      takenMs: 0,
    });
  });

  it('of one level follow each other as they came', () => {
    const first = extendVipSpans([], { productId: 2, level: 2, days: 10 }, 0);
    const both = extendVipSpans(first, { productId: 3, level: 2, days: 5 }, 4 * DAY);
    expect(both).toEqual([
      { productId: 2, level: 2, startsAt: 4 * DAY, endsAt: 10 * DAY },
      { productId: 3, level: 2, startsAt: 10 * DAY, endsAt: 15 * DAY },
    ]);
  });
});
