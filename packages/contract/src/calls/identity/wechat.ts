import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  defineInstantField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import { WECHAT_CODE_LENGTH, WECHAT_PATH_LENGTH, WECHAT_SECRET_LENGTH } from '../../site/wechat.ts';
import { userInfo } from './account.ts';

const defineSecretField = (title: string) =>
  defineTextField(title, WECHAT_SECRET_LENGTH, WECHAT_SECRET_LENGTH);

/** Path of this site. The code that follows it validates it again. */
const ownPath = defineTextField('回到的页面', WECHAT_PATH_LENGTH)
  .refine((path) => path.startsWith('/') && !path.startsWith('//'), '要写成本站的路径')
  .default('/');

/** QR code to scan, and the secret its page polls with. */
const qrCode = z.object({
  /** `data:image/svg+xml,…` URL of the picture. */
  loginQrCodeUrl: z.string(),
  /** Secret with which the page polls; the QR code does not contain it. */
  secret: z.string(),
  expiresAt: defineInstantField(),
  /** Demo only: the page that simulates a phone. */
  standInUrl: z.string().nullable(),
});

const limitRateByAddress = (max: number) => ({ max, windowS: 600, by: 'address' }) as const;

/** Result of returning from WeChat. */
const signInResult = z.object({
  /**
   * `ask`: the sign-in started under another host name of this site; `to` is the confirmation page
   * or the way back there. `payer`: the WeChat payer was identified, or cannot be.
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
      code: defineTextField('授权码', WECHAT_CODE_LENGTH, 1),
      /** From the return URL. Without it, or in a different browser, the sign-in fails. */
      nonce: defineTextField('nonce', WECHAT_SECRET_LENGTH).default(''),
    }),
    output: signInResult,
    limit: limitRateByAddress(120),
  }),
  wechatEnter: defineCall({
    method: 'POST',
    path: '/np/api/wechatEnter',
    audience: 'public',
    summary: '微信登录转到开始的那个网址：用一次性的凭据完成，只认开始的那个浏览器',
    input: z.object({ ticket: defineSecretField('凭据') }),
    output: signInResult,
    limit: limitRateByAddress(120),
  }),
  mpLoginQrcode: defineCall({
    method: 'GET',
    path: '/np/mpLoginQrcode',
    audience: 'public',
    summary: '公众号的登录二维码，5 分钟有效',
    input: emptyInput,
    output: qrCode,
    limit: limitRateByAddress(120),
  }),
  wechatBindQrcode: defineCall({
    method: 'POST',
    path: '/np/api/uc/wechatBindQrcode',
    audience: 'member',
    summary: '公众号的二维码，扫了把微信绑定到自己的账号，5 分钟有效',
    input: emptyInput,
    output: qrCode,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
  wechatPoll: defineCall({
    method: 'POST',
    path: '/np/api/wechatPoll',
    audience: 'public',
    summary: '二维码扫到哪一步了；手机上确认以后在这里拿到令牌，只给一次',
    input: z.object({ secret: defineSecretField('口令') }),
    output: z.object({
      state: z.enum(['waiting', 'scanned', 'cancelled', 'expired', 'signedIn', 'bound']),
      token: z.string(),
      userInfo: userInfo.nullable(),
    }),
    limit: limitRateByAddress(6000),
  }),
  wechatStart: defineCall({
    method: 'POST',
    path: '/np/api/wechatStart',
    audience: 'public',
    summary: '开始用微信登录或绑定：到微信去的地址，只认发起的这个浏览器',
    input: z.object({
      /** `web`: QR code of WeChat's open platform. `inside`: web authorization inside WeChat. */
      way: z.enum(['web', 'inside']).meta({ title: '方式' }),
      to: ownPath,
      bind: defineBoolField('绑定').default(false),
    }),
    output: z.object({
      url: z.string(),
      /** Parameters for WeChat's QR code script; null inside WeChat. */
      embed: z
        .object({ scriptUrl: z.string(), appid: z.string(), redirectUri: z.string() })
        .nullable(),
    }),
    limit: limitRateByAddress(120),
  }),
  wechatAsk: defineCall({
    method: 'POST',
    path: '/np/api/wechatAsk',
    audience: 'public',
    summary: '确认之前：是哪台设备、在哪个网址要登录',
    input: z.object({ key: defineSecretField('口令') }),
    output: z.object({
      purpose: z.enum(['login', 'bind', 'pay']),
      device: z.string(),
      /** Masked; '' when unknown. */
      address: z.string(),
      /**
       * Account the WeChat user is bound to or signs in to; '' when there is none or it is not
       * known yet.
       */
      username: z.string(),
      /** WeChat nickname of the person who confirms; '' when WeChat did not provide it. */
      nickname: z.string(),
      /**
       * Host name of this site that signs in; '' for another device, whose page continues by
       * itself.
       */
      host: z.string(),
      expiresAt: defineInstantField(),
    }),
    limit: limitRateByAddress(120),
  }),
  wechatAnswer: defineCall({
    method: 'POST',
    path: '/np/api/wechatAnswer',
    audience: 'public',
    summary: '确认或取消',
    input: z.object({ key: defineSecretField('口令'), allow: defineBoolField('允许') }),
    /** `to`: where to continue; '' when the waiting page continues by itself. */
    output: z.object({ to: z.string() }),
    limit: limitRateByAddress(120),
  }),
  wechatUnbind: defineCall({
    method: 'POST',
    path: '/np/api/uc/wechatUnbind',
    audience: 'member',
    summary: '解绑微信；没有密码的账号先设密码',
    input: emptyInput,
    output: userInfo,
    limit: { max: 30, windowS: 600, by: 'member' },
  }),
};
