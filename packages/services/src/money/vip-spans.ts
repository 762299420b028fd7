import { DAY } from '../time.ts';

/** A time in which one plan runs, epoch ms, the end not included. */
export type PlanTime = { productId: number; level: number; startsAt: number; endsAt: number };

/** Days that were bought of a plan. */
export type Bought = { productId: number; level: number; days: number };

type Left = Map<number, { level: number; ms: number }>;

const add = (left: Left, productId: number, level: number, ms: number): void => {
  const known = left.get(productId)?.ms ?? 0;
  left.set(productId, { level, ms: known + ms });
};

/** What is left of every plan, the one that runs first. */
const computeLeft = (held: readonly PlanTime[], now: number): Left => {
  const left: Left = new Map();
  for (const { productId, level, startsAt, endsAt } of held.toSorted(
    (a, b) => a.startsAt - b.startsAt,
  ))
    if (endsAt > now) add(left, productId, level, endsAt - Math.max(startsAt, now));
  return left;
};

const layOut = (left: Left, now: number): PlanTime[] => {
  let at = now;
  return [...left]
    .filter(([, { ms }]) => ms > 0)
    .toSorted(([, a], [, b]) => b.level - a.level)
    .map(([productId, { level, ms }]) => {
      const startsAt = at;
      at += ms;
      return { productId, level, startsAt, endsAt: at };
    });
};

/**
 * Lays what is left of a member's plans and the days bought now one after the other: the highest level first, within one
 * level what was there first. Every plan keeps its own days to the millisecond, and together they end where they would
 * have ended, so many days later (product decisions: from the later of now and the current end).
 */
export const laySpans = (held: readonly PlanTime[], bought: Bought, now: number): PlanTime[] => {
  const left = computeLeft(held, now);
  add(left, bought.productId, bought.level, bought.days * DAY);
  return layOut(left, now);
};

/**
 * The same without so many days of a plan, or what is left of it when that is less. The days of other plans stay: they
 * were bought for themselves, and so do the last `keepDays` of this one. `takenMs` is what was really there to take.
 */
export const takeSpans = (
  held: readonly PlanTime[],
  { productId, days, keepDays = 0 }: Pick<Bought, 'productId' | 'days'> & { keepDays?: number },
  now: number,
): { spans: PlanTime[]; takenMs: number } => {
  const left = computeLeft(held, now);
  const own = left.get(productId);
  const takenMs = Math.max(0, Math.min((own?.ms ?? 0) - keepDays * DAY, days * DAY));
  if (own) own.ms -= takenMs;
  return { spans: layOut(left, now), takenMs };
};
