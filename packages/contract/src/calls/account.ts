import { z } from 'zod';
import { defineCall } from '../define.ts';
import { done, instant, none, text } from '../fields.ts';

const hasChinese = /\p{Script=Han}/u;

/** User name: 4–32 of letters, digits, `_`, `-`, or 2–32 with Chinese; not all digits. Compared in NFKC, case-folded. */
export const username = z
  .string()
  .trim()
  .transform((name) => name.normalize('NFKC'))
  .refine(
    (name) => name.length <= 32 && name.length >= (hasChinese.test(name) ? 2 : 4),
    '用户名要 4–32 个字符，含中文的 2–32 个',
  )
  .refine(
    (name) => /^[\p{Script=Han}A-Za-z0-9_-]*$/u.test(name),
    '用户名只能用中文、字母、数字、_ 和 -',
  )
  .refine((name) => !/^\d+$/.test(name), '用户名不能全是数字')
  .meta({ title: '用户名' });

export const password = z
  .string()
  .min(8, '密码至少 8 位')
  .max(72, '密码最多 72 位')
  .meta({ title: '密码' });

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
  createdAt: instant(),
});

const signedIn = z.object({ token: z.string(), userInfo });

export const account = {
  register: defineCall({
    method: 'POST',
    path: '/np/register',
    audience: 'public',
    summary: '注册并登录',
    input: z.object({ username, password }),
    output: signedIn,
    limit: { max: 20, windowS: 3600, by: 'address' },
  }),
  login: defineCall({
    method: 'POST',
    path: '/np/login',
    audience: 'public',
    summary: '用户名和密码登录',
    input: z.object({
      username: text('用户名', 64, 1),
      password: z.string().min(1).max(200).meta({ title: '密码' }),
    }),
    output: signedIn,
    limit: { max: 120, windowS: 600, by: 'address' },
  }),
  logout: defineCall({
    method: 'POST',
    path: '/np/user/logout',
    audience: 'member',
    summary: '退出登录，令牌当场作废',
    input: none,
    output: done,
  }),
  getInfo: defineCall({
    method: 'POST',
    path: '/np/user/getInfo',
    audience: 'member',
    summary: '当前会员的资料',
    input: none,
    output: userInfo,
  }),
  getVip: defineCall({
    method: 'POST',
    path: '/users/getVip',
    audience: 'member',
    summary: '在这款软件里的 VIP、权益和用量',
    input: none,
    output: z.object({
      level: z.number(),
      name: z.string(),
      expiresAt: instant().nullable(),
      entitlements: z.object({
        labelsPerMonth: z.number(),
        clients: z.number(),
        printers: z.number(),
        templates: z.number(),
        retentionDays: z.number(),
        apiCallsPerMinute: z.number(),
      }),
      usage: z.object({ labels: z.number(), clients: z.number(), printers: z.number() }),
    }),
  }),
};
