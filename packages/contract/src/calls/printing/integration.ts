import { z } from 'zod';
import { KEY_KINDS, SCOPES } from '../../core/actor.ts';
import { defineCall } from '../../core/define.ts';
import {
  emptyOutput,
  defineIdField,
  defineInstantField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import { IP_REMARK_LENGTH, KEY_NAME_LENGTH, NETWORK_LENGTH } from '../../limits/integration.ts';

const member = { audience: 'member' } as const;

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  scopes: z.array(z.enum(SCOPES)),
  /** Beginning of the key, for recognition. The full key is not stored. */
  hint: z.string(),
  createdAt: defineInstantField(),
  lastUsedAt: defineInstantField().nullable(),
  /** IP address of the last use; '' before the first use. */
  lastAddress: z.string(),
  revokedAt: defineInstantField().nullable(),
});

const ipRule = z.object({
  id: z.string(),
  network: z.string(),
  remark: z.string(),
  createdAt: defineInstantField(),
});

/** API keys for other systems, and the IP addresses they may be used from. */
export const integrationCalls = {
  apiKeyList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/apiKeyList',
    summary: 'API 密钥，新的在前；撤销了的也在',
    input: emptyInput,
    output: z.object({
      list: z.array(apiKey),
      /** Rate limit of all keys together, calls per minute. */
      callsPerMinute: z.number(),
    }),
  }),
  apiKeyAdd: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/apiKeyAdd',
    summary: '新建 API 密钥；密钥只在这里回答一次',
    input: z.object({
      name: defineTextField('名称', KEY_NAME_LENGTH, 1),
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
    input: z.object({
      id: defineIdField('密钥'),
      name: defineTextField('名称', KEY_NAME_LENGTH, 1),
    }),
    output: apiKey,
  }),
  apiKeyRevoke: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/apiKeyRevoke',
    summary: '撤销 API 密钥；马上失效，不能恢复',
    input: z.object({ id: defineIdField('密钥') }),
    output: apiKey,
  }),
  ipRuleList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/ipRuleList',
    summary: 'IP 白名单，和被拒绝的来访',
    input: emptyInput,
    output: z.object({
      list: z.array(ipRule),
      /** Refused attempts, newest first. */
      refused: z.array(
        z.object({
          address: z.string(),
          /** Name of the API key or the print client. */
          who: z.string(),
          what: z.string(),
          times: z.number(),
          lastAt: defineInstantField(),
        }),
      ),
      /** IP address of this request as the server sees it; '' when unknown. */
      own: z.string(),
    }),
  }),
  ipRuleAdd: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/ipRuleAdd',
    summary: '往 IP 白名单里加一个地址或网段',
    input: z.object({
      network: defineTextField('地址或网段', NETWORK_LENGTH, 1),
      remark: defineTextField('备注', IP_REMARK_LENGTH).default(''),
    }),
    output: ipRule,
  }),
  ipRuleDelete: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/ipRuleDelete',
    summary: '从 IP 白名单里删除一条',
    input: z.object({ id: defineIdField('这一条') }),
    output: emptyOutput,
  }),
};
