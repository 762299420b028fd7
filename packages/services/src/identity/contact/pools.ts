import type { ContactKind } from '@yunbiao/contract';
import type { DailyLimit } from './daily-limits.ts';

/**
 * Shares of the site's daily codes, %: visitors who are not signed in, members who have not paid,
 * and owners who reset in a recognized browser. The rest is for members who have paid.
 */
const POOL_PERCENT = { stranger: 30, member: 30, owner: 20 } as const;

/** Group of users with a shared limit. */
export type Pool = keyof typeof POOL_PERCENT | 'paying';

/** Share of a pool for one address prefix, member or account, %. */
const SHARE_PER_REQUESTER_PERCENT = 10;
/** Minimum of that share: a text message may get lost. */
const MIN_PER_REQUESTER = 2;

const FULL = '今天发的验证码太多了，请明天重试，或联系本站的工作人员';

const computeWholePercentShare = (total: number, percent: number): number =>
  Math.floor((total * percent) / 100);

/** Daily codes from the pool for one address prefix, member or account. */
export const computeLimitPerRequester = (
  pool: keyof typeof POOL_PERCENT,
  dailyMax: number,
): number =>
  Math.max(
    MIN_PER_REQUESTER,
    computeWholePercentShare(
      computeWholePercentShare(dailyMax, POOL_PERCENT[pool]),
      SHARE_PER_REQUESTER_PERCENT,
    ),
  );

/**
 * Counters for a sent code. Owners and all others together get at most `dailyMax`. With fewer than
 * five codes a day, the site reserves none for owners.
 */
export const listPoolLimits = (kind: ContactKind, pool: Pool, dailyMax: number): DailyLimit[] => {
  const owners = computeWholePercentShare(dailyMax, POOL_PERCENT.owner);
  if (pool === 'owner' && owners > 0)
    return [{ counterKey: `all ${kind} owner`, max: owners, message: FULL }];
  const commonCount = { counterKey: `all ${kind}`, max: dailyMax - owners, message: FULL };
  if (pool === 'owner' || pool === 'paying') return [commonCount];
  const max = Math.max(1, computeWholePercentShare(dailyMax, POOL_PERCENT[pool]));
  return [{ counterKey: `all ${kind} ${pool}`, max, message: FULL }, commonCount];
};
