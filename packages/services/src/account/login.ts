import type { CallParsed } from '@yunbiao/contract';
import { lockMember, type MemberTable, type Selectable, transaction } from '@yunbiao/db';
import { actingAs, VISITOR } from '../actor.ts';
import type { Context } from '../context.ts';
import { invalid, ServiceError } from '../errors.ts';
import { getNetwork } from '../network.ts';
import { noteRefusal } from '../security/refusal.ts';
import { knownBy } from './device.ts';
import { enter, type Entered } from './enter.ts';
import { loginThrottle } from './login-throttle.ts';
import { checkPassword } from './password.ts';
import type { Origin } from './session.ts';
import { readContact } from '../member/contact.ts';
import { usernameKey } from '../member/username.ts';

/** What an account is looked up by, and guesses at it are counted by. */
type Account = { by: 'username_key' | 'email' | 'phone'; key: string };

/** Of digits alone, or with a mark no user name may have; what could be a user name is one. */
const NO_NAME = /^\d+$|[^\p{Script=Han}\w-]/u;

const getAccount = (typed: string): Account => {
  const key = usernameKey(typed);
  const contact = NO_NAME.test(key) ? readContact(typed) : null;
  return contact ? { by: contact.kind, key: contact.value } : { by: 'username_key', key };
};

const find = (ctx: Context, { by, key }: Account): Promise<Selectable<MemberTable> | undefined> =>
  ctx.db.kysely.selectFrom('member').selectAll().where(by, '=', key).executeTakeFirst();

/**
 * A session for the member whose password was found right, or null when it was replaced since: whoever replaced it
 * meant to end what the old one opens, and saw no session to end yet.
 */
const openChecked = async (
  ctx: Context,
  member: Selectable<MemberTable>,
  origin: Origin,
): Promise<Entered | null> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, member.id);
    const still = await tx
      .selectFrom('member')
      .select('id')
      .where('id', '=', member.id)
      .where('password_hash', '=', member.password_hash)
      .executeTakeFirst();
    return still ? enter({ ctx, tx, kind: 'login', member, origin }) : null;
  });

/**
 * Writes the refusal down. What was typed is not: people type their password into the wrong field. A name nobody has
 * is counted like one somebody has, so that the time it takes tells nothing.
 */
const refused = (
  ctx: Context,
  account: string,
  member: Selectable<MemberTable> | undefined,
  origin: Origin,
  kind: 'login.refused' | 'login.paused',
): Promise<void> =>
  noteRefusal({
    ctx: actingAs(ctx, VISITOR),
    kind,
    address: origin.address,
    among: account,
    subject: member ? `member:${member.id}` : '',
  });

/**
 * Signs in by password, and user name or what was bound. Neither the words nor the time of a refusal tell whether the
 * account exists: guesses are counted for what was typed, as a count they shared would tell what belongs together.
 * @throws 400 when they do not match; 429 when too many strangers have guessed, or one address keeps many attempts
 * waiting
 */
export const login = async ({
  ctx,
  input,
  origin,
}: {
  ctx: Context;
  input: CallParsed<'login'>;
  origin: Origin;
}): Promise<Entered> => {
  const looked = getAccount(input.username);
  const { key: account } = looked;
  const member = await find(ctx, looked);
  const known = await knownBy({ ctx, memberId: member?.id ?? 0, origin });
  const who = { account, network: getNetwork(origin.address), known: known?.key ?? null };
  const check = async (): Promise<Entered | null> => {
    // Read again: the password may have been replaced while this waited.
    const now = await find(ctx, looked);
    const matches = await checkPassword(now?.password_hash, input.password);
    return matches && now ? openChecked(ctx, now, origin) : null;
  };
  let entered: Entered | null;
  try {
    entered = await loginThrottle(ctx).guess(who, check);
  } catch (error) {
    if (error instanceof ServiceError) await refused(ctx, account, member, origin, 'login.paused');
    throw error;
  }
  if (entered) return entered;
  await refused(ctx, account, member, origin, 'login.refused');
  const what = looked.by === 'username_key' ? '用户名' : '账号';
  throw invalid({ password: `${what}或密码不对` });
};
