import type { CallParsed } from '@yunbiao/contract';
import { type MemberTable, type Selectable, runMemberTransaction } from '@yunbiao/db';
import { copyContextWithActor, VISITOR } from '../actor.ts';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, ServiceError } from '../../platform/errors.ts';
import { getRateLimitNetwork } from '../../platform/network.ts';
import { recordRefusal } from '../security/record-refusal.ts';
import { recognizeVisitorOrNull } from './device.ts';
import { completeSignIn, type SignInResult } from './complete-sign-in.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { checkPassword } from './passwords/password.ts';
import type { Origin } from './session.ts';
import { parseContact } from '../member/contact.ts';
import { toUsernameKey } from '../member/username.ts';

/** Key for looking up an account and for counting guesses at it. */
type Account = { by: 'username_key' | 'email' | 'phone'; key: string };

/** Matches text that cannot be a user name: digits only, or a character user names exclude. */
const NOT_A_USERNAME = /^\d+$|[^\p{Script=Han}\w-]/u;

const parseAccount = (account: string): Account => {
  const key = toUsernameKey(account);
  const contact = NOT_A_USERNAME.test(key) ? parseContact(account) : null;
  return contact ? { by: contact.kind, key: contact.value } : { by: 'username_key', key };
};

const findMemberToSignIn = (
  ctx: Context,
  { by, key }: Account,
): Promise<Selectable<MemberTable> | undefined> =>
  ctx.db.kysely.selectFrom('member').selectAll().where(by, '=', key).executeTakeFirst();

/**
 * Opens a session for a member whose password matched. Returns null if the password was replaced in
 * the meantime: that replacement ended the open sessions, and this one would escape it.
 */
const signInIfPasswordUnchanged = async (
  ctx: Context,
  member: Selectable<MemberTable>,
  origin: Origin,
): Promise<SignInResult | null> =>
  runMemberTransaction(ctx.db, member.id, async (tx) => {
    const still = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', member.id)
      .where('password_hash', '=', member.password_hash)
      .executeTakeFirst();
    return still ? completeSignIn({ ctx, tx, kind: 'login', member, origin }) : null;
  });

/**
 * Records a refused sign-in, but not the typed name: people type passwords into the wrong field.
 * Unknown names are counted like known ones, so that the response time reveals nothing.
 */
const recordRefusedAttempt = (
  ctx: Context,
  account: string,
  member: Selectable<MemberTable> | undefined,
  origin: Origin,
  kind: 'login.refused' | 'login.paused',
): Promise<void> =>
  recordRefusal({
    ctx: copyContextWithActor(ctx, VISITOR),
    kind,
    address: origin.address,
    among: account,
    subject: member ? `member:${member.id}` : '',
  });

/**
 * Signs in with a password and a user name, e-mail address or phone number. Neither the message nor
 * the response time reveals whether the account exists. Guesses are counted per typed name: a
 * shared count would reveal which names belong to one account.
 * @throws 400 for a wrong name or password; 429 when strangers have guessed too often, or one
 * address has too many pending attempts
 */
export const login = async ({
  ctx,
  input,
  origin,
}: {
  ctx: Context;
  input: CallParsed<'login'>;
  origin: Origin;
}): Promise<SignInResult> => {
  const accountKey = parseAccount(input.username);
  const { key: account } = accountKey;
  const member = await findMemberToSignIn(ctx, accountKey);
  const visitor = await recognizeVisitorOrNull({ ctx, memberId: member?.id ?? 0, origin });
  const guesser = {
    account,
    network: getRateLimitNetwork(origin.address),
    visitorKey: visitor?.key ?? null,
  };
  const verifyPasswordAndSignIn = async (): Promise<SignInResult | null> => {
    // The password may have been replaced during the delay.
    const currentMember = await findMemberToSignIn(ctx, accountKey);
    const matches = await checkPassword(currentMember?.password_hash, input.password);
    return matches && currentMember ? signInIfPasswordUnchanged(ctx, currentMember, origin) : null;
  };
  let entered: SignInResult | null;
  try {
    entered = await createLoginThrottle(ctx).attempt(guesser, verifyPasswordAndSignIn);
  } catch (error) {
    if (error instanceof ServiceError)
      await recordRefusedAttempt(ctx, account, member, origin, 'login.paused');
    throw error;
  }
  if (entered) return entered;
  await recordRefusedAttempt(ctx, account, member, origin, 'login.refused');
  const accountLabel = accountKey.by === 'username_key' ? '用户名' : '账号';
  throw createInvalidInputError({ password: `${accountLabel}或密码不对` });
};
