import { type CallOutput, WECHAT_QR_S } from '@yunbiao/contract';
import { encodeQr, isDark, QR_QUIET_ZONE } from '@yunbiao/label/qr';
import { deviceWords } from '../account/device-words.ts';
import { newSecret, sha256 } from '../account/session.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { maskAddress } from '../network.ts';
import { iso } from '../time.ts';
import { bindTo, signInAs } from './account.ts';
import type { WechatCaller } from './begin-page.ts';
import {
  begin,
  isOver,
  move,
  over,
  type Purpose,
  requireWechat,
  type UnderWay,
  underWay,
} from './under-way.ts';

/** Black on white with its quiet zone, whatever the theme of the page. */
const drawQr = (text: string): string => {
  const code = encodeQr(text, 'M');
  const size = code.width + 2 * QR_QUIET_ZONE;
  let path = '';
  for (let row = 0; row < code.width; row += 1)
    for (let column = 0; column < code.width; column += 1)
      if (isDark(code, column, row))
        path += `M${column + QR_QUIET_ZONE} ${row + QR_QUIET_ZONE}h1v1h-1z`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};

/**
 * A QR code of the official account, and the secret its page asks with: who sees the code cannot.
 * @throws 404 when the site has no official account, what WeChat answers
 */
export const mpLoginQrcode = async ({
  ctx,
  caller,
  purpose,
}: {
  ctx: Context;
  caller: WechatCaller;
  purpose: Purpose;
}): Promise<CallOutput<'mpLoginQrcode'>> => {
  const wechat = requireWechat(ctx);
  const scene = newSecret();
  const secret = newSecret();
  const url = await wechat.createQr(scene, WECHAT_QR_S);
  const expiresAt = await begin(
    ctx,
    {
      way: 'scene',
      purpose,
      key_hash: sha256(scene),
      browser_hash: sha256(secret),
      origin: caller.site,
      to_path: '/',
      member_id: purpose === 'bind' ? (caller.signedIn?.member.id ?? null) : null,
    },
    caller.origin,
  );
  return {
    loginQrCodeUrl: drawQr(url),
    secret,
    expiresAt: iso(expiresAt),
    standInUrl: wechat.isStandIn ? url : null,
  };
};

const OPEN = ['waiting', 'scanned'] as const;
const GONE = '二维码已失效，请在网页上刷新后重新扫描。';

/** Who wants in, in words. */
const getDevice = (row: UnderWay): string => {
  const address = maskAddress(row.address);
  return deviceWords(row.user_agent) + (address ? `，网络地址 ${address}` : '');
};

/**
 * Somebody has scanned a code, says WeChat. Returns what to tell them: a link that is theirs alone, behind which they
 * confirm. Told twice, it is done once; a second person is turned away.
 */
export const wechatScanned = async ({
  ctx,
  scene,
  openid,
}: {
  ctx: Context;
  scene: string;
  openid: string;
}): Promise<string> => {
  const row = await underWay(ctx.db.kysely, 'key_hash', scene);
  if (!row || row.way !== 'scene' || isOver(ctx, row)) return GONE;
  if (row.openid !== null && row.openid !== openid)
    return '这个二维码已经被别人扫过，请在网页上刷新后重新扫描。';
  const key = newSecret();
  const { numUpdatedRows } = await ctx.db.kysely
    .updateTable('wechat_sign_in')
    .set({ state: 'scanned', openid, confirm_hash: sha256(key) })
    .where('id', '=', row.id)
    .where('state', 'in', OPEN)
    .where((eb) => eb.or([eb('openid', 'is', null), eb('openid', '=', openid)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return GONE;
  const what = row.purpose === 'bind' ? '把这个微信绑定到云标的账号' : '用微信登录云标';
  const link = `${ctx.settings.publicUrl}/?login=confirm#${key}`;
  return `有一台设备要${what}：${getDevice(row)}。\n<a href="${link}">是我在操作，去确认</a>\n不是你在操作就不要点。`;
};

type Polled = CallOutput<'wechatPoll'> & { device?: string };

const said = (state: Polled['state']): Polled => ({ state, token: '', userInfo: null });

/** @throws 409 when another poll has had it */
const finish = async (ctx: Context, row: UnderWay, caller: WechatCaller): Promise<Polled> => {
  const appid = requireWechat(ctx).officialAppid;
  const person = { appid, openid: row.openid ?? '', unionid: row.unionid, nickname: '' };
  const first = async (tx: Parameters<typeof move>[0]): Promise<void> => {
    if (!(await move(tx, row, ['confirmed'], { state: 'spent' }))) throw over();
  };
  if (row.purpose !== 'bind')
    return { state: 'signedIn', ...(await signInAs(ctx, person, caller.origin, first)) };
  const { address } = caller.origin;
  const memberId = caller.signedIn?.member.id;
  if (memberId === undefined || memberId !== row.member_id)
    throw forbidden('登录的账号变了，请从个人资料里重新绑定');
  const userInfo = await bindTo({ ctx, memberId, person, address, first });
  return { state: 'bound', token: '', userInfo };
};

/** How far it is, for the page that shows the code; once it is confirmed, the session. @throws 403, 409 */
export const wechatPoll = async ({
  ctx,
  secret,
  caller,
}: {
  ctx: Context;
  secret: string;
  caller: WechatCaller;
}): Promise<Polled> => {
  const row = await underWay(ctx.db.kysely, 'browser_hash', secret);
  if (!row || row.way !== 'scene' || isOver(ctx, row)) return said('expired');
  if (row.state === 'confirmed') return finish(ctx, row, caller);
  if (row.state === 'cancelled' || row.state === 'scanned') return said(row.state);
  return said(row.state === 'waiting' ? 'waiting' : 'expired');
};
