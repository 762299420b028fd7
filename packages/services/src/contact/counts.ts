import type { ContactKind } from '@yunbiao/contract';
import {
  CODE_GAP_S,
  CODES_PER_ADDRESS,
  CODES_PER_MEMBER,
  CODES_PER_TARGET,
} from '@yunbiao/contract/limits/contact';
import type { Tx } from '@yunbiao/db';
import { sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { type ServiceError, tooMany } from '../errors.ts';
import { networkOf } from '../network.ts';
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

const all = (kind: ContactKind, max: number): Count => ({
  what: `all ${kind}`,
  max,
  words: '今天发的验证码太多了，请明天再试，或联系本站的工作人员',
});

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

/** In this order everywhere, so that two never wait for each other. */
const ofTarget = ({ kind, target }: Asked): Count => ({
  what: `target ${target}`,
  max: CODES_PER_TARGET[kind],
  gapMs: CODE_GAP_S * SECOND,
  words: '今天发到这里的验证码太多了，请明天再试',
});
const ofAddress = ({ kind, address }: Asked): Count => ({
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
  await require(ctx, tx, ofTarget(asked));
  await require(ctx, tx, ofAddress(asked));
  const words = '你今天要的验证码太多了，请明天再试';
  await require(ctx, tx, { what: `member ${memberId}`, max: CODES_PER_MEMBER, words });
  await require(ctx, tx, all(kind, dailyMax));
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
  await require(ctx, tx, ofTarget(asked));
  await require(ctx, tx, ofAddress(asked));
  const sent = all(kind, dailyMax);
  if (await isFull(ctx, tx, sent)) throw await refusal(ctx, tx, sent);
  const isIn = await add(
    ctx,
    tx,
    isSent ? sent : { ...sent, what: `none ${kind}`, max: Number.MAX_SAFE_INTEGER },
  );
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
