import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { forbidden, sessionInvalid } from '../errors.ts';
import type { WechatPerson, WechatWays } from '../wechat-vendor.ts';
import { beginOnPage, type WechatCaller } from './begin-page.ts';
import { complete, unknownPayer } from './complete.ts';
import { isOver, move, over, requireWechat, type UnderWay, underWay } from './under-way.ts';

/** @throws 404 when that way is not open, -9999 to bind without a session */
export const wechatStart = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wechatStart'>;
  caller: WechatCaller;
}): Promise<CallOutput<'wechatStart'> & { browser: string }> => {
  const { way, to, bind } = input;
  requireWechat(ctx);
  if (bind && !caller.signedIn) throw sessionInvalid();
  return beginOnPage(ctx, { way, purpose: bind ? 'bind' : 'login', to, caller });
};

/** What a way through WeChat's pages comes to, and what the browser is to keep of it. */
export type Came = CallOutput<'wxLogin'> & { device?: string };

const isSame = (site: string, other: string): boolean =>
  new URL(site).origin === new URL(other).origin;

const OTHER_BROWSER = '请在开始登录的那个浏览器里完成微信登录';

const isItsBrowser = (row: UnderWay, { browser }: WechatCaller): boolean =>
  row.browser_hash === sha256(browser);

/** @throws 403 when somebody else, or nobody, is signed in by now */
const checkBinder = (row: UnderWay, { signedIn }: WechatCaller): void => {
  if (row.purpose !== 'login' && signedIn?.member.id !== row.member_id)
    throw forbidden('登录的账号变了，请回到原来的页面重新开始');
};

/** Whose code it is. Without an answer nobody signs in; who only pays does so another way. @throws what WeChat answers */
const getPerson = async (
  ctx: Context,
  row: UnderWay,
  code: string,
): Promise<WechatPerson | null> => {
  try {
    return await requireWechat(ctx).getPerson(row.way as WechatWays, code);
  } catch (error) {
    if (row.purpose !== 'pay') throw error;
    ctx.log.warn('WeChat did not say who pays', { error });
    return null;
  }
};

/**
 * Begun under another host name of ours, whose holder is not to be given the code: who came back from WeChat is kept here,
 * and asked on this host whether they mean that one.
 */
const askFirst = async (ctx: Context, row: UnderWay, person: WechatPerson): Promise<Came> => {
  const key = newSecret();
  const { appid, openid, unionid, nickname } = person;
  const set = {
    state: 'scanned',
    confirm_hash: sha256(key),
    appid,
    openid,
    unionid,
    nickname,
  };
  if (!(await move(ctx.db.kysely, row, ['spent'], set))) throw over();
  return { outcome: 'ask', token: '', userInfo: null, to: `/?login=confirm#${key}` };
};

/**
 * Back from WeChat with a code, which is exchanged once: a second return with it finds the way closed. Codes are taken on
 * the main host alone.
 * @throws 403 in another browser, or on another host, 404, 409 when it is over, what WeChat answers
 */
export const wxLogin = async ({
  ctx,
  input,
  caller,
}: {
  ctx: Context;
  input: CallParsed<'wxLogin'>;
  caller: WechatCaller;
}): Promise<Came> => {
  const { publicUrl } = ctx.settings;
  requireWechat(ctx);
  const row = input.nonce ? await underWay(ctx.db.kysely, 'key_hash', input.nonce) : undefined;
  if (!row || row.way === 'scene' || isOver(ctx, row)) throw over();
  if (!isSame(caller.site, publicUrl)) throw forbidden(OTHER_BROWSER);
  const isBegunHere = isSame(row.origin, publicUrl);
  if (isBegunHere && !isItsBrowser(row, caller)) throw forbidden(OTHER_BROWSER);
  if (isBegunHere) checkBinder(row, caller);
  if (!(await move(ctx.db.kysely, row, ['waiting'], { state: 'spent' }))) throw over();
  const person = await getPerson(ctx, row, input.code);
  if (!person) return unknownPayer(row, isBegunHere);
  if (!isBegunHere) return askFirst(ctx, row, person);
  return complete({ ctx, row, person, caller, first: () => Promise.resolve() });
};

/**
 * On the host a sign-in was begun under, with what this browser was given on the main host: good once, for a minute, and
 * only where it was begun.
 * @throws 403 in another browser, on another host or as another member, 409 when it is over
 */
export const wechatEnter = async ({
  ctx,
  ticket,
  caller,
}: {
  ctx: Context;
  ticket: string;
  caller: WechatCaller;
}): Promise<Came> => {
  const row = await underWay(ctx.db.kysely, 'key_hash', ticket);
  const isGood = row?.way !== 'scene' && row?.state === 'confirmed' && !isOver(ctx, row);
  if (!row || !isGood) throw over();
  if (!isSame(row.origin, caller.site) || !isItsBrowser(row, caller))
    throw forbidden(OTHER_BROWSER);
  checkBinder(row, caller);
  const { appid, openid, unionid, nickname } = row;
  const person = { appid, openid: openid ?? '', unionid, nickname };
  const first: Parameters<typeof complete>[0]['first'] = async (tx) => {
    if (!(await move(tx, row, ['confirmed'], { state: 'spent' }))) throw over();
  };
  return complete({ ctx, row, person, caller, first });
};
