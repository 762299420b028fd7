import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { generateSecret, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError, createSessionInvalidError } from '../../platform/errors.ts';
import type { WechatPerson, WechatMethod } from '../../platform/wechat-vendor.ts';
import { startWechatPageSignIn, type WechatCaller } from './start-page.ts';
import { completeWechatRedirect, presentUnknownPayer } from './complete.ts';
import {
  isSignInExpired,
  tryChangeSignInState,
  createSignInExpiredError,
  requireWechatSignIn,
  type PendingSignIn,
  findPendingSignIn,
} from './pending-sign-in.ts';

/** @throws 404 when the method is not available, -9999 when binding without a session */
export const startWechatSignIn = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wechatStart'>;
  caller: WechatCaller;
}): Promise<CallOutput<'wechatStart'> & { browser: string }> => {
  const { way, to, bind } = input;
  requireWechatSignIn(ctx);
  if (bind && !caller.signedIn) throw createSessionInvalidError();
  return startWechatPageSignIn(ctx, { way, purpose: bind ? 'bind' : 'login', to, caller });
};

/** Result of a redirect through WeChat, and the device secret for the browser. */
export type RedirectResult = CallOutput<'wxLogin'> & { device?: string };

const isSameOrigin = (site: string, otherUrl: string): boolean =>
  new URL(site).origin === new URL(otherUrl).origin;

const OTHER_BROWSER_TEXT = '请在开始登录的那个浏览器里完成微信登录';

const isSameBrowser = (row: PendingSignIn, { browser }: WechatCaller): boolean =>
  row.browser_hash === computeSha256(browser);

/**
 * Checks that the member who started is still signed in. @throws 403 when another member or no
 * member is
 */
const requireSameMember = (row: PendingSignIn, { signedIn }: WechatCaller): void => {
  if (row.purpose !== 'login' && signedIn?.member.id !== row.member_id)
    throw createForbiddenError('登录的账号变了，请回到原来的页面重新开始');
};

/**
 * Exchanges the code for an identity. Returns null when that fails for a payment, which then uses
 * another method.
 * @throws errors of WeChat
 */
const exchangeCodeForPerson = async (
  ctx: Context,
  row: PendingSignIn,
  code: string,
): Promise<WechatPerson | null> => {
  try {
    return await requireWechatSignIn(ctx).getPerson(row.way as WechatMethod, code);
  } catch (error) {
    if (row.purpose !== 'pay') throw error;
    ctx.log.warn('WeChat did not say who pays', { error });
    return null;
  }
};

/**
 * For a sign-in that started on a custom domain: its owner must not receive the code. Stores the
 * identity on the main host and asks there for confirmation to sign in to that domain.
 */
const requestConfirmation = async (
  ctx: Context,
  row: PendingSignIn,
  person: WechatPerson,
): Promise<RedirectResult> => {
  const key = generateSecret();
  const { appid, openid, unionid, nickname } = person;
  const set = {
    state: 'scanned',
    confirm_hash: computeSha256(key),
    appid,
    openid,
    unionid,
    nickname,
  };
  if (!(await tryChangeSignInState(ctx.db.kysely, row, ['spent'], set)))
    throw createSignInExpiredError();
  return { outcome: 'ask', token: '', userInfo: null, to: `/?login=confirm#${key}` };
};

/**
 * Handles the redirect from WeChat with a code. The code is exchanged once; a second request is
 * rejected. Only the main host accepts codes.
 * @throws 403 in another browser or on another host, 404, 409 when it expired, errors of WeChat
 */
export const completeWechatRedirectSignIn = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wxLogin'>;
  caller: WechatCaller;
}): Promise<RedirectResult> => {
  const { publicUrl } = ctx.settings;
  requireWechatSignIn(ctx);
  const row = input.nonce
    ? await findPendingSignIn(ctx.db.kysely, 'key_hash', input.nonce)
    : undefined;
  if (!row || row.way === 'scene' || isSignInExpired(ctx, row)) throw createSignInExpiredError();
  if (!isSameOrigin(caller.site, publicUrl)) throw createForbiddenError(OTHER_BROWSER_TEXT);
  const isBegunHere = isSameOrigin(row.origin, publicUrl);
  if (isBegunHere && !isSameBrowser(row, caller)) throw createForbiddenError(OTHER_BROWSER_TEXT);
  if (isBegunHere) requireSameMember(row, caller);
  if (!(await tryChangeSignInState(ctx.db.kysely, row, ['waiting'], { state: 'spent' })))
    throw createSignInExpiredError();
  const person = await exchangeCodeForPerson(ctx, row, input.code);
  if (!person) return presentUnknownPayer(row, isBegunHere);
  if (!isBegunHere) return requestConfirmation(ctx, row, person);
  return completeWechatRedirect({ ctx, row, person, caller, runFirst: () => Promise.resolve() });
};

/**
 * Completes a sign-in on the custom domain where it started, with a ticket from the main host. The
 * ticket is valid once, for a minute, only in the same browser.
 * @throws 403 in another browser, on another host or as another member; 409 when it expired
 */
export const redeemWechatTicket = async ({
  ctx,
  ticket,
  caller,
}: {
  ctx: Context;
  ticket: string;
  caller: WechatCaller;
}): Promise<RedirectResult> => {
  const row = await findPendingSignIn(ctx.db.kysely, 'key_hash', ticket);
  const isGood = row?.way !== 'scene' && row?.state === 'confirmed' && !isSignInExpired(ctx, row);
  if (!row || !isGood) throw createSignInExpiredError();
  if (!isSameOrigin(row.origin, caller.site) || !isSameBrowser(row, caller))
    throw createForbiddenError(OTHER_BROWSER_TEXT);
  requireSameMember(row, caller);
  const { appid, openid, unionid, nickname } = row;
  const person = { appid, openid: openid ?? '', unionid, nickname };
  const consumeTicket: Parameters<typeof completeWechatRedirect>[0]['runFirst'] = async (tx) => {
    if (!(await tryChangeSignInState(tx, row, ['confirmed'], { state: 'spent' })))
      throw createSignInExpiredError();
  };
  return completeWechatRedirect({ ctx, row, person, caller, runFirst: consumeTicket });
};
