import type { ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODES_PER_ADDRESS,
  CODES_PER_ASKER,
  CODES_PER_MEMBER,
  CODES_PER_OWNER,
  CODES_PER_TARGET,
} from '@yunbiao/contract/limits/contact';
import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { hasPaid } from '../money/has-paid.ts';
import { getPrefix, getNetwork } from '../network.ts';
import { SECOND } from '../time.ts';
import { addOne, type Count, getRefusal, isFull, requireOne } from './count-day.ts';
import { getLimitOfOne, limitPool } from './pools.ts';

type Asked = {
  ctx: Context;
  tx: Tx;
  kind: ContactKind;
  target: string;
  /** Network address the request came from. */
  address: string;
  /** Codes of the kind that the site sends a day at most. */
  dailyMax: number;
};

/** Who asks for a code. Each has counts of its own, which the others cannot use up. */
type Asker = keyof typeof CODES_PER_ASKER;

const TARGET_FULL = '今天发到这里的验证码太多了，请明天再试';
const NETWORK_FULL = '这个网络今天要的验证码太多了，请明天再试';
const MEMBER_FULL = '你今天要的验证码太多了，请明天再试';
/** The browser is named to all strangers, whether or not there is an account. */
const NEAR_FULL =
  '这个网络今天要的、发到这里的验证码太多了，请明天再试，或者换一个网络、用以前登录过的浏览器再要';

const addHint = (asker: Asker, words: string): string =>
  asker === 'stranger' ? `${words}，或者用以前登录过的浏览器再要` : words;

/** What one asker gets sent to the target; `who` tells askers of a kind apart. */
const limitAsker = ({ kind, target }: Asked, asker: Asker, who: string): Count => ({
  what: `asker ${asker} ${who} ${target}`,
  max: CODES_PER_ASKER[asker][kind],
  gapMs: CODE_GAP_S * SECOND,
  words: asker === 'stranger' ? NEAR_FULL : TARGET_FULL,
});
/** What all askers of a kind get sent to the target. */
const limitTarget = ({ kind, target }: Asked, asker: Asker): Count => ({
  what: `target ${asker} ${target}`,
  max: CODES_PER_TARGET[kind],
  words: addHint(asker, TARGET_FULL),
});
const limitAddress = ({ kind, address }: Asked, asker: Asker): Count => ({
  what: `address ${asker} ${kind} ${getNetwork(address)}`,
  max: CODES_PER_ADDRESS[kind],
  words: addHint(asker, NETWORK_FULL),
});
/** No neighbourhood uses up what the pool has for all. */
const limitPrefix = ({ kind, address, dailyMax }: Asked, asker: 'stranger' | 'member'): Count => ({
  what: `prefix ${asker} ${kind} ${getPrefix(getNetwork(address))}`,
  max: getLimitOfOne(asker, dailyMax),
  words: addHint(asker, NETWORK_FULL),
});
/** Nor does one member who has not paid. */
const limitMember = ({ kind, dailyMax }: Asked, memberId: number, isPaying: boolean): Count => ({
  what: `member ${kind} ${memberId}`,
  max: isPaying ? CODES_PER_MEMBER : Math.min(CODES_PER_MEMBER, getLimitOfOne('member', dailyMax)),
  words: MEMBER_FULL,
});
/** Nor one account, in however many browsers. */
const limitOwner = ({ kind, dailyMax }: Asked, memberId: number): Count => ({
  what: `owner ${kind} ${memberId}`,
  max: Math.min(CODES_PER_OWNER[kind], getLimitOfOne('owner', dailyMax)),
  words: TARGET_FULL,
});

/** In one order of kinds everywhere, so that two never wait for each other. */
const requireAll = async ({ ctx, tx }: Asked, counts: readonly Count[]): Promise<void> => {
  for (const count of counts) await requireOne(ctx, tx, count);
};

/** Counts a code that a member asks for to bind the target. @throws 429 */
export const countMembersCode = async ({
  memberId,
  ...asked
}: Asked & { memberId: number }): Promise<void> => {
  const { tx, kind, dailyMax } = asked;
  const isPaying = await hasPaid(tx, memberId);
  const asker = isPaying ? 'paying' : 'member';
  await requireAll(asked, [
    limitAsker(asked, asker, String(memberId)),
    ...(isPaying ? [] : [limitTarget(asked, 'member')]),
    limitAddress(asked, asker),
    ...(isPaying ? [] : [limitPrefix(asked, 'member')]),
    limitMember(asked, memberId, isPaying),
    ...limitPool(kind, asker, dailyMax),
  ]);
};

/**
 * Counts a code to reset that is asked for in a browser the account knows, by counts strangers, members and neighbours have
 * no part in; once owners' part of the day is used up, one who has paid draws on that of those who have. @throws 429
 */
export const countOwnersCode = async ({
  memberId,
  device,
  ...asked
}: Asked & {
  memberId: number;
  /** The browser, as `knownBy` names it. */
  device: string;
}): Promise<void> => {
  const { ctx, tx, kind, dailyMax } = asked;
  await requireAll(asked, [
    limitAsker(asked, 'owner', device),
    limitOwner(asked, memberId),
    limitAddress(asked, 'owner'),
  ]);
  let pool = limitPool(kind, 'owner', dailyMax);
  for (const count of pool)
    if ((await isFull(ctx, tx, count)) && (await hasPaid(tx, memberId)))
      pool = limitPool(kind, 'paying', dailyMax);
  await requireAll(asked, pool);
};

/**
 * Counts a code that a visitor asks for in a browser the account does not know, if there is an account: the same steps and
 * refusals for all. What is not sent costs nothing and does not use up the day of those who are sent one. Returns whether
 * it may be sent.
 * @throws 429
 */
export const countStrangersCode = async ({
  isSent,
  ...asked
}: Asked & { isSent: boolean }): Promise<boolean> => {
  const { ctx, tx, kind, address, dailyMax } = asked;
  await requireAll(asked, [
    limitAsker(asked, 'stranger', getPrefix(getNetwork(address))),
    limitTarget(asked, 'stranger'),
    limitAddress(asked, 'stranger'),
    limitPrefix(asked, 'stranger'),
  ]);
  const pool = limitPool(kind, 'stranger', dailyMax).map((count) => ({
    ...count,
    words: addHint('stranger', count.words),
  }));
  for (const count of pool)
    if (await isFull(ctx, tx, count)) throw await getRefusal(ctx, tx, count);
  let isIn = true;
  for (const count of pool) {
    const none = { ...count, what: `none ${count.what}`, max: Number.MAX_SAFE_INTEGER };
    if (!(await addOne(ctx, tx, isSent ? count : none))) isIn = false;
  }
  return isIn && isSent;
};
