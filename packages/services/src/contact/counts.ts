import type { ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODES_PER_ADDRESS,
  CODES_PER_MEMBER,
  CODES_PER_TARGET,
  CODES_PER_TARGET_NEAR,
} from '@yunbiao/contract/limits/contact';
import type { Tx } from '@yunbiao/db';
import { sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { type ServiceError, tooMany } from '../errors.ts';
import { hasPaid } from '../money/has-paid.ts';
import { getPrefix, networkOf } from '../network.ts';
import { addDays, CHINA, dayOf, SECOND, startOfDay, waitWords } from '../time.ts';

type Count = {
  /** Who or what is counted. */
  what: string;
  /** A day. */
  max: number;
  gapMs?: number;
  /** Said when the day's are used up. */
  words: string;
};

const today = (ctx: Context): string => dayOf(ctx.now(), CHINA);

/** Neither telephones nor addresses are kept to be counted. */
const keyOf = (day: string, what: string): string => sha256(`${day} ${what}`);

const refusal = async (ctx: Context, tx: Tx, count: Count): Promise<ServiceError> => {
  const now = ctx.now();
  const day = today(ctx);
  const row = await tx
    .selectFrom('code_count')
    .select(['count', 'last_at'])
    .where('count_key', '=', keyOf(day, count.what))
    .executeTakeFirst();
  if (!row || row.count < count.max) {
    const left = (row?.last_at ?? now) + (count.gapMs ?? 0) - now;
    const wait = Math.max(1, Math.ceil(left / SECOND));
    return tooMany(`刚发过一个验证码，请 ${waitWords(wait)}后再要`, wait);
  }
  const midnight = startOfDay(addDays(day, 1), CHINA);
  return tooMany(count.words, Math.ceil((midnight - now) / SECOND));
};

/** Counts one more, if it may be; whoever asks at the same moment waits for this transaction. */
const add = async (ctx: Context, tx: Tx, { what, max, gapMs }: Count): Promise<boolean> => {
  const now = ctx.now();
  const day = today(ctx);
  const row = await tx
    .insertInto('code_count')
    .values({ count_key: keyOf(day, what), day, count: 1, last_at: now })
    .onConflict((conflict) => {
      const more = conflict
        .column('count_key')
        .doUpdateSet((eb) => ({ count: eb('code_count.count', '+', 1), last_at: now }))
        .where('code_count.count', '<', max);
      return gapMs === undefined ? more : more.where('code_count.last_at', '<=', now - gapMs);
    })
    .returning('count')
    .executeTakeFirst();
  return row !== undefined;
};

const require = async (ctx: Context, tx: Tx, count: Count): Promise<void> => {
  if (!(await add(ctx, tx, count))) throw await refusal(ctx, tx, count);
};

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

const isFull = async (ctx: Context, tx: Tx, { what, max }: Count): Promise<boolean> => {
  const row = await tx
    .selectFrom('code_count')
    .select('count')
    .where('count_key', '=', keyOf(today(ctx), what))
    .executeTakeFirst();
  return row !== undefined && row.count >= max;
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
type Asker = 'stranger' | 'member' | 'owner';

/** In this order everywhere, so that two never wait for each other. */
const limitTarget = ({ kind, target }: Asked, asker: Asker): Count => ({
  what: `target ${asker} ${target}`,
  max: CODES_PER_TARGET[kind],
  gapMs: CODE_GAP_S * SECOND,
  words: '今天发到这里的验证码太多了，请明天再试',
});
/** One neighbourhood does not use up what strangers may ask for: the owner may be one of them, elsewhere. */
const limitNear = ({ kind, target, address }: Asked): Count => ({
  what: `near ${getPrefix(networkOf(address))} ${target}`,
  max: CODES_PER_TARGET_NEAR[kind],
  words: '今天发到这里的验证码太多了，请明天再试',
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
  await require(ctx, tx, limitTarget(asked, 'member'));
  await require(ctx, tx, limitAddress(asked));
  const words = '你今天要的验证码太多了，请明天再试';
  await require(ctx, tx, { what: `member ${memberId}`, max: CODES_PER_MEMBER, words });
  const pool = (await hasPaid(tx, memberId)) ? 'paying' : 'members';
  for (const count of limitAll(kind, pool, dailyMax)) await require(ctx, tx, count);
};

/**
 * Counts a code by which the owner of an account asks for a new password in a browser the account knows: by counts of the
 * owner's own, as strangers may have used up theirs. @throws 429
 */
export const countOwnersCode = async ({
  memberId,
  dailyMax,
  ...asked
}: Asked & { memberId: number; dailyMax: number }): Promise<void> => {
  const { ctx, tx, kind } = asked;
  await require(ctx, tx, limitTarget(asked, 'owner'));
  const pool = (await hasPaid(tx, memberId)) ? 'paying' : 'members';
  for (const count of limitAll(kind, pool, dailyMax)) await require(ctx, tx, count);
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
  await require(ctx, tx, limitNear(asked));
  await require(ctx, tx, limitTarget(asked, 'stranger'));
  await require(ctx, tx, limitAddress(asked));
  const limits = limitAll(kind, 'strangers', dailyMax);
  for (const count of limits) if (await isFull(ctx, tx, count)) throw await refusal(ctx, tx, count);
  let isIn = true;
  for (const count of limits) {
    const none = { ...count, what: `none ${count.what}`, max: Number.MAX_SAFE_INTEGER };
    if (!(await add(ctx, tx, isSent ? count : none))) isIn = false;
  }
  return isIn && isSent;
};

/** Removes counts of days that are over. Returns how many. */
export const sweepCounts = async (ctx: Context): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('code_count')
    .where('day', '<', today(ctx))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
