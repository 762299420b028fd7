import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { deviceWords } from '../account/device-words.ts';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { maskAddress } from '../network.ts';
import { iso, SECOND } from '../time.ts';
import { getAccount } from './account.ts';
import {
  isOver,
  move,
  over,
  type Purpose,
  requireWechat,
  type UnderWay,
  underWay,
} from './under-way.ts';

/** What the phone was told, or the page on the main host, is the key. @throws 409 when it is over or done */
const byPhone = async (ctx: Context, key: string): Promise<UnderWay> => {
  const row = await underWay(ctx.db.kysely, 'confirm_hash', key);
  if (!row || isOver(ctx, row)) throw over();
  if (row.state !== 'scanned') throw new ServiceError(409, '已经处理过了，可以关闭这个页面');
  return row;
};

/** As whom somebody would be signed in: their account here, or as WeChat calls them. */
const getName = async (ctx: Context, row: UnderWay): Promise<string> => {
  const { appid, openid, unionid, nickname } = row;
  if (row.purpose !== 'login' || !openid || !appid) return '';
  return (await getAccount(ctx, { appid, openid, unionid, nickname })) ?? '';
};

/** What is to be confirmed: on the phone, or on the main host before another one is entered. @throws 409 */
export const wechatAsk = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<CallOutput<'wechatAsk'>> => {
  const row = await byPhone(ctx, key);
  const member =
    row.member_id === null
      ? undefined
      : await ctx.db.kysely
          .selectFrom('member')
          .select('username')
          .where('id', '=', row.member_id)
          .executeTakeFirst();
  return {
    purpose: row.purpose as Purpose,
    device: deviceWords(row.user_agent),
    address: maskAddress(row.address),
    username: member?.username ?? (await getName(ctx, row)),
    nickname: row.nickname,
    host: row.way === 'scene' ? '' : new URL(row.origin).host,
    expiresAt: iso(row.expires_at),
  };
};

/** So long what leads on to another host is good. */
const TICKET_MS = 60 * SECOND;

/** Leads on to the host it was begun under, with a ticket that only the browser which began it can use. */
const leadOn = async (ctx: Context, row: UnderWay): Promise<string> => {
  const ticket = newSecret();
  const set = {
    state: 'confirmed',
    key_hash: sha256(ticket),
    confirm_hash: null,
    expires_at: ctx.now() + TICKET_MS,
  };
  if (!(await move(ctx.db.kysely, row, ['scanned'], set))) throw over();
  return `${row.origin}/?login=wx#${ticket}`;
};

/** Yes or no. Returns where to go on; '' when the page that asked goes on by itself. @throws 409, what WeChat answers */
export const wechatAnswer = async ({
  ctx,
  input: { key, allow },
}: {
  ctx: Context;
  input: CallParsed<'wechatAnswer'>;
}): Promise<string> => {
  const row = await byPhone(ctx, key);
  if (allow && row.way !== 'scene') return leadOn(ctx, row);
  const set = allow
    ? {
        state: 'confirmed',
        unionid: (await requireWechat(ctx).getFollower(row.openid ?? '')).unionid,
      }
    : { state: 'cancelled' };
  if (!(await move(ctx.db.kysely, row, ['scanned'], set))) throw over();
  return '';
};
