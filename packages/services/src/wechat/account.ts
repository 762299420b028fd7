import { nickname as nicknameShape } from '@yunbiao/contract';
import { NICKNAME_LENGTH } from '@yunbiao/contract/limits/account';
import { type Executor, isUniqueViolation, lockMember, transaction, type Tx } from '@yunbiao/db';
import { createMember, randomCode } from '../account/create-member.ts';
import { enter, type Entered } from '../account/enter.ts';
import { presentUser, type UserInfo } from '../account/present.ts';
import type { Origin } from '../account/session.ts';
import { hasAnotherWay } from '../account/ways-in.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { getOwnMember } from '../member/find.ts';
import { securityEvent } from '../security/event.ts';
import type { WechatPerson } from '../wechat-vendor.ts';

/** Where WeChat tells one, the identity all our apps share comes first. */
const listIdentities = ({ appid, openid, unionid }: WechatPerson): string[] => [
  ...(unionid ? [`union ${unionid}`] : []),
  `open ${appid} ${openid}`,
];

const listOwners = async (tx: Executor, identities: string[]): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('wechat_key')
    .select(['identity', 'member_id'])
    .where('identity', 'in', identities)
    .execute();
  return new Map(rows.map((row) => [row.identity, row.member_id]));
};

/** The user name of the account a WeChat signs in to; undefined when it has none yet. */
export const getAccount = async (
  ctx: Context,
  person: WechatPerson,
): Promise<string | undefined> => {
  const { kysely } = ctx.db;
  const identities = listIdentities(person);
  const owners = await listOwners(kysely, identities);
  const id = identities.map((one) => owners.get(one)).find((owner) => owner !== undefined);
  if (id === undefined) return undefined;
  const row = await kysely
    .selectFrom('member')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.username;
};

/** What one of our apps was told before the others knew stays whose it is. */
const keep = async (
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

/** As WeChat tells it, if it can be a nickname here. */
const getNickname = ({ nickname }: WechatPerson): string => {
  const cut = Array.from(nickname).slice(0, NICKNAME_LENGTH.max).join('');
  const read = nicknameShape.safeParse(cut);
  return read.success ? read.data : '';
};

const NAME_LENGTH = 10;
const TRIES = 3;

const signInOnce = (
  ctx: Context,
  person: WechatPerson,
  origin: Origin,
  first: (tx: Tx) => Promise<void>,
): Promise<Entered> =>
  transaction(ctx.db, async (tx) => {
    await first(tx);
    const identities = listIdentities(person);
    const owners = await listOwners(tx, identities);
    const known = identities.map((one) => owners.get(one)).find((id) => id !== undefined);
    const fresh = identities.filter((one) => !owners.has(one));
    const member = known
      ? await tx.selectFrom('member').selectAll().where('id', '=', known).executeTakeFirstOrThrow()
      : await createMember({
          ctx,
          tx,
          username: `wx_${randomCode(NAME_LENGTH)}`,
          passwordHash: '',
          nickname: getNickname(person),
        });
    if (fresh.length > 0) await keep(ctx, tx, member.id, fresh);
    const bound = { ...member, wechat_bound: 1 };
    return enter({
      ctx,
      tx,
      kind: known ? 'login' : 'register',
      member: bound,
      origin,
      by: 'wechat',
    });
  });

/**
 * Signs in whoever WeChat says it is; the first time makes the account. `first` is done in the same transaction.
 * Two first sign-ins at once make one account: the second meets the index and finds it.
 */
export const signInAs = async (
  ctx: Context,
  person: WechatPerson,
  origin: Origin,
  first: (tx: Tx) => Promise<void>,
): Promise<Entered> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signInOnce(ctx, person, origin, first);
    } catch (error) {
      if (tries >= TRIES || !isUniqueViolation(error)) throw error;
    }
  }
};

const THEIRS = '这个微信已经是另一个账号的登录方式，先在那个账号里解绑';

/** @throws 409 when the WeChat is another member's, or the member has another one */
export const bindTo = async ({
  ctx,
  memberId,
  person,
  address,
  first,
}: {
  ctx: Context;
  memberId: number;
  person: WechatPerson;
  address: string;
  first: (tx: Tx) => Promise<void>;
}): Promise<UserInfo> => {
  try {
    return await transaction(ctx.db, async (tx) => {
      await lockMember(tx, memberId);
      await first(tx);
      const member = await getOwnMember(tx, memberId);
      const identities = listIdentities(person);
      const owners = await listOwners(tx, identities);
      if ([...owners.values()].some((owner) => owner !== memberId)) throw conflict(THEIRS);
      if (owners.size === 0 && member.wechat_bound === 1)
        throw conflict('这个账号已经绑定了另一个微信，先解绑再绑定');
      const fresh = identities.filter((one) => !owners.has(one));
      if (fresh.length > 0) await keep(ctx, tx, memberId, fresh);
      const subject = `member:${memberId}`;
      if (owners.size === 0)
        await securityEvent({ ctx, tx, kind: 'wechat.bind', subject, address });
      return presentUser({ ...member, wechat_bound: 1 }, ctx.now());
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(THEIRS);
    throw error;
  }
};

/** @throws 409 when it is the only way in */
export const wechatUnbind = ({
  ctx,
  memberId,
  address,
}: {
  ctx: Context;
  memberId: number;
  address: string;
}): Promise<UserInfo> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const member = await getOwnMember(tx, memberId);
    if (member.wechat_bound === 0) return presentUser(member, ctx.now());
    if (!(await hasAnotherWay(ctx, tx, member, 'wechat')))
      throw conflict('微信是这个账号唯一的登录方式，先设一个密码再解绑');
    await tx.deleteFrom('wechat_key').where('member_id', '=', memberId).execute();
    await tx.updateTable('member').set({ wechat_bound: 0 }).where('id', '=', memberId).execute();
    await securityEvent({ ctx, tx, kind: 'wechat.unbind', subject: `member:${memberId}`, address });
    return presentUser({ ...member, wechat_bound: 0 }, ctx.now());
  });
