import type { CallOutput } from '@yunbiao/contract';
import type { MemberTable, Selectable, Tx } from '@yunbiao/db';
import { copyContextWithActor } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { recordSecurityEvent } from '../security/event.ts';
import { rememberDevice } from './device.ts';
import { presentUser } from './present-user.ts';
import { openSession, type Origin } from './session.ts';

/**
 * Reply of a sign-in. `device` is the secret the browser stores; it is not part of the reply body.
 */
export type SignInResult = CallOutput<'login'> & { device: string };

/** Opens a session, remembers the browser and records both. */
export const completeSignIn = async ({
  ctx,
  tx,
  kind,
  member,
  origin,
  by,
}: {
  ctx: Context;
  tx: Tx;
  kind: 'login' | 'register';
  member: Selectable<MemberTable>;
  origin: Origin;
  /** Omitted for user name and password. */
  by?: 'wechat' | 'code' | 'passkey';
}): Promise<SignInResult> => {
  const { id: memberId } = member;
  const token = await openSession({ ctx, tx, memberId, origin });
  const device = await rememberDevice({ ctx, tx, memberId, origin });
  await recordSecurityEvent({
    ctx: copyContextWithActor(ctx, { kind: 'member', id: memberId }),
    tx,
    kind,
    subject: `member:${memberId}`,
    address: origin.address,
    ...(by ? { detail: { by } } : {}),
  });
  return { token, userInfo: presentUser(member, ctx.now()), device };
};
