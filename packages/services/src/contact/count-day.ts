import type { Tx } from '@yunbiao/db';
import { sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { type ServiceError, tooMany } from '../errors.ts';
import { addDays, CHINA, getDay, SECOND, startOfDay, waitWords } from '../time.ts';

/** What codes of a day are counted under. */
export type Count = {
  /** Who or what is counted. */
  what: string;
  /** A day. */
  max: number;
  gapMs?: number;
  /** Said when the day's are used up. */
  words: string;
};

const today = (ctx: Context): string => getDay(ctx.now(), CHINA);

/** Neither telephones nor addresses are kept to be counted. */
const getKey = (day: string, what: string): string => sha256(`${day} ${what}`);

/** Why one more may not be counted. */
export const getRefusal = async (ctx: Context, tx: Tx, count: Count): Promise<ServiceError> => {
  const now = ctx.now();
  const day = today(ctx);
  const row = await tx
    .selectFrom('code_count')
    .select(['count', 'last_at'])
    .where('count_key', '=', getKey(day, count.what))
    .executeTakeFirst();
  if (!row || row.count < count.max) {
    const left = (row?.last_at ?? now) + (count.gapMs ?? 0) - now;
    const wait = Math.max(1, Math.ceil(left / SECOND));
    return tooMany(`刚发过一个验证码，请 ${waitWords(wait)}后再要`, wait);
  }
  const midnight = startOfDay(addDays(day, 1), CHINA);
  return tooMany(count.words, Math.ceil((midnight - now) / SECOND));
};

/** Counts one more, if it may be; a concurrent request waits for this transaction. */
export const addOne = async (
  ctx: Context,
  tx: Tx,
  { what, max, gapMs }: Count,
): Promise<boolean> => {
  const now = ctx.now();
  const day = today(ctx);
  const row = await tx
    .insertInto('code_count')
    .values({ count_key: getKey(day, what), day, count: 1, last_at: now })
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

/** @throws 429 */
export const requireOne = async (ctx: Context, tx: Tx, count: Count): Promise<void> => {
  if (!(await addOne(ctx, tx, count))) throw await getRefusal(ctx, tx, count);
};

/** Whether the site's codes of the day are used up. */
export const isFull = async (ctx: Context, tx: Tx, { what, max }: Count): Promise<boolean> => {
  const row = await tx
    .selectFrom('code_count')
    .select('count')
    .where('count_key', '=', getKey(today(ctx), what))
    .executeTakeFirst();
  return row !== undefined && row.count >= max;
};

/** Removes counts of days that are over. Returns how many. */
export const sweepCounts = async (ctx: Context): Promise<number> => {
  const { numDeletedRows } = await ctx.db.kysely
    .deleteFrom('code_count')
    .where('day', '<', today(ctx))
    .executeTakeFirst();
  return Number(numDeletedRows);
};
