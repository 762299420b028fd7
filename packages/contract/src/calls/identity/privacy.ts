import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { defineInstantField, emptyInput } from '../../core/fields.ts';
import { ANY_PASSWORD_LENGTH, DELETION_DAYS, EXPORTS_PER_DAY } from '../../limits/account.ts';
import { userInfo } from './account.ts';

export const privacyCalls = {
  dataExport: defineCall({
    method: 'POST',
    path: '/np/api/uc/dataExport',
    audience: 'member',
    reply: 'file',
    isHeavy: true,
    summary: '导出我的数据：账号里的全部内容，一个 JSON 文件',
    input: emptyInput,
    output: z.unknown(),
    limit: { max: EXPORTS_PER_DAY, windowS: 86_400, by: 'member' },
  }),
  deletionInfo: defineCall({
    method: 'POST',
    path: '/np/api/uc/deletionInfo',
    audience: 'member',
    summary: '注销账号会失去什么，还有什么没有办完',
    input: emptyInput,
    output: z.object({
      /** When the account will be deleted; null when no deletion is requested. */
      leavingAt: defineInstantField().nullable(),
      /** The session signed in recently enough to request deletion without a password. */
      isFresh: z.boolean(),
      lost: z.object({
        templates: z.number(),
        clients: z.number(),
        apiKeys: z.number(),
        /** Public questions and replies: they remain without the author's name. */
        posts: z.number(),
        pictures: z.number(),
        labels: z.number(),
        /** Labels not printed yet. */
        waitingLabels: z.number(),
      }),
      money: z.object({
        vips: z.array(z.object({ software: z.string(), expiresAt: defineInstantField() })),
        pendingOrders: z.number(),
        /** Refunds that are requested or in progress. */
        refunds: z.number(),
        /** Invoices that are requested and not issued. */
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
      /** Omitted by members without a password, who must have signed in recently. */
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
    input: emptyInput,
    output: userInfo,
  }),
};
