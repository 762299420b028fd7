import { nickname as nicknameShape } from '@yunbiao/contract';
import { NICKNAME_LENGTH } from '@yunbiao/contract/limits/account';
import {
  type Executor,
  isUniqueViolation,
  runTransaction,
  type Tx,
  runMemberTransaction,
} from '@yunbiao/db';
import { createMember, generateRandomCode } from '../account/create-member.ts';
import { completeSignIn, type SignInResult } from '../account/complete-sign-in.ts';
import { presentUser, type UserInfo } from '../account/present-user.ts';
import type { Origin } from '../account/session.ts';
import { hasOtherSignInMethod } from '../account/sign-in-methods.ts';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { getOwnMember } from '../member/find.ts';
import { recordSecurityEvent } from '../security/event.ts';
import type { WechatPerson } from '../../platform/wechat-vendor.ts';

/**
 * Identities of a WeChat user. The union id, shared by all our apps, comes first when available.
 */
const listIdentities = ({ appid, openid, unionid }: WechatPerson): string[] => [
  ...(unionid ? [`union ${unionid}`] : []),
  `open ${appid} ${openid}`,
];

const listIdentityOwners = async (
  tx: Executor,
  identities: string[],
): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('wechat_key')
    .select(['identity', 'member_id'])
    .where('identity', 'in', identities)
    .execute();
  return new Map(rows.map((row) => [row.identity, row.member_id]));
};

/** User name of the account bound to a WeChat user; undefined when there is none. */
export const findUsernameByWechat = async (
  ctx: Context,
  person: WechatPerson,
): Promise<string | undefined> => {
  const { kysely } = ctx.db;
  const identities = listIdentities(person);
  const owners = await listIdentityOwners(kysely, identities);
  const id = identities
    .map((identity) => owners.get(identity))
    .find((owner) => owner !== undefined);
  if (id === undefined) return undefined;
  const row = await kysely
    .selectFrom('member')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.username;
};

/** Stores identities of a member. An identity that already has an owner keeps it. */
const storeWechatIdentities = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  identities: string[],
): Promise<void> => {
  const created_at = ctx.now();
  await tx
    .insertInto('wechat_key')
    .values(identities.map((identity) => ({ identity, member_id: memberId, created_at })))
    .execute();
  await tx
    .updateTable('member')
    .set({ wechat_bound: 1 })
    .where('id', '=', memberId)
    .where('wechat_bound', '=', 0)
    .execute();
};

/** Nickname from WeChat; empty when it is not valid here. */
const getNickname = ({ nickname }: WechatPerson): string => {
  const cut = Array.from(nickname).slice(0, NICKNAME_LENGTH.max).join('');
  const read = nicknameShape.safeParse(cut);
  return read.success ? read.data : '';
};

const NAME_LENGTH = 10;
const TRIES = 3;

const trySignInByWechat = (
  ctx: Context,
  person: WechatPerson,
  origin: Origin,
  runFirst: (tx: Tx) => Promise<void>,
): Promise<SignInResult> =>
  runTransaction(ctx.db, async (tx) => {
    await runFirst(tx);
    const identities = listIdentities(person);
    const owners = await listIdentityOwners(tx, identities);
    const knownOwner = identities
      .map((identity) => owners.get(identity))
      .find((id) => id !== undefined);
    const newIdentities = identities.filter((identity) => !owners.has(identity));
    const member = knownOwner
      ? await tx
          .selectFrom('member')
          .selectAll()
          .where('id', '=', knownOwner)
          .executeTakeFirstOrThrow()
      : await createMember({
          ctx,
          tx,
          username: `wx_${generateRandomCode(NAME_LENGTH)}`,
          passwordHash: '',
          nickname: getNickname(person),
        });
    if (newIdentities.length > 0) await storeWechatIdentities(ctx, tx, member.id, newIdentities);
    const bound = { ...member, wechat_bound: 1 };
    return completeSignIn({
      ctx,
      tx,
      kind: knownOwner ? 'login' : 'register',
      member: bound,
      origin,
      by: 'wechat',
    });
  });

/**
 * Signs in with a WeChat identity; the first sign-in creates the account. `runFirst` runs in the
 * same transaction. Of two concurrent first sign-ins, one hits the unique index, retries and finds
 * the account.
 */
export const signInByWechat = async (
  ctx: Context,
  person: WechatPerson,
  origin: Origin,
  runFirst: (tx: Tx) => Promise<void>,
): Promise<SignInResult> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await trySignInByWechat(ctx, person, origin, runFirst);
    } catch (error) {
      if (tries >= TRIES || !isUniqueViolation(error)) throw error;
    }
  }
};

const BOUND_TO_OTHER_TEXT = '这个微信已经是另一个账号的登录方式，先在那个账号里解绑';

/**
 * @throws 409 when the WeChat user is bound to another member, or the member to another WeChat user
 */
export const bindWechatToMember = async ({
  ctx,
  memberId,
  person,
  address,
  first,
}: MemberScope & {
  person: WechatPerson;
  address: string;
  first: (tx: Tx) => Promise<void>;
}): Promise<UserInfo> => {
  try {
    return await runMemberTransaction(ctx.db, memberId, async (tx) => {
      await first(tx);
      const member = await getOwnMember(tx, memberId);
      const identities = listIdentities(person);
      const owners = await listIdentityOwners(tx, identities);
      if ([...owners.values()].some((owner) => owner !== memberId))
        throw createConflictError(BOUND_TO_OTHER_TEXT);
      if (owners.size === 0 && member.wechat_bound === 1)
        throw createConflictError('这个账号已经绑定了另一个微信，先解绑再绑定');
      const freshIdentities = identities.filter((identity) => !owners.has(identity));
      if (freshIdentities.length > 0)
        await storeWechatIdentities(ctx, tx, memberId, freshIdentities);
      const subject = `member:${memberId}`;
      if (owners.size === 0)
        await recordSecurityEvent({ ctx, tx, kind: 'wechat.bind', subject, address });
      return presentUser({ ...member, wechat_bound: 1 }, ctx.now());
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw createConflictError(BOUND_TO_OTHER_TEXT);
    throw error;
  }
};

/** Unbinds WeChat from the account. @throws 409 when it is the only sign-in method */
export const unbindWechat = ({
  ctx,
  memberId,
  address,
}: MemberScope & { address: string }): Promise<UserInfo> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const member = await getOwnMember(tx, memberId);
    if (member.wechat_bound === 0) return presentUser(member, ctx.now());
    if (!(await hasOtherSignInMethod(ctx, tx, member, 'wechat')))
      throw createConflictError('微信是这个账号唯一的登录方式，先设一个密码再解绑');
    await tx.deleteFrom('wechat_key').where('member_id', '=', memberId).execute();
    await tx.updateTable('member').set({ wechat_bound: 0 }).where('id', '=', memberId).execute();
    await recordSecurityEvent({
      ctx,
      tx,
      kind: 'wechat.unbind',
      subject: `member:${memberId}`,
      address,
    });
    return presentUser({ ...member, wechat_bound: 0 }, ctx.now());
  });
