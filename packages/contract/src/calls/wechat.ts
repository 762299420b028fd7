import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, instant, none, text } from '../fields.ts';
import { WECHAT_CODE_LENGTH, WECHAT_PATH_LENGTH, WECHAT_SECRET_LENGTH } from '../wechat.ts';
import { userInfo } from './account.ts';

const secret = (title: string) => text(title, WECHAT_SECRET_LENGTH, WECHAT_SECRET_LENGTH);

/** A path of this site; who follows it checks it again. */
const ownPath = text('回到的页面', WECHAT_PATH_LENGTH)
  .refine((path) => path.startsWith('/') && !path.startsWith('//'), '要写成本站的路径')
  .default('/');

/** A QR code to scan, and what its page asks with how far it is. */
const qrCode = z.object({
  /** A picture, `data:image/svg+xml,…`. */
  loginQrCodeUrl: z.string(),
  /** Not in the QR code. */
  secret: z.string(),
  expiresAt: instant(),
  /** In a demo: the page that stands in for a phone. */
  standInUrl: z.string().nullable(),
});

const byAddress = (max: number) => ({ max, windowS: 600, by: 'address' }) as const;

/** Signed in, or what to do next. */
const came = z.object({
  /**
   * `ask`: it was begun under another host name of ours; `to` asks whether that is meant, or leads back there.
   * `payer`: whoever pays inside WeChat is known now, or cannot be.
   */
  outcome: z.enum(['signedIn', 'bound', 'payer', 'ask']),
  token: z.string(),
  userInfo: userInfo.nullable(),
  to: z.string(),
});

export const wechatCalls = {
  wxLogin: defineCall({
    method: 'GET',
    path: '/np/wxLogin',
    audience: 'public',
    summary: '从微信回来：用 code 登录，第一次的注册；或者绑定到自己的账号',
    input: z.object({
      code: text('授权码', WECHAT_CODE_LENGTH, 1),
      /** Of the return address. Without it, or in another browser than it was made for, nobody is signed in. */
      nonce: text('nonce', WECHAT_SECRET_LENGTH).default(''),
    }),
    output: came,
    limit: byAddress(120),
  }),
  wechatEnter: defineCall({
    method: 'POST',
    path: '/np/api/wechatEnter',
    audience: 'public',
    summary: '微信登录转到开始的那个网址：用一次性的凭据完成，只认开始的那个浏览器',
    input: z.object({ ticket: secret('凭据') }),
    output: came,
    limit: byAddress(120),
  }),
  mpLoginQrcode: defineCall({
    method: 'GET',
    path: '/np/mpLoginQrcode',
    audience: 'public',
    summary: '公众号的登录二维码，5 分钟有效',
    input: none,
    output: qrCode,
    limit: byAddress(120),
  }),
  wechatBindQrcode: defineCall({
    method: 'POST',
    path: '/np/api/uc/wechatBindQrcode',
    audience: 'member',
    summary: '公众号的二维码，扫了把微信绑定到自己的账号，5 分钟有效',
    input: none,
    output: qrCode,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
  wechatPoll: defineCall({
    method: 'POST',
    path: '/np/api/wechatPoll',
    audience: 'public',
    summary: '二维码扫到哪一步了；手机上确认以后在这里拿到令牌，只给一次',
    input: z.object({ secret: secret('口令') }),
    output: z.object({
      state: z.enum(['waiting', 'scanned', 'cancelled', 'expired', 'signedIn', 'bound']),
      token: z.string(),
      userInfo: userInfo.nullable(),
    }),
    limit: byAddress(6000),
  }),
  wechatStart: defineCall({
    method: 'POST',
    path: '/np/api/wechatStart',
    audience: 'public',
    summary: '开始用微信登录或绑定：到微信去的地址，只认发起的这个浏览器',
    input: z.object({
      /** `web`: the open platform's QR code · `inside`: web authorisation inside WeChat. */
      way: z.enum(['web', 'inside']).meta({ title: '方式' }),
      to: ownPath,
      bind: bool('绑定').default(false),
    }),
    output: z.object({
      url: z.string(),
      /** What WeChat's script draws the QR code with; null inside WeChat. */
      embed: z
        .object({ scriptUrl: z.string(), appid: z.string(), redirectUri: z.string() })
        .nullable(),
    }),
    limit: byAddress(120),
  }),
  wechatAsk: defineCall({
    method: 'POST',
    path: '/np/api/wechatAsk',
    audience: 'public',
    summary: '确认之前：是哪台设备、在哪个网址要登录',
    input: z.object({ key: secret('口令') }),
    output: z.object({
      purpose: z.enum(['login', 'bind', 'pay']),
      device: z.string(),
      /** Masked; '' when it is not known. */
      address: z.string(),
      /** The account the WeChat is bound to, or signs in to; '' while it has none, or that is not known yet. */
      username: z.string(),
      /** As WeChat calls whoever is asked; '' when it has not told. */
      nickname: z.string(),
      /** The host name of ours that is signed in at; '' for another device, whose page goes on by itself. */
      host: z.string(),
      expiresAt: instant(),
    }),
    limit: byAddress(120),
  }),
  wechatAnswer: defineCall({
    method: 'POST',
    path: '/np/api/wechatAnswer',
    audience: 'public',
    summary: '确认或取消',
    input: z.object({ key: secret('口令'), allow: bool('允许') }),
    /** `to`: where to go on; '' when the page that waits does so by itself. */
    output: z.object({ to: z.string() }),
    limit: byAddress(120),
  }),
  wechatUnbind: defineCall({
    method: 'POST',
    path: '/np/api/uc/wechatUnbind',
    audience: 'member',
    summary: '解绑微信；没有密码的账号先设密码',
    input: none,
    output: userInfo,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
};
