import { z } from 'zod';
import { KEY_KINDS, SCOPES } from '../actor.ts';
import { defineCall } from '../define.ts';
import { done, id, instant, none, text } from '../fields.ts';
import { IP_REMARK_LENGTH, KEY_NAME_LENGTH, NETWORK_LENGTH } from '../limits/integration.ts';

const member = { audience: 'member' } as const;

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  scopes: z.array(z.enum(SCOPES)),
  /** The beginning of the key, to tell it by; the key itself is nowhere any more. */
  hint: z.string(),
  createdAt: instant(),
  lastUsedAt: instant().nullable(),
  /** Network address of the last use; '' before the first. */
  lastAddress: z.string(),
  revokedAt: instant().nullable(),
});

const ipRule = z.object({
  id: z.string(),
  network: z.string(),
  remark: z.string(),
  createdAt: instant(),
});

/** Keys for other people's systems, and the addresses they may be used from. */
export const integrationCalls = {
  apiKeyList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/apiKeyList',
    summary: 'API 密钥，新的在前；撤销了的也在',
    input: none,
    output: z.object({
      list: z.array(apiKey),
      /** Calls a minute all keys together may make. */
      callsPerMinute: z.number(),
    }),
  }),
  apiKeyAdd: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/apiKeyAdd',
    summary: '新建 API 密钥；密钥只在这里回答一次',
    input: z.object({
      name: text('名称', KEY_NAME_LENGTH, 1),
      kind: z.enum(KEY_KINDS).meta({ title: '种类' }),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1, '至少选一项')
        .max(SCOPES.length)
        .meta({ title: '能做什么' }),
    }),
    output: z.object({ key: z.string(), item: apiKey }),
    limit: { max: 20, windowS: 3600, by: 'member' },
  }),
  apiKeyRename: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/apiKeyRename',
    summary: '给 API 密钥改名',
    input: z.object({ id: id('密钥'), name: text('名称', KEY_NAME_LENGTH, 1) }),
    output: apiKey,
  }),
  apiKeyRevoke: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/apiKeyRevoke',
    summary: '撤销 API 密钥；马上失效，不能恢复',
    input: z.object({ id: id('密钥') }),
    output: apiKey,
  }),
  ipRuleList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/ipRuleList',
    summary: 'IP 白名单，和被拒绝的来访',
    input: none,
    output: z.object({
      list: z.array(ipRule),
      /** Turned away, the last first. */
      refused: z.array(
        z.object({
          address: z.string(),
          /** Name of the key or of the print client. */
          who: z.string(),
          what: z.string(),
          times: z.number(),
          lastAt: instant(),
        }),
      ),
      /** The address this is asked from, as the server sees it; '' when it is not known. */
      own: z.string(),
    }),
  }),
  ipRuleAdd: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/ipRuleAdd',
    summary: '往 IP 白名单里加一个地址或网段',
    input: z.object({
      network: text('地址或网段', NETWORK_LENGTH, 1),
      remark: text('备注', IP_REMARK_LENGTH).default(''),
    }),
    output: ipRule,
  }),
  ipRuleDelete: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/ipRuleDelete',
    summary: '从 IP 白名单里删掉一条',
    input: z.object({ id: id('这一条') }),
    output: done,
  }),
};
