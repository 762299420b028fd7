import {
  type CallOutput,
  type CallParsed,
  DELETION_DAYS,
  REAUTHENTICATION_MINUTES,
} from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import { verifyOwnPassword } from '../identity/account/passwords/verify-own-password.ts';
import { hasSignedInRecently } from '../identity/account/require-reauthentication.ts';
import { presentUser } from '../identity/account/present-user.ts';
import type { SignedIn } from '../identity/account/session.ts';
import type { Context } from '../platform/context.ts';
import {
  createForbiddenError,
  createInvalidInputError,
  createSessionInvalidError,
} from '../platform/errors.ts';
import { createNotices } from '../identity/notice/create.ts';
import { recordSecurityEvent } from '../identity/security/event.ts';
import { CHINA, DAY, getCalendarDay } from '../platform/time.ts';

type DeletionRequest = {
  ctx: Context;
  signedIn: SignedIn;
  input: CallParsed<'deletionAsk'>;
  /** Network address of the request. */
  address: string;
  /** Path of the account page; empty for none. */
  path: string;
};

/** @throws 400 for a wrong password, 403 without a password and without a recent sign-in, 429 */
const verifyPasswordOrRecentSignIn = async ({
  ctx,
  signedIn,
  input,
  address,
}: DeletionRequest): Promise<void> => {
  if (signedIn.member.password_hash === '') {
    if (await hasSignedInRecently(ctx, ctx.db.kysely, signedIn)) return;
    throw createForbiddenError(`先重新登录一次，${REAUTHENTICATION_MINUTES} 分钟内再来注销`);
  }
  if (!input.password) throw createInvalidInputError({ password: '请填写现在的密码' });
  const isRight = await verifyOwnPassword({
    ctx,
    signedIn,
    password: input.password,
    address,
    kinds: { refused: 'account.refused', paused: 'account.paused' },
  });
  if (!isRight) throw createInvalidInputError({ password: '现在的密码不对' });
};

/**
 * Locks and reads the member.
 * @throws -9999 when the session ended or the password changed since the request started
 */
const lockSignedInMember = async (tx: Tx, { member, sessionId }: SignedIn) => {
  await lockMemberRow(tx, member.id);
  const row = await tx
    .selectFrom('session')
    .innerJoin('member', 'member.id', 'session.member_id')
    .selectAll('member')
    .where('session.id', '=', sessionId)
    .where('member.id', '=', member.id)
    .where('member.password_hash', '=', member.password_hash)
    .where('member.left_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createSessionInvalidError();
  return row;
};

/**
 * Schedules the deletion of the account in a week. A second request does not change the day.
 * @throws 400, 403 (also for the demo member), 429, -9999
 */
export const requestAccountDeletion = async (
  request: DeletionRequest,
): Promise<CallOutput<'deletionAsk'>> => {
  const { ctx, signedIn, address, path } = request;
  if (signedIn.member.is_demo === 1) throw createForbiddenError('演示会员是给大家看的，不能注销');
  await verifyPasswordOrRecentSignIn(request);
  return runTransaction(ctx.db, async (tx) => {
    const member = await lockSignedInMember(tx, signedIn);
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
    await recordSecurityEvent({ ctx, tx, kind: 'account.leave', subject, address });
    const text = `${getCalendarDay(leaving_at, CHINA)} 会删除账号和里面的东西。不是你申请的，马上撤销，再修改密码。`;
    await createNotices(ctx, tx, [
      { memberId: member.id, kind: 'account', title: '账号正在注销', text, path },
    ]);
    return presentUser({ ...member, leaving_at }, ctx.now());
  });
};
