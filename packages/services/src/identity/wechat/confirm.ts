import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { describeDevice } from '../account/describe-device.ts';
import { generateSecret, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { ServiceError } from '../../platform/errors.ts';
import { maskAddress } from '../../platform/network.ts';
import { toIso, SECOND } from '../../platform/time.ts';
import { findUsernameByWechat } from './account.ts';
import {
  isSignInExpired,
  tryChangeSignInState,
  createSignInExpiredError,
  type Purpose,
  requireWechatSignIn,
  type PendingSignIn,
  findPendingSignIn,
} from './pending-sign-in.ts';

/**
 * Finds a sign-in by the secret that the phone or the page on the main host received.
 * @throws 409 when it expired or was answered
 */
const requireScannedSignInByKey = async (ctx: Context, key: string): Promise<PendingSignIn> => {
  const row = await findPendingSignIn(ctx.db.kysely, 'confirm_hash', key);
  if (!row || isSignInExpired(ctx, row)) throw createSignInExpiredError();
  if (row.state !== 'scanned') throw new ServiceError(409, '已经处理过了，可以关闭这个页面');
  return row;
};

/** User name of the account to sign in to; empty when there is none yet. */
const findSignInUsername = async (ctx: Context, row: PendingSignIn): Promise<string> => {
  const { appid, openid, unionid, nickname } = row;
  if (row.purpose !== 'login' || !openid || !appid) return '';
  return (await findUsernameByWechat(ctx, { appid, openid, unionid, nickname })) ?? '';
};

/**
 * Details to confirm: on the phone, or on the main host before the custom domain signs in.
 * @throws 409
 */
export const getWechatConfirmation = async ({
  ctx,
  key,
}: {
  ctx: Context;
  key: string;
}): Promise<CallOutput<'wechatAsk'>> => {
  const row = await requireScannedSignInByKey(ctx, key);
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
    device: describeDevice(row.user_agent),
    address: maskAddress(row.address),
    username: member?.username ?? (await findSignInUsername(ctx, row)),
    nickname: row.nickname,
    host: row.way === 'scene' ? '' : new URL(row.origin).host,
    expiresAt: toIso(row.expires_at),
  };
};

/** Validity of a ticket for another host. */
const TICKET_MS = 60 * SECOND;

/**
 * Creates a ticket for the host where the sign-in started; only the browser that started it can use
 * the ticket. Returns the URL.
 */
const issueTicketUrlForSignIn = async (ctx: Context, row: PendingSignIn): Promise<string> => {
  const ticket = generateSecret();
  const set = {
    state: 'confirmed',
    key_hash: computeSha256(ticket),
    confirm_hash: null,
    expires_at: ctx.now() + TICKET_MS,
  };
  if (!(await tryChangeSignInState(ctx.db.kysely, row, ['scanned'], set)))
    throw createSignInExpiredError();
  return `${row.origin}/?login=wx#${ticket}`;
};

/**
 * Confirms or cancels a sign-in. Returns the URL to continue at; empty when the waiting page
 * continues.
 * @throws 409, errors of WeChat
 */
export const answerWechatConfirmation = async ({
  ctx,
  input: { key, allow },
}: {
  ctx: Context;
  input: CallParsed<'wechatAnswer'>;
}): Promise<string> => {
  const row = await requireScannedSignInByKey(ctx, key);
  if (allow && row.way !== 'scene') return issueTicketUrlForSignIn(ctx, row);
  const set = allow
    ? {
        state: 'confirmed',
        unionid: (await requireWechatSignIn(ctx).getFollower(row.openid ?? '')).unionid,
      }
    : { state: 'cancelled' };
  if (!(await tryChangeSignInState(ctx.db.kysely, row, ['scanned'], set)))
    throw createSignInExpiredError();
  return '';
};
