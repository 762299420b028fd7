import type { CallOutput } from '@yunbiao/contract';
import type { MemberTable, Selectable, Tx } from '@yunbiao/db';
import { actingAs } from '../actor.ts';
import type { Context } from '../context.ts';
import { securityEvent } from '../security/event.ts';
import { rememberDevice } from './device.ts';
import { presentUser } from './present.ts';
import { openSession, type Origin } from './session.ts';

/** What a sign-in answers, and `device`, which the browser is to keep for the next one: no part of the reply. */
export type Entered = CallOutput<'login'> & { device: string };

/** Opens a session, remembers the browser, and writes both down. */
export const enter = async ({
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
  /** Left out: user name and password. */
  by?: 'wechat' | 'code' | 'passkey';
}): Promise<Entered> => {
  const { id: memberId } = member;
  const token = await openSession({ ctx, tx, memberId, origin });
  const device = await rememberDevice({ ctx, tx, memberId, origin });
  await securityEvent({
    ctx: actingAs(ctx, { kind: 'member', id: memberId }),
    tx,
    kind,
    subject: `member:${memberId}`,
    address: origin.address,
    ...(by ? { detail: { by } } : {}),
  });
  return { token, userInfo: presentUser(member, ctx.now()), device };
};
