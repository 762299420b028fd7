import { type NoticeDigestTable, type Selectable, sql } from '@yunbiao/db';
import { newSecret } from '../account/session.ts';
import { type Mailer, SendFailure } from '../contact-vendor.ts';
import type { Context } from '../context.ts';
import { aliasOfSite } from '../software/all.ts';
import { addDays, CHINA, getDay, HOUR, MINUTE, startOfDay, wallClock } from '../time.ts';
import { digestLetter } from './letter.ts';
import { unreadSince } from './unread.ts';

/** In China: nobody is sent a letter at night. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/** A try is over by then: a conversation with a mail server takes half a minute at most. */
const LEASE_MS = 2 * MINUTE;
/** After a try that failed: ten minutes, then twice as long. */
const FIRST_WAIT_MS = 10 * MINUTE;
const MAX_WAIT_MS = 6 * HOUR;
const BATCH = 100;

type Row = Selectable<NoticeDigestTable>;
type Due = Pick<Row, 'id' | 'member_id'>;

const isDay = (now: number): boolean => {
  const { hour } = wallClock(now, CHINA);
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
};

/** Who has not had today's, wishes it, can be reached, and has something unread. */
const dueOnes = (ctx: Context, today: string, after: number): Promise<Due[]> =>
  ctx.db.kysely
    .selectFrom('notice_digest')
    .innerJoin('member', 'member.id', 'notice_digest.member_id')
    .select(['notice_digest.id', 'notice_digest.member_id'])
    .where('notice_digest.id', '>', after)
    .where('notice_digest.wanted', '=', 1)
    .where('notice_digest.day', '<', today)
    .where('notice_digest.next_at', '<=', ctx.now())
    .where('notice_digest.lease_until', '<=', ctx.now())
    .where('member.email', 'is not', null)
    .where('member.left_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('notice')
          .select('notice.id')
          .whereRef('notice.member_id', '=', 'notice_digest.member_id')
          .whereRef('notice.id', '>', 'notice_digest.last_notice_id')
          .where(sql<boolean>`notice.read_at is null`),
      ),
    )
    .orderBy('notice_digest.id')
    .limit(BATCH)
    .execute();

/** Takes one for this process: of two servers one gets it. Whoever dies with it is waited for, not for ever. */
const lease = (ctx: Context, { id }: Due, today: string): Promise<Row | undefined> =>
  ctx.db.kysely
    .updateTable('notice_digest')
    .set({ lease: newSecret(), lease_until: ctx.now() + LEASE_MS })
    .where('id', '=', id)
    .where('wanted', '=', 1)
    .where('day', '<', today)
    .where('lease_until', '<=', ctx.now())
    .returningAll()
    .executeTakeFirst();

class Overtaken extends Error {}

/**
 * The day is written down before the first byte of the letter: a process that dies from here on has sent today's.
 * @throws Overtaken when the lease has run out meanwhile, or the wish is gone
 */
const begin = async (ctx: Context, row: Row, today: string, lastId: number): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('notice_digest')
    .set({ day: today, last_notice_id: lastId, tries: 0, next_at: 0 })
    .where('id', '=', row.id)
    .where('wanted', '=', 1)
    .where('lease', '=', row.lease)
    .where('lease_until', '>', ctx.now())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Overtaken();
};

/** Refused for sure: it is tried again, an address that is not taken no sooner than tomorrow. */
const putOff = async (ctx: Context, row: Row, today: string, isFinal: boolean): Promise<void> => {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** row.tries);
  const tomorrow = startOfDay(addDays(today, 1), CHINA);
  await ctx.db.kysely
    .updateTable('notice_digest')
    .set({
      day: row.day,
      last_notice_id: row.last_notice_id,
      tries: row.tries + 1,
      next_at: isFinal ? tomorrow : ctx.now() + wait,
      lease_until: 0,
    })
    .where('id', '=', row.id)
    .where('lease', '=', row.lease)
    .execute();
};

const sendOne = async (ctx: Context, mailer: Mailer, due: Due, today: string): Promise<boolean> => {
  const row = await lease(ctx, due, today);
  if (!row) return false;
  const { kysely } = ctx.db;
  const member = await kysely
    .selectFrom('member')
    .select('email')
    .where('id', '=', row.member_id)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  const unread = await unreadSince(kysely, row.member_id, row.last_notice_id);
  if (!member?.email || !unread) return false;
  const alias = await aliasOfSite(kysely);
  const letter = digestLetter({
    to: member.email,
    told: unread.told,
    count: unread.count,
    publicUrl: ctx.settings.publicUrl,
    noticesPath: alias === null ? '' : `/${encodeURIComponent(alias)}/user/notice`,
    token: row.token,
    // The same at the next try: a server that has it already may know it again.
    messageId: `digest.${row.id}.${today}`,
  });
  try {
    await mailer.sendLetter(letter, () => begin(ctx, row, today, unread.lastId));
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    if (!(error instanceof SendFailure)) throw error;
    // Nobody knows whether it was sent: one too few is better than two.
    if (error.kind === 'unsure') return false;
    await putOff(ctx, row, today, error.kind === 'refused');
    return false;
  }
};

/**
 * Sends whoever wishes it the day's letter, between nine and nine in China. Returns how many were sent; stops between two
 * when told to.
 */
export const sendDigests = async ({
  ctx,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<number> => {
  const mailer = ctx.contact?.email;
  if (!mailer) return 0;
  let sent = 0;
  let after = 0;
  for (;;) {
    if (!isDay(ctx.now())) return sent;
    const today = getDay(ctx.now(), CHINA);
    const due = await dueOnes(ctx, today, after);
    for (const one of due) {
      if (signal?.aborted) return sent;
      if (await sendOne(ctx, mailer, one, today)) sent += 1;
      after = one.id;
    }
    if (due.length < BATCH) return sent;
  }
};
