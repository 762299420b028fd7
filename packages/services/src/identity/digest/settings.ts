import type { CallOutput } from '@yunbiao/contract';
import { type Executor, runMemberTransaction } from '@yunbiao/db';
import { generateSecret } from '../account/session.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { maskContact } from '../member/contact.ts';

type Info = CallOutput<'digestInfo'>;

const getDigestAvailability = ({ contact }: Context): Info['way'] => {
  if (!contact?.email) return 'off';
  return contact.email.isSimulated ? 'demo' : 'on';
};

const getDigestSettings = async (ctx: Context, db: Executor, memberId: number): Promise<Info> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('notice_digest', 'notice_digest.member_id', 'member.id')
    .select(['member.email', 'notice_digest.wanted'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
  const email = row?.email ?? null;
  return {
    way: getDigestAvailability(ctx),
    email: email === null ? null : maskContact(email),
    wanted: email !== null && row?.wanted === 1,
  };
};

export const getDigestInfo = ({ ctx, memberId }: MemberScope): Promise<Info> =>
  getDigestSettings(ctx, ctx.db.kysely, memberId);

/** Existing notices are excluded from digests: the page that opts in shows them. */
const findNewestNoticeId = async (db: Executor, memberId: number): Promise<number> => {
  const row = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Number(row?.last ?? 0);
};

/**
 * Subscribes to the digest, or ends the subscription. @throws 409 without an e-mail address, or if
 * the site sends no mail
 */
export const setDigestWanted = ({
  ctx,
  memberId,
  wanted,
}: MemberScope & { wanted: boolean }): Promise<Info> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const now = await getDigestSettings(ctx, tx, memberId);
    if (wanted && now.way === 'off') throw createConflictError('本站没有开通邮件，发不了摘要');
    if (wanted && now.email === null) throw createConflictError('先绑定一个邮箱，再选每天收一封');
    if (wanted === now.wanted) return now;
    const last_notice_id = await findNewestNoticeId(tx, memberId);
    // `day` stays unchanged, so that switching off and on again does not send a second digest that
    // day.
    await tx
      .insertInto('notice_digest')
      .values({
        member_id: memberId,
        wanted: wanted ? 1 : 0,
        token: generateSecret(),
        day: '',
        last_notice_id,
        tries: 0,
        next_at: 0,
        lease: '',
        lease_until: 0,
        created_at: ctx.now(),
      })
      .onConflict((conflicted) =>
        conflicted
          .column('member_id')
          .doUpdateSet({ wanted: wanted ? 1 : 0, last_notice_id, tries: 0, next_at: 0 }),
      )
      .execute();
    return getDigestSettings(ctx, tx, memberId);
  });

const TOKEN = /^[\w-]{43}$/;

/**
 * Unsubscribes by the link in a digest, without sign-in. Idempotent.
 * @throws 404 for an unknown link
 */
export const unsubscribeFromDigest = async ({
  ctx,
  token,
}: {
  ctx: Context;
  token: string;
}): Promise<void> => {
  const createUnknownLinkError = () => createNotFoundError('这个退订链接不对，或者账号已经注销');
  if (!TOKEN.test(token)) throw createUnknownLinkError();
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('notice_digest')
    .set({ wanted: 0 })
    .where('token', '=', token)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw createUnknownLinkError();
};
