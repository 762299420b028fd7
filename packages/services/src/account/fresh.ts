import { FRESH_MINUTES } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';
import { MINUTE } from '../time.ts';
import { requireOwnPassword } from './own-password.ts';
import type { SignedIn } from './session.ts';

const FRESH_MS = FRESH_MINUTES * MINUTE;

/** Whether somebody signed in just now in this session: in place of the password of who has none. */
export const isFresh = async (
  ctx: Context,
  db: Executor,
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', ctx.now() - FRESH_MS)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Makes sure that it is the owner who asks: by the password, or, where there is none, by a sign-in just now.
 * @throws 400 for a wrong `password`, 403 when nobody signed in just now, 429 after too many wrong ones
 */
export const requireSelf = async (asked: {
  ctx: Context;
  signedIn: SignedIn;
  password: string;
  /** Network address the request came from. */
  address: string;
}): Promise<void> => {
  const { ctx, signedIn, password } = asked;
  if (signedIn.member.password_hash === '') {
    if (await isFresh(ctx, ctx.db.kysely, signedIn)) return;
    throw forbidden(`先重新登录一次，${FRESH_MINUTES} 分钟内再来`);
  }
  if (password === '') throw invalid({ password: '请填写现在的密码' });
  await requireOwnPassword(asked);
};
