import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  CLEARED,
  defineClearableTextField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import {
  ANY_PASSWORD_LENGTH,
  ANY_USERNAME_LENGTH,
  COMPANY_LENGTH,
  INTRO_LENGTH,
  NICKNAME_LENGTH,
  PASSWORD_LENGTH,
  PICTURE_ADDRESS_LENGTH,
  USERNAME_LENGTH,
} from '../../limits/account.ts';
import { entitlements, vipSpan } from '../commerce/order-shapes.ts';

const hasChinese = /\p{Script=Han}/u;

const { min, minChinese: leastChinese, max: maxLength } = USERNAME_LENGTH;

/**
 * Letters, digits, `_`, `-` and Chinese characters; not all digits. Compared in NFKC, case-folded.
 */
export const username = z
  .string()
  .trim()
  .transform((name) => name.normalize('NFKC'))
  .refine(
    (name) =>
      name.length <= maxLength && name.length >= (hasChinese.test(name) ? leastChinese : min),
    `用户名要 ${min}–${maxLength} 个字符，含中文的 ${leastChinese}–${maxLength} 个`,
  )
  .refine(
    (name) => /^[\p{Script=Han}A-Za-z0-9_-]*$/u.test(name),
    '用户名只能用中文、字母、数字、_ 和 -',
  )
  .refine((name) => !/^\d+$/.test(name), '用户名不能全是数字')
  .meta({ title: '用户名' });

export const password = z
  .string()
  .min(PASSWORD_LENGTH.min, `密码至少 ${PASSWORD_LENGTH.min} 位`)
  .max(PASSWORD_LENGTH.max, `密码最多 ${PASSWORD_LENGTH.max} 位`)
  .meta({ title: '密码' });

/** Control, format, private-use and unassigned characters, and blank letters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]/u;
const INVISIBLE_EXCEPT_LINE_ENDS = new RegExp(`(?!\\n)${INVISIBLE.source}`, 'u');
/** Three or more combining marks in a row, which would cover the neighbouring lines. */
const STACKED_MARKS = /\p{M}{3}/u;
const VISIBLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** One line, NFKC. */
export const nickname = z
  .string()
  .transform((name) => name.normalize('NFKC').replace(/\s+/g, ' ').trim())
  .refine((name) => name !== '', '请填写昵称')
  .refine(
    (name) => Array.from(name).length <= NICKNAME_LENGTH.max,
    `昵称最多 ${NICKNAME_LENGTH.max} 个字`,
  )
  .refine(
    (name) => !INVISIBLE.test(name) && !STACKED_MARKS.test(name) && VISIBLE.test(name),
    '昵称里有看不见或不能用的字符',
  )
  .meta({ title: '昵称' });

const definePlainTextField = (title: string, max: number) =>
  defineTextField(title, max)
    .transform((value) => (value === CLEARED ? '' : value.replace(/\r\n?/g, '\n')))
    .refine(
      (value) => !INVISIBLE_EXCEPT_LINE_ENDS.test(value) && !STACKED_MARKS.test(value),
      `${title}里有看不见或不能用的字符`,
    )
    .meta({ title, description: `写 ${CLEARED} 清空` });

export const userInfo = z.object({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  cover: z.string().nullable(),
  intro: z.string(),
  company: z.string(),
  /** Masked. */
  phone: z.string().nullable(),
  /** Masked. */
  email: z.string().nullable(),
  shareCode: z.string(),
  boundShareCode: z.string().nullable(),
  wechatBound: z.boolean(),
  /** False for accounts created through WeChat until a password is set. */
  hasPassword: z.boolean(),
  /** The member account used to show the demo. */
  isDemo: z.boolean(),
  createdAt: defineInstantField(),
  /**
   * The account was created recently by the server's clock. The browser's clock may be days off.
   */
  isNew: z.boolean(),
  /** When the account will be deleted. Null when no deletion is requested. */
  leavingAt: defineInstantField().nullable(),
});

export const signedIn = z.object({ token: z.string(), userInfo });

