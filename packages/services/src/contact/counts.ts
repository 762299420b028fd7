import type { ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODES_PER_ADDRESS,
  CODES_PER_MEMBER,
  CODES_PER_TARGET,
  CODES_PER_TARGET_NEAR,
} from '@yunbiao/contract/limits/contact';
import type { Tx } from '@yunbiao/db';
import type { Known } from '../account/device.ts';
import type { Context } from '../context.ts';
import { hasPaid } from '../money/has-paid.ts';
import { getPrefix, networkOf } from '../network.ts';
import { SECOND } from '../time.ts';
import { addOne, type Count, getRefusal, isFull, requireOne } from './count-day.ts';

/** Whose codes are counted together: visitors who are not signed in, members, and those who have paid. */
export type Pool = 'strangers' | 'members' | 'paying';

/** Of the day's codes: what is left of all is for those who have paid. */
const SHARE = 0.4;
const FULL = '今天发的验证码太多了，请明天再试，或联系本站的工作人员';

/** What a code that is sent is counted under: what its pool may have, and what all may cost. */
const limitAll = (kind: ContactKind, pool: Pool, dailyMax: number): Count[] => {
  const all = { what: `all ${kind}`, max: dailyMax, words: FULL };
  const max = Math.max(1, Math.floor(dailyMax * SHARE));
  return pool === 'paying' ? [all] : [{ what: `all ${kind} ${pool}`, max, words: FULL }, all];
};

type Asked = {
  ctx: Context;
  tx: Tx;
  kind: ContactKind;
  target: string;
  /** Network address the request came from. */
  address: string;
};

/** Who asks for a code to one target; each has an allowance there that the others cannot use up. */
type Asker = 'stranger' | 'member' | 'owner' | 'network';

const GAP_MS = CODE_GAP_S * SECOND;
const TARGET_FULL = '今天发到这里的验证码太多了，请明天再试';
const NEAR_FULL =
  '这个网络今天要的、发到这里的验证码太多了，请明天再试，或者换一个网络、用以前登录过的浏览器再要';

/** In this order everywhere, so that two never wait for each other. */
const limitTarget = ({ kind, target }: Asked, asker: Asker): Count => ({
  what: `target ${asker} ${target}`,
  max: CODES_PER_TARGET[kind],
  // Those behind one network the account knows do not keep those behind another waiting.
  ...(asker === 'network' ? {} : { gapMs: GAP_MS }),
  words: TARGET_FULL,
});
/** One neighbourhood does not use up what strangers may ask for: the owner may be one of them, elsewhere. */
const limitNear = ({ kind, target, address }: Asked): Count => ({
  what: `near ${getPrefix(networkOf(address))} ${target}`,
  max: CODES_PER_TARGET_NEAR[kind],
  words: NEAR_FULL,
});
/** One network the account knows does not use up what others it knows may ask for. */
const limitKnownNetwork = ({ kind, target, address }: Asked): Count => ({
  what: `known ${networkOf(address)} ${target}`,
  max: CODES_PER_TARGET_NEAR[kind],
  gapMs: GAP_MS,
  words: NEAR_FULL,
});
const limitAddress = ({ kind, address }: Asked): Count => ({
  what: `address ${kind} ${networkOf(address)}`,
  max: CODES_PER_ADDRESS[kind],
  words: '这个网络今天要的验证码太多了，请明天再试',
});

/** Counts a code that a member asks for. @throws 429 */
export const countMembersCode = async ({
  memberId,
  dailyMax,
  ...asked
}: Asked & { memberId: number; dailyMax: number }): Promise<void> => {
  const { ctx, tx, kind } = asked;
  await requireOne(ctx, tx, limitTarget(asked, 'member'));
  await requireOne(ctx, tx, limitAddress(asked));
  const words = '你今天要的验证码太多了，请明天再试';
  await requireOne(ctx, tx, { what: `member ${memberId}`, max: CODES_PER_MEMBER, words });
  const pool = (await hasPaid(tx, memberId)) ? 'paying' : 'members';
  for (const count of limitAll(kind, pool, dailyMax)) await requireOne(ctx, tx, count);
};

/**
 * Counts a code to reset that is asked for in a browser the account knows, or from a network it knows, by counts of their
 * own: strangers may have used up theirs, and neighbours those of the network. @throws 429
 */
export const countKnownCode = async ({
  memberId,
  dailyMax,
  by,
  ...asked
}: Asked & { memberId: number; dailyMax: number; by: Known['by'] }): Promise<void> => {
  const { ctx, tx, kind } = asked;
  if (by === 'network') await requireOne(ctx, tx, limitKnownNetwork(asked));
  await requireOne(ctx, tx, limitTarget(asked, by === 'network' ? 'network' : 'owner'));
  const pool = (await hasPaid(tx, memberId)) ? 'paying' : 'members';
  for (const count of limitAll(kind, pool, dailyMax)) await requireOne(ctx, tx, count);
};

/**
 * Counts a code that somebody asks for who need not be anybody: the same steps and refusals whether the account exists.
 * What is not sent costs nothing and does not use up the day of those who are sent one. Returns whether it may be sent.
 * @throws 429
 */
export const countStrangersCode = async ({
  isSent,
  dailyMax,
  ...asked
}: Asked & { isSent: boolean; dailyMax: number }): Promise<boolean> => {
  const { ctx, tx, kind } = asked;
  await requireOne(ctx, tx, limitNear(asked));
  await requireOne(ctx, tx, limitTarget(asked, 'stranger'));
  await requireOne(ctx, tx, limitAddress(asked));
  const limits = limitAll(kind, 'strangers', dailyMax);
  for (const count of limits)
    if (await isFull(ctx, tx, count)) throw await getRefusal(ctx, tx, count);
  let isIn = true;
  for (const count of limits) {
    const none = { ...count, what: `none ${count.what}`, max: Number.MAX_SAFE_INTEGER };
    if (!(await addOne(ctx, tx, isSent ? count : none))) isIn = false;
  }
  return isIn && isSent;
};
