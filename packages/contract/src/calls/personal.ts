import { z } from 'zod';
import { defineCall } from '../define.ts';
import { instant, none } from '../fields.ts';
import { ANY_PASSWORD_LENGTH, DELETION_DAYS, EXPORTS_A_DAY } from '../limits/account.ts';
import { userInfo } from './account.ts';

export const personalCalls = {
  dataExport: defineCall({
    method: 'POST',
    path: '/np/api/uc/dataExport',
    audience: 'member',
    reply: 'file',
    isHeavy: true,
    summary: '导出我的数据：账号里的全部内容，一个 JSON 文件',
    input: none,
    output: z.unknown(),
    limit: { max: EXPORTS_A_DAY, windowS: 86_400, by: 'member' },
  }),
  deletionInfo: defineCall({
    method: 'POST',
    path: '/np/api/uc/deletionInfo',
    audience: 'member',
    summary: '注销账号会失去什么，还有什么没有办完',
    input: none,
    output: z.object({
      /** When the account is deleted; null when that is not asked for. */
      leavingAt: instant().nullable(),
      /** Somebody signed in just now in this session: enough to ask, without a password. */
      isFresh: z.boolean(),
      lost: z.object({
        templates: z.number(),
        clients: z.number(),
        apiKeys: z.number(),
        /** Questions and replies everybody sees: they stay, without the name. */
        posts: z.number(),
        pictures: z.number(),
        labels: z.number(),
        /** Labels that are not printed yet. */
        waitingLabels: z.number(),
      }),
      money: z.object({
        vips: z.array(z.object({ software: z.string(), expiresAt: instant() })),
        pendingOrders: z.number(),
        /** Asked for, or on their way back. */
        refunds: z.number(),
        /** Asked for and not issued. */
        invoices: z.number(),
      }),
    }),
  }),
  deletionAsk: defineCall({
    method: 'POST',
    path: '/np/api/uc/deletionAsk',
    audience: 'member',
    summary: `申请注销账号，${DELETION_DAYS} 天后删除，在那以前可以撤销`,
    input: z.object({
      /** Left out by who has none, and signed in again just before. */
      password: z
        .string()
        .min(1, '请填写现在的密码')
        .max(ANY_PASSWORD_LENGTH)
        .meta({ title: '密码' })
        .optional(),
    }),
    output: userInfo,
    limit: { max: 60, windowS: 600, by: 'member' },
  }),
  deletionCancel: defineCall({
    method: 'POST',
    path: '/np/api/uc/deletionCancel',
    audience: 'member',
    summary: '撤销注销',
    input: none,
    output: userInfo,
  }),
};
