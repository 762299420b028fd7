import type { ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODES_PER_ADDRESS,
  CODES_PER_REQUESTER,
  CODES_PER_MEMBER,
  CODES_PER_OWNER,
  CODES_PER_TARGET,
} from '@yunbiao/contract/limits/contact';
import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { hasPaid } from '../member/has-paid.ts';
import { getLargerNetwork, getRateLimitNetwork } from '../../platform/network.ts';
import { SECOND } from '../../platform/time.ts';
import {
  tryConsumeDailyLimit,
  type DailyLimit,
  createDailyLimitError,
  isDailyLimitReached,
  consumeDailyLimitOrThrow,
} from './daily-limits.ts';
import { computeLimitPerRequester, listPoolLimits } from './pools.ts';

type CodeRequest = {
  ctx: Context;
  tx: Tx;
  kind: ContactKind;
  target: string;
  /** Network address the request came from. */
  address: string;
  /** Daily maximum of codes of this kind for the whole site. */
  dailyMax: number;
};

/** Kind of requester. Each kind has separate counters that the others cannot use up. */
type Requester = keyof typeof CODES_PER_REQUESTER;

const TARGET_FULL = '今天发到这里的验证码太多了，请明天重试';
const NETWORK_FULL = '这个网络今天要的验证码太多了，请明天重试';
const MEMBER_FULL = '你今天要的验证码太多了，请明天重试';
/** Every stranger gets the hint about the browser, whether or not the account exists. */
const NEAR_FULL =
  '这个网络今天要的、发到这里的验证码太多了，请明天重试，或者换一个网络、用以前登录过的浏览器再要';

const addKnownBrowserHintForStranger = (asker: Requester, words: string): string =>
  asker === 'stranger' ? `${words}，或者用以前登录过的浏览器再要` : words;

/** Limit of one requester for one target; `requester` identifies the requester. */
const buildRequesterCodeLimit = (
  { kind, target }: CodeRequest,
  asker: Requester,
  requester: string,
): DailyLimit => ({
  counterKey: `asker ${asker} ${requester} ${target}`,
  max: CODES_PER_REQUESTER[asker][kind],
  gapMs: CODE_GAP_S * SECOND,
  message: asker === 'stranger' ? NEAR_FULL : TARGET_FULL,
});
/** Limit of all requesters of a kind for one target. */
const buildTargetCodeLimit = ({ kind, target }: CodeRequest, asker: Requester): DailyLimit => ({
  counterKey: `target ${asker} ${target}`,
  max: CODES_PER_TARGET[kind],
  message: addKnownBrowserHintForStranger(asker, TARGET_FULL),
});
const buildAddressCodeLimit = ({ kind, address }: CodeRequest, asker: Requester): DailyLimit => ({
  counterKey: `address ${asker} ${kind} ${getRateLimitNetwork(address)}`,
  max: CODES_PER_ADDRESS[kind],
  message: addKnownBrowserHintForStranger(asker, NETWORK_FULL),
});
/** Limit per address prefix, so that one network cannot use up the pool. */
const buildPrefixCodeLimit = (
  { kind, address, dailyMax }: CodeRequest,
  asker: 'stranger' | 'member',
): DailyLimit => ({
  counterKey: `prefix ${asker} ${kind} ${getLargerNetwork(getRateLimitNetwork(address))}`,
  max: computeLimitPerRequester(asker, dailyMax),
  message: addKnownBrowserHintForStranger(asker, NETWORK_FULL),
});
/** Limit per member, so that an unpaid account cannot use up the pool. */
const buildMemberCodeLimit = (
  { kind, dailyMax }: CodeRequest,
  memberId: number,
  isPaying: boolean,
): DailyLimit => ({
  counterKey: `member ${kind} ${memberId}`,
  max: isPaying
    ? CODES_PER_MEMBER
    : Math.min(CODES_PER_MEMBER, computeLimitPerRequester('member', dailyMax)),
  message: MEMBER_FULL,
});
/** Limit per account, across all its browsers. */
const buildAccountCodeLimit = ({ kind, dailyMax }: CodeRequest, memberId: number): DailyLimit => ({
  counterKey: `owner ${kind} ${memberId}`,
  max: Math.min(CODES_PER_OWNER[kind], computeLimitPerRequester('owner', dailyMax)),
  message: TARGET_FULL,
});

