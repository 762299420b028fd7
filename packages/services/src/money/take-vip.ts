import { changeVip, type VipChange } from './change-vip.ts';
import { takeSpans } from './vip-spans.ts';

/**
 * Takes days of a plan back, as many as are left of it: the only place where VIP shrinks. Days that have been used stay
 * used, and other plans keep theirs. Returns what was taken, ms.
 */
export const takeVip = async (
  change: VipChange & {
    /** Days of the plan that are not touched: they came later and are used later. */
    keepDays?: number;
  },
): Promise<number> => {
  const { takenMs } = await changeVip('vip.take', change, (held, now) =>
    takeSpans(held, change, now),
  );
  return takenMs;
};
