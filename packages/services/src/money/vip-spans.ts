import { DAY } from '../time.ts';

/** A time in which one plan runs, epoch ms, the end not included. */
export type PlanTime = { productId: number; level: number; startsAt: number; endsAt: number };

/** Days that were bought of a plan. */
export type Bought = { productId: number; level: number; days: number };

/**
 * Lays what is left of a member's plans and the days bought now one after the other: the highest level first, within one
 * level what was there first. Every plan keeps its own days to the millisecond, and together they end where they would
 * have ended, so many days later (product decisions: from the later of now and the current end).
 */
export const laySpans = (held: readonly PlanTime[], bought: Bought, now: number): PlanTime[] => {
  const left = new Map<number, { level: number; ms: number }>();
  const add = (productId: number, level: number, ms: number): void => {
    const known = left.get(productId)?.ms ?? 0;
    left.set(productId, { level, ms: known + ms });
  };
  for (const { productId, level, startsAt, endsAt } of held.toSorted(
    (a, b) => a.startsAt - b.startsAt,
  ))
    if (endsAt > now) add(productId, level, endsAt - Math.max(startsAt, now));
  add(bought.productId, bought.level, bought.days * DAY);
  let at = now;
  return [...left]
    .toSorted(([, a], [, b]) => b.level - a.level)
    .map(([productId, { level, ms }]) => {
      const startsAt = at;
      at += ms;
      return { productId, level, startsAt, endsAt: at };
    });
};
