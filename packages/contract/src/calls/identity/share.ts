import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import { emptyInput, defineTextField } from '../../core/fields.ts';
import { MEMBER_CODE_LENGTH } from '../../limits/account.ts';
import { userInfo } from './account.ts';

export const shareCalls = {
  getUpUserInfo: defineCall({
    method: 'POST',
    path: '/np/user/getUpUserInfo',
    audience: 'member',
    summary: '邀请我的人的公开名片，没有就是 null',
    input: emptyInput,
    output: z
      .object({ id: z.string(), nickname: z.string(), avatar: z.string().nullable() })
      .nullable(),
  }),
  bindShareCode: defineCall({
    method: 'POST',
    path: '/np/user/bindShareCode',
    audience: 'member',
    summary: '填邀请人的分享码；注册 30 天内，只能填一次',
    input: z.object({
      shareCode: defineTextField('分享码', MEMBER_CODE_LENGTH, 1).transform((code) =>
        code.toUpperCase(),
      ),
    }),
    output: userInfo,
    limit: { max: 20, windowS: 3600, by: 'member' },
  }),
  shareStat: defineCall({
    method: 'POST',
    path: '/np/api/uc/shareStat',
    audience: 'member',
    summary: '用我的分享码注册了多少人，我因此得了几次 VIP',
    input: emptyInput,
    output: z.object({
      /** Members who signed up with my share code. */
      invited: z.number(),
      /** Number of rewards, in total and in the last 365 days. */
      rewarded: z.number(),
      rewardedThisYear: z.number(),
    }),
  }),
};
