import type { ContactKind } from '@yunbiao/contract';
import type { Count } from './count-day.ts';

/**
 * Percent of the day's codes of the site: for visitors who are not signed in, for members who have not paid, and for owners
 * who reset in browsers their accounts know. What is left is for those who have paid.
 */
const PERCENT = { stranger: 30, member: 30, owner: 20 } as const;

/** Whose codes are counted together. */
export type Pool = keyof typeof PERCENT | 'paying';

/** One neighbourhood, member or account has no more than this part of a pool, */
const PERCENT_OF_ONE = 10;
/** but as many as this: a text message may get lost. */
const MIN_OF_ONE = 2;

const FULL = '今天发的验证码太多了，请明天再试，或联系本站的工作人员';

const getPart = (whole: number, percent: number): number => Math.floor((whole * percent) / 100);

/** Codes a day that one neighbourhood, member or account may have of the pool. */
export const getLimitOfOne = (pool: keyof typeof PERCENT, dailyMax: number): number =>
  Math.max(MIN_OF_ONE, getPart(getPart(dailyMax, PERCENT[pool]), PERCENT_OF_ONE));

/**
 * What a code that is sent is counted under. Owners and all others together are sent `dailyMax` at most; a site of fewer
 * than five a day sets none apart for owners.
 */
export const limitPool = (kind: ContactKind, pool: Pool, dailyMax: number): Count[] => {
  const owners = getPart(dailyMax, PERCENT.owner);
  if (pool === 'owner' && owners > 0)
    return [{ what: `all ${kind} owner`, max: owners, words: FULL }];
  const all = { what: `all ${kind}`, max: dailyMax - owners, words: FULL };
  if (pool === 'owner' || pool === 'paying') return [all];
  const max = Math.max(1, getPart(dailyMax, PERCENT[pool]));
  return [{ what: `all ${kind} ${pool}`, max, words: FULL }, all];
};
