import { DAY } from '../../../platform/time.ts';

/** A period in which one plan is active, epoch ms, end exclusive. */
export type PlanSpan = { productId: number; level: number; startsAt: number; endsAt: number };

/** Days bought of a plan. */
export type BoughtDays = { productId: number; level: number; days: number };

type RemainingTime = Map<number, { level: number; ms: number }>;

const addToRemainingPlanTime = (
  remainingTime: RemainingTime,
  productId: number,
  level: number,
  ms: number,
): void => {
  const knownMs = remainingTime.get(productId)?.ms ?? 0;
  remainingTime.set(productId, { level, ms: knownMs + ms });
};

/** Remaining time of each plan, in order of start. */
const computeRemainingPlanTime = (heldSpans: readonly PlanSpan[], now: number): RemainingTime => {
  const timeLeft: RemainingTime = new Map();
  for (const { productId, level, startsAt, endsAt } of heldSpans.toSorted(
    (a, b) => a.startsAt - b.startsAt,
  ))
    if (endsAt > now)
      addToRemainingPlanTime(timeLeft, productId, level, endsAt - Math.max(startsAt, now));
  return timeLeft;
};

const orderVipSpansByLevel = (remainingTime: RemainingTime, now: number): PlanSpan[] => {
  let at = now;
  return [...remainingTime]
    .filter(([, { ms }]) => ms > 0)
    .toSorted(([, a], [, b]) => b.level - a.level)
    .map(([productId, { level, ms }]) => {
      const startsAt = at;
      at += ms;
      return { productId, level, startsAt, endsAt: at };
    });
};

/**
 * Lays out the remaining time of all plans and the bought days one after the other: highest level
 * first, within a level the earlier plan first. Each plan keeps its time to the millisecond. The
 * last span ends `days` later than before, counted from the later of now and the current end
 * (product decision).
 */
export const extendVipSpans = (
  heldSpans: readonly PlanSpan[],
  boughtDays: BoughtDays,
  now: number,
): PlanSpan[] => {
  const timeLeft = computeRemainingPlanTime(heldSpans, now);
  addToRemainingPlanTime(timeLeft, boughtDays.productId, boughtDays.level, boughtDays.days * DAY);
  return orderVipSpansByLevel(timeLeft, now);
};

/**
 * Removes `days` days of a plan, or its remaining time when that is less. Days of other plans and
 * the last `keepDays` days of this plan stay, because they were bought separately. `takenMs`: time
 * removed, ms.
 */
export const shortenVipSpans = (
  heldSpans: readonly PlanSpan[],
  { productId, days, keepDays = 0 }: Pick<BoughtDays, 'productId' | 'days'> & { keepDays?: number },
  now: number,
): { spans: PlanSpan[]; takenMs: number } => {
  const timeLeft = computeRemainingPlanTime(heldSpans, now);
  const ownTimeLeft = timeLeft.get(productId);
  const takenMs = Math.max(0, Math.min((ownTimeLeft?.ms ?? 0) - keepDays * DAY, days * DAY));
  if (ownTimeLeft) ownTimeLeft.ms -= takenMs;
  return { spans: orderVipSpansByLevel(timeLeft, now), takenMs };
};
