import { type CallOutput, WECHAT_QR_S } from '@yunbiao/contract';
import { encodeQr, isDarkModule, QR_QUIET_ZONE } from '@yunbiao/label/qr';
import { describeDevice } from '../account/describe-device.ts';
import { generateSecret, computeSha256 } from '../account/session.ts';
import type { Context } from '../../platform/context.ts';
import { createForbiddenError } from '../../platform/errors.ts';
import { maskAddress } from '../../platform/network.ts';
import { toIso } from '../../platform/time.ts';
import { bindWechatToMember, signInByWechat } from './account.ts';
import type { WechatCaller } from './start-page.ts';
import {
  storePendingSignIn,
  isSignInExpired,
  tryChangeSignInState,
  createSignInExpiredError,
  type Purpose,
  requireWechatSignIn,
  type PendingSignIn,
  findPendingSignIn,
} from './pending-sign-in.ts';

/** Black on white with a quiet zone, independent of the page's theme. */
const createQrDataUrl = (text: string): string => {
  const code = encodeQr(text, 'M');
  const size = code.width + 2 * QR_QUIET_ZONE;
  let path = '';
  for (let row = 0; row < code.width; row += 1)
    for (let column = 0; column < code.width; column += 1)
      if (isDarkModule(code, column, row))
        path += `M${column + QR_QUIET_ZONE} ${row + QR_QUIET_ZONE}h1v1h-1z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/**
 * Creates a QR code of the official account, and a secret for polling. The code alone does not
 * allow polling.
 * @throws 404 when the site has no official account, errors of WeChat
 */
export const createWechatQrSignIn = async ({
  ctx,
  caller,
  purpose,
}: {
  ctx: Context;
  caller: WechatCaller;
  purpose: Purpose;
}): Promise<CallOutput<'mpLoginQrcode'>> => {
  const wechat = requireWechatSignIn(ctx);
  const scene = generateSecret();
  const secret = generateSecret();
  const url = await wechat.createQr(scene, WECHAT_QR_S);
  const expiresAt = await storePendingSignIn(
    ctx,
    {
      way: 'scene',
      purpose,
      key_hash: computeSha256(scene),
      browser_hash: computeSha256(secret),
      origin: caller.site,
      to_path: '/',
      member_id: purpose === 'bind' ? (caller.signedIn?.member.id ?? null) : null,
    },
    caller.origin,
  );
  return {
    loginQrCodeUrl: createQrDataUrl(url),
    secret,
    expiresAt: toIso(expiresAt),
    standInUrl: wechat.isStandIn ? url : null,
  };
};

const OPEN_STATES = ['waiting', 'scanned'] as const;
const QR_EXPIRED_TEXT = '二维码已失效，请在网页上刷新后重新扫描。';

/** Describes the requesting device. */
const describeSignInDevice = (row: PendingSignIn): string => {
  const address = maskAddress(row.address);
  return describeDevice(row.user_agent) + (address ? `，网络地址 ${address}` : '');
};

/**
 * Handles WeChat's event that a code was scanned. Returns the reply text with a personal
 * confirmation link. Idempotent; a scan by a second person is rejected.
 */
export const handleWechatScan = async ({
  ctx,
  scene,
  openid,
}: {
  ctx: Context;
  scene: string;
  openid: string;
}): Promise<string> => {
  const row = await findPendingSignIn(ctx.db.kysely, 'key_hash', scene);
  if (!row || row.way !== 'scene' || isSignInExpired(ctx, row)) return QR_EXPIRED_TEXT;
  if (row.openid !== null && row.openid !== openid)
    return '这个二维码已经被别人扫过，请在网页上刷新后重新扫描。';
  const key = generateSecret();
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('wechat_sign_in')
    .set({ state: 'scanned', openid, confirm_hash: computeSha256(key) })
    .where('id', '=', row.id)
    .where('state', 'in', OPEN_STATES)
    .where((eb) => eb.or([eb('openid', 'is', null), eb('openid', '=', openid)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return QR_EXPIRED_TEXT;
  const purposeText = row.purpose === 'bind' ? '把这个微信绑定到云标的账号' : '用微信登录云标';
  const link = `${ctx.settings.publicUrl}/?login=confirm#${key}`;
  return `有一台设备要${purposeText}：${describeSignInDevice(row)}。\n<a href="${link}">是我在操作，去确认</a>\n不是你在操作就不要点。`;
};

type Polled = CallOutput<'wechatPoll'> & { device?: string };

const createPollResult = (state: Polled['state']): Polled => ({ state, token: '', userInfo: null });

/**
 * Completes a sign-in confirmed on the phone. @throws 409 when another poll has already completed
 * it
 */
const completeScannedSignIn = async (
  ctx: Context,
  row: PendingSignIn,
  caller: WechatCaller,
): Promise<Polled> => {
  const appid = requireWechatSignIn(ctx).officialAppid;
  const person = { appid, openid: row.openid ?? '', unionid: row.unionid, nickname: '' };
  const consumeConfirmedSignIn = async (
    tx: Parameters<typeof tryChangeSignInState>[0],
  ): Promise<void> => {
    if (!(await tryChangeSignInState(tx, row, ['confirmed'], { state: 'spent' })))
      throw createSignInExpiredError();
  };
  if (row.purpose !== 'bind')
    return {
      state: 'signedIn',
      ...(await signInByWechat(ctx, person, caller.origin, consumeConfirmedSignIn)),
    };
  const { address } = caller.origin;
  const memberId = caller.signedIn?.member.id;
  if (memberId === undefined || memberId !== row.member_id)
    throw createForbiddenError('登录的账号变了，请从个人资料里重新绑定');
  const userInfo = await bindWechatToMember({
    ctx,
    memberId,
    person,
    address,
    first: consumeConfirmedSignIn,
  });
  return { state: 'bound', token: '', userInfo };
};

/**
 * State of a sign-in for the page with the QR code; returns the session once it is confirmed.
 * @throws 403, 409
 */
export const pollWechatQrSignIn = async ({
  ctx,
  secret,
  caller,
}: {
  ctx: Context;
  secret: string;
  caller: WechatCaller;
}): Promise<Polled> => {
  const row = await findPendingSignIn(ctx.db.kysely, 'browser_hash', secret);
  if (!row || row.way !== 'scene' || isSignInExpired(ctx, row)) return createPollResult('expired');
  if (row.state === 'confirmed') return completeScannedSignIn(ctx, row, caller);
  if (row.state === 'cancelled' || row.state === 'scanned') return createPollResult(row.state);
  return createPollResult(row.state === 'waiting' ? 'waiting' : 'expired');
};
