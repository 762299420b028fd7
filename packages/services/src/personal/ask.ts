import { type CallOutput, type CallParsed, DELETION_DAYS, FRESH_MINUTES } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import { confirmPassword } from '../account/confirm-password.ts';
import { isFresh } from '../account/fresh.ts';
import { presentUser } from '../account/present.ts';
import type { SignedIn } from '../account/session.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid, sessionInvalid } from '../errors.ts';
import { createNotices } from '../notice/create.ts';
import { securityEvent } from '../security/event.ts';
import { CHINA, DAY, getDay } from '../time.ts';

type Asked = {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'deletionAsk'>;
  /** Network address the request came from. */
  address: string;
  /** Own path that shows the account; '' for none. */
  path: string;
};

/** @throws 400 for a wrong password, 403 when there is none and nobody signed in just now, 429 */
const confirmSelf = async ({ ctx, signedIn, input, address }: Asked): Promise<void> => {
  if (signedIn.member.password_hash === '') {
    if (await isFresh(ctx, ctx.db.kysely, signedIn)) return;
    throw forbidden(`先重新登录一次，${FRESH_MINUTES} 分钟内再来注销`);
  }
  if (!input.password) throw invalid({ password: '请填写现在的密码' });
  const isRight = await confirmPassword({
    ctx,
    signedIn,
    password: input.password,
    address,
    kinds: { refused: 'account.refused', paused: 'account.paused' },
  });
  if (!isRight) throw invalid({ password: '现在的密码不对' });
};

/** The member as he is now, held. @throws -9999 when the session ended or the password was replaced meanwhile */
const lockSelf = async (tx: Tx, { member, sessionId }: SignedIn) => {
  await lockMember(tx, member.id);
  const row = await tx
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .selectAll('member')
    .where('session.id', '=', sessionId)
    .where('member.id', '=', member.id)
    .where('member.password_hash', '=', member.password_hash)
    .where('member.left_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw sessionInvalid();
  return row;
};

/**
 * Asks for the account to be deleted in a week. Asked again, the day stays.
 * @throws 400, 403 (also for the member a demo is shown with), 429, -9999
 */
export const askDeletion = async (asked: Asked): Promise<CallOutput<'deletionAsk'>> => {
  const { ctx, signedIn, address, path } = asked;
  if (signedIn.member.is_demo === 1) throw forbidden('演示会员是给大家看的，不能注销');
  await confirmSelf(asked);
  return transaction(ctx.db, async (tx) => {
    const member = await lockSelf(tx, signedIn);
    if (member.leaving_at !== null) return presentUser(member, ctx.now());
    const now = ctx.now();
    const leaving_at = now + DELETION_DAYS * DAY;
    await tx.updateTable('member').set({ leaving_at }).where('id', '=', member.id).execute();
    await tx
      .insertInto('member_deletion')
      .values({
        member_id: member.id,
        state: 'waiting',
        asked_at: now,
        due_at: leaving_at,
        closed_at: null,
        piece: '',
        after_id: 0,
        done_at: null,
      })
      .execute();
    const subject = `member:${member.id}`;
    await securityEvent({ ctx, tx, kind: 'account.leave', subject, address });
    const text = `${getDay(leaving_at, CHINA)} 会删除账号和里面的东西。不是你申请的，马上撤销，再改密码。`;
    await createNotices(ctx, tx, [
      { memberId: member.id, kind: 'account', title: '账号正在注销', text, path },
    ]);
    return presentUser({ ...member, leaving_at }, ctx.now());
  });
};
