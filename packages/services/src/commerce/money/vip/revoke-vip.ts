import { changeVip, type VipChange } from './change-vip.ts';
import { shortenVipSpans } from './vip-spans.ts';

/**
 * Revokes days of a plan, at most its remaining time. The only function that shortens VIP. Used
 * days stay used; other plans keep theirs. Returns the time revoked, ms.
 */
export const revokeVip = async (
  change: VipChange & {
    /** Days of the plan to keep: they were granted later and are used later. */
    keepDays?: number;
  },
): Promise<number> => {
  const { takenMs } = await changeVip('vip.take', change, (heldSpans, now) =>
    shortenVipSpans(heldSpans, change, now),
  );
  return takenMs;
};
