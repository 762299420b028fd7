import { type NoticeDigestTable, type Selectable, sql } from '@yunbiao/db';
import { generateSecret } from '../account/session.ts';
import { type Mailer, SendFailure } from '../../platform/contact-vendor.ts';
import type { Context } from '../../platform/context.ts';
import { findDefaultSoftwareAlias } from '../software/list-softwares.ts';
import {
  addDays,
  CHINA,
  getCalendarDay,
  HOUR,
  MINUTE,
  getStartOfDay,
  toWallClock,
} from '../../platform/time.ts';
import { buildDigestLetter } from './build-letter.ts';
import { loadUnreadNoticesSince } from './unread.ts';

/** Hours in China time: no mail at night. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 21;
/**
 * Time for which one server sends a digest alone, ms: longer than any attempt, as an SMTP session
 * takes half a minute at most.
 */
const LEASE_MS = 2 * MINUTE;
/** Delay after a failed attempt; doubles each time. */
const FIRST_RETRY_MS = 10 * MINUTE;
const MAX_RETRY_MS = 6 * HOUR;
const BATCH = 100;

type Row = Selectable<NoticeDigestTable>;
type DueDigest = Pick<Row, 'id' | 'member_id'>;

const isDaytimeInChina = (now: number): boolean => {
  const { hour } = toWallClock(now, CHINA);
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
};

/** Members who want digests, have an e-mail address and unread notices, and got no digest today. */
const listDueDigests = (ctx: Context, today: string, after: number): Promise<DueDigest[]> =>
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

/**
 * Leases a digest, so that only one of several servers sends it. The lease expires if the process
 * dies.
 */
const leaseDigestToSend = (
  ctx: Context,
  { id }: DueDigest,
  today: string,
): Promise<Row | undefined> =>
  ctx.db.kysely
    .updateTable('notice_digest')
    .set({ lease: generateSecret(), lease_until: ctx.now() + LEASE_MS })
    .where('id', '=', id)
    .where('wanted', '=', 1)
    .where('day', '<', today)
    .where('lease_until', '<=', ctx.now())
    .returningAll()
    .executeTakeFirst();

class LeaseLostError extends Error {}

/**
 * Stores the day before the first byte of the mail is sent. If the process dies after this, the
 * digest counts as sent.
 * @throws LeaseLostError if the lease expired or the member opted out
 */
const storeDigestDayBeforeSending = async (
  ctx: Context,
  row: Row,
  today: string,
  lastId: number,
): Promise<void> => {
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('notice_digest')
    .set({ day: today, last_notice_id: lastId, tries: 0, next_at: 0 })
    .where('id', '=', row.id)
    .where('wanted', '=', 1)
    .where('lease', '=', row.lease)
    .where('lease_until', '>', ctx.now())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLostError();
};

/**
 * Schedules a retry of a definitely refused mail. If the address was refused, not before tomorrow.
 */
const postponeDigest = async (
  ctx: Context,
  row: Row,
  today: string,
  isFinal: boolean,
): Promise<void> => {
  const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** row.tries);
  const tomorrow = getStartOfDay(addDays(today, 1), CHINA);
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

const sendDueDigest = async (
  ctx: Context,
  mailer: Mailer,
  dueDigest: DueDigest,
  today: string,
): Promise<boolean> => {
  const row = await leaseDigestToSend(ctx, dueDigest, today);
  if (!row) return false;
  const { kysely } = ctx.db;
  const member = await kysely
    .selectFrom('member')
    .select('email')
    .where('id', '=', row.member_id)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  const unread = await loadUnreadNoticesSince(kysely, row.member_id, row.last_notice_id);
  if (!member?.email || !unread) return false;
  const alias = await findDefaultSoftwareAlias(kysely);
  const letter = buildDigestLetter({
    to: member.email,
    notices: unread.notices,
    count: unread.count,
    publicUrl: ctx.settings.publicUrl,
    noticesPath: alias === null ? '' : `/${encodeURIComponent(alias)}/user/notice`,
    token: row.token,
    // Stable across retries, so that a mail server can detect duplicates.
    messageId: `digest.${row.id}.${today}`,
  });
  try {
    await mailer.sendLetter(letter, () =>
      storeDigestDayBeforeSending(ctx, row, today, unread.lastId),
    );
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) return false;
    if (!(error instanceof SendFailure)) throw error;
    // It is unknown whether the mail was sent. A missing digest is better than a duplicate.
    if (error.kind === 'unsure') return false;
    await postponeDigest(ctx, row, today, error.kind === 'refused');
    return false;
  }
};

/**
 * Sends the day's digests, between 9:00 and 21:00 in China. Returns the number sent. Checks
 * `signal` between two mails.
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
  let sentCount = 0;
  let after = 0;
  for (;;) {
    if (!isDaytimeInChina(ctx.now())) return sentCount;
    const today = getCalendarDay(ctx.now(), CHINA);
    const dueDigests = await listDueDigests(ctx, today, after);
    for (const dueDigest of dueDigests) {
      if (signal?.aborted) return sentCount;
      if (await sendDueDigest(ctx, mailer, dueDigest, today)) sentCount += 1;
      after = dueDigest.id;
    }
    if (dueDigests.length < BATCH) return sentCount;
  }
};