/** Callers pass counters in the same order of kinds, which prevents deadlocks. */
const consumeLimitsOrThrow = async (
  { ctx, tx }: CodeRequest,
  counts: readonly DailyLimit[],
): Promise<void> => {
  for (const count of counts) await consumeDailyLimitOrThrow(ctx, tx, count);
};

/** Counts a code that a member requests to bind a contact. @throws 429 */
export const consumeMemberCodeLimits = async ({
  memberId,
  ...asked
}: CodeRequest & { memberId: number }): Promise<void> => {
  const { tx, kind, dailyMax } = asked;
  const isPaying = await hasPaid(tx, memberId);
  const asker = isPaying ? 'paying' : 'member';
  await consumeLimitsOrThrow(asked, [
    buildRequesterCodeLimit(asked, asker, String(memberId)),
    ...(isPaying ? [] : [buildTargetCodeLimit(asked, 'member')]),
    buildAddressCodeLimit(asked, asker),
    ...(isPaying ? [] : [buildPrefixCodeLimit(asked, 'member')]),
    buildMemberCodeLimit(asked, memberId, isPaying),
    ...listPoolLimits(kind, asker, dailyMax),
  ]);
};

/**
 * Counts a reset code requested in a recognized browser, separately from strangers, members and
 * neighbours. When the owners' pool of the day is used up, a paying member uses the pool of paying
 * members.
 * @throws 429
 */
export const consumeOwnerCodeLimits = async ({
  memberId,
  device,
  ...asked
}: CodeRequest & {
  memberId: number;
  /** Key of the browser, from `recognizeVisitorOrNull`. */
  device: string;
}): Promise<void> => {
  const { ctx, tx, kind, dailyMax } = asked;
  await consumeLimitsOrThrow(asked, [
    buildRequesterCodeLimit(asked, 'owner', device),
    buildAccountCodeLimit(asked, memberId),
    buildAddressCodeLimit(asked, 'owner'),
  ]);
  let pool = listPoolLimits(kind, 'owner', dailyMax);
  for (const count of pool)
    if ((await isDailyLimitReached(ctx, tx, count)) && (await hasPaid(tx, memberId)))
      pool = listPoolLimits(kind, 'paying', dailyMax);
  await consumeLimitsOrThrow(asked, pool);
};

/**
 * Counts a code requested in an unrecognized browser, whether or not the account exists: the steps
 * and errors are the same. A code that is not sent does not use up the day's pool. Returns whether
 * the code may be sent.
 * @throws 429
 */
export const countStrangerCodeOrThrow = async ({
  isSent,
  ...asked
}: CodeRequest & { isSent: boolean }): Promise<boolean> => {
  const { ctx, tx, kind, address, dailyMax } = asked;
  await consumeLimitsOrThrow(asked, [
    buildRequesterCodeLimit(asked, 'stranger', getLargerNetwork(getRateLimitNetwork(address))),
    buildTargetCodeLimit(asked, 'stranger'),
    buildAddressCodeLimit(asked, 'stranger'),
    buildPrefixCodeLimit(asked, 'stranger'),
  ]);
  const pool = listPoolLimits(kind, 'stranger', dailyMax).map((count) => ({
    ...count,
    message: addKnownBrowserHintForStranger('stranger', count.message),
  }));
  for (const count of pool)
    if (await isDailyLimitReached(ctx, tx, count))
      throw await createDailyLimitError(ctx, tx, count);
  let isIn = true;
  for (const count of pool) {
    const unlimitedCount = {
      ...count,
      counterKey: `none ${count.counterKey}`,
      max: Number.MAX_SAFE_INTEGER,
    };
    if (!(await tryConsumeDailyLimit(ctx, tx, isSent ? count : unlimitedCount))) isIn = false;
  }
  return isIn && isSent;
};