export const accountCalls = {
  register: defineCall({
    method: 'POST',
    path: '/np/register',
    audience: 'public',
    summary: '注册并登录',
    input: z.object({ username, password }),
    output: signedIn,
    limit: { max: 20, windowS: 3600, by: 'address', isDurable: true },
  }),
  login: defineCall({
    method: 'POST',
    path: '/np/login',
    audience: 'public',
    summary: '用户名，或者绑定过的手机号、邮箱，加密码登录',
    input: z.object({
      username: defineTextField('用户名', ANY_USERNAME_LENGTH, 1),
      password: z.string().min(1).max(ANY_PASSWORD_LENGTH).meta({ title: '密码' }),
    }),
    output: signedIn,
    limit: { max: 120, windowS: 600, by: 'address' },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/np/user/logout',
    audience: 'member',
    summary: '退出登录，令牌当场作废',
    input: emptyInput,
    output: emptyOutput,
  }),
  getInfo: defineCall({
    method: 'POST',
    path: '/np/user/getInfo',
    audience: 'member',
    summary: '当前会员的资料',
    input: emptyInput,
    output: userInfo,
  }),
  changeInfo: defineCall({
    method: 'POST',
    path: '/np/user/changeInfo',
    audience: 'member',
    summary: '修改自己的资料；没有写的字段不变，写 - 的清空，JSON 里空的也清空（昵称不能清空）',
    input: z.object({
      nickname: nickname.optional(),
      /** URL of a picture the member uploaded with this usage. */
      avatar: defineClearableTextField('头像', PICTURE_ADDRESS_LENGTH).optional(),
      cover: defineClearableTextField('封面', PICTURE_ADDRESS_LENGTH).optional(),
      intro: definePlainTextField('简介', INTRO_LENGTH).optional(),
      company: definePlainTextField('公司或店名', COMPANY_LENGTH).optional(),
    }),
    output: userInfo,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  changePwd: defineCall({
    method: 'POST',
    path: '/np/user/changePwd',
    audience: 'member',
    summary: '修改自己的密码；别处的登录当场作废，这里的留着',
    input: z.object({
      oldPassword: z
        .string()
        .min(1, '请填写现在的密码')
        .max(ANY_PASSWORD_LENGTH)
        .meta({ title: '现在的密码' }),
      password: password.meta({ title: '新密码' }),
    }),
    output: emptyOutput,
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  setPassword: defineCall({
    method: 'POST',
    path: '/np/api/uc/setPassword',
    audience: 'member',
    summary: '给还没有密码的账号设一个；别处的登录当场作废，这里的留着',
    input: z.object({ password }),
    output: emptyOutput,
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  sessionList: defineCall({
    method: 'POST',
    path: '/np/api/uc/sessionList',
    audience: 'member',
    summary: '自己登录着的设备，这一台在最前，其余按最近使用排',
    input: emptyInput,
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          /** For people, e.g. Windows 上的 Chrome. */
          device: z.string(),
          /** Masked; '' when unknown. */
          address: z.string(),
          /** The session of this request. */
          isThis: z.boolean(),
          createdAt: defineInstantField(),
          /** Rounded to the hour. */
          lastUsedAt: defineInstantField(),
          /**
           * When the session expires unless it is used before. Never later than 90 days after
           * sign-in.
           */
          expiresAt: defineInstantField(),
        }),
      ),
    }),
  }),
  sessionEnd: defineCall({
    method: 'POST',
    path: '/np/api/uc/sessionEnd',
    audience: 'member',
    summary: '退出自己登录着的一台设备，它的令牌当场作废',
    input: z.object({ id: defineIdField('设备') }),
    output: emptyOutput,
  }),
  sessionEndOthers: defineCall({
    method: 'POST',
    path: '/np/api/uc/sessionEndOthers',
    audience: 'member',
    summary: '退出其他设备，只留这一台',
    input: emptyInput,
    output: z.object({ ended: z.number() }),
  }),
  getVip: defineCall({
    method: 'POST',
    path: '/users/getVip',
    audience: 'member',
    isInSoftware: true,
    summary: '在这款软件里的 VIP、权益和用量',
    input: emptyInput,
    output: z.object({
      level: z.number(),
      name: z.string(),
      /** End of the last paid plan; null on the free plan. */
      expiresAt: defineInstantField().nullable(),
      /** The active plan and the plans that follow it; empty on the free plan. */
      spans: z.array(vipSpan),
      entitlements,
      usage: z.object({ labels: z.number(), clients: z.number(), printers: z.number() }),
    }),
  }),
};
