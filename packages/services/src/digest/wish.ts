import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction, type Executor } from '@yunbiao/db';
import { newSecret } from '../account/session.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { maskContact } from '../member/contact.ts';

type Info = CallOutput<'digestInfo'>;

const getWay = ({ contact }: Context): Info['way'] => {
  if (!contact?.email) return 'off';
  return contact.email.isStandIn ? 'demo' : 'on';
};

const getInfo = async (ctx: Context, db: Executor, memberId: number): Promise<Info> => {
  const row = await db
    .selectFrom('member')
    .leftJoin('notice_digest', 'notice_digest.member_id', 'member.id')
    .select(['member.email', 'notice_digest.wanted'])
    .where('member.id', '=', memberId)
    .executeTakeFirst();
  const email = row?.email ?? null;
  return {
    way: getWay(ctx),
    email: email === null ? null : maskContact(email),
    wanted: email !== null && row?.wanted === 1,
  };
};

export const digestInfo = ({ ctx, memberId }: { ctx: Context; memberId: number }): Promise<Info> =>
  getInfo(ctx, ctx.db.kysely, memberId);

/** What there is now is not told: the page that asks has it on screen. */
const findNewest = async (db: Executor, memberId: number): Promise<number> => {
  const row = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return Number(row?.last ?? 0);
};

/** @throws 409 without an e-mail address, or where the site sends none */
export const digestSet = ({
  ctx,
  memberId,
  wanted,
}: {
  ctx: Context;
  memberId: number;
  wanted: boolean;
}): Promise<Info> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const now = await getInfo(ctx, tx, memberId);
    if (wanted && now.way === 'off') throw conflict('本站没有开通邮件，发不了摘要');
    if (wanted && now.email === null) throw conflict('先绑定一个邮箱，再选每天收一封');
    if (wanted === now.wanted) return now;
    const last_notice_id = await findNewest(tx, memberId);
    // The day stays: switched off and on again, it is still one a day.
    await tx
      .insertInto('notice_digest')
      .values({
        member_id: memberId,
        wanted: wanted ? 1 : 0,
        token: newSecret(),
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
    return getInfo(ctx, tx, memberId);
  });

const TOKEN = /^[\w-]{43}$/;

/**
 * Ends the letters of whoever has the link of one: it needs no sign-in and does nothing else. Pressed again it is done
 * already. @throws 404 for a link of nobody's
 */
export const digestOff = async ({ ctx, token }: { ctx: Context; token: string }): Promise<void> => {
  const gone = () => notFound('这个退订链接不对，或者账号已经注销');
  if (!TOKEN.test(token)) throw gone();
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('notice_digest')
    .set({ wanted: 0 })
    .where('token', '=', token)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw gone();
};
