import { z } from 'zod';
import { KEY_KINDS } from '../../core/actor.ts';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  defineKeysetListSchema,
  emptyInput,
  definePageSizeField,
} from '../../core/fields.ts';
import { WEBHOOK_URL_LENGTH } from '../../limits/integration.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../site/webhook-events.ts';

const member = { audience: 'member' } as const;
const webhookLimit = { max: 120, windowS: 3600, by: 'member' } as const;

/**
 * Whether a webhook URL is acceptable by its text. The address it resolves to is checked at
 * delivery.
 */
const isAcceptableUrl = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s\u0000-\u001f]/.test(text)) return false;
  const { protocol, username, password, port } = new URL(text);
  if (!['http:', 'https:'].includes(protocol) || username || password) return false;
  return port === '' || Number(port) >= 1024;
};

/** URL in the member's own system. The fragment is removed. */
export const defineWebhookUrlField = () =>
  z
    .string()
    .trim()
    .max(WEBHOOK_URL_LENGTH)
    .refine(isAcceptableUrl, '写成 https:// 开头的网址，不带用户名和密码；端口不写，或 1024 以上')
    .transform((text) => {
      const url = new URL(text);
      url.hash = '';
      return url.href;
    })
    .meta({ title: '接收地址' });

const webhookKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  isRevoked: z.boolean(),
  /** Whether the key can submit batches. A webhook receives events of its key's batches only. */
  canSubmit: z.boolean(),
  hasSecret: z.boolean(),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  keyId: z.string(),
  createdAt: defineInstantField(),
});

const delivery = z.object({
  id: z.string(),
  /** `webhook-id` header of the request; the same in every retry. */
  messageId: z.string(),
  url: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'ping']),
  /** The batch of the event; '' for a test. */
  batchNo: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  /** HTTP status of the last response; null when there was none. */
  status: z.number().nullable(),
  /** Why the last attempt failed, as text for people. */
  error: z.string(),
  createdAt: defineInstantField(),
  lastAt: defineInstantField().nullable(),
  nextAt: defineInstantField().nullable(),
});

/** Webhooks: delivery of batch results to a member's own systems. */
export const webhookCalls = {
  webhookList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookList',
    summary: 'Webhook：接收地址，和能用的密钥',
    input: emptyInput,
    output: z.object({ list: z.array(webhook), keys: z.array(webhookKey) }),
  }),
  webhookSave: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookSave',
    summary: '添加一个接收地址，或改一个；密钥还没有签名密钥时，在这里生成并只回答一次',
    input: z.object({
      id: defineIdField('接收地址').optional(),
      keyId: defineIdField('密钥'),
      url: defineWebhookUrlField(),
      events: z
        .array(z.enum(WEBHOOK_EVENTS))
        .min(1, '至少选一项')
        .max(WEBHOOK_EVENTS.length)
        .meta({ title: '通知什么' }),
      enabled: defineBoolField('启用').default(true),
    }),
    output: z.object({
      item: webhook,
      /** Signing secret, when this call created it; else null. */
      secret: z.string().nullable(),
    }),
    limit: webhookLimit,
  }),
  webhookDelete: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookDelete',
    summary: '删除一个接收地址；还没送到的不再送',
    input: z.object({ id: defineIdField('接收地址') }),
    output: emptyOutput,
  }),
  webhookSecret: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookSecret',
    summary: '给一个密钥更换签名密钥；只在这里回答一次，旧的马上不用了',
    input: z.object({ keyId: defineIdField('密钥') }),
    output: z.object({ secret: z.string() }),
    limit: webhookLimit,
  }),
  webhookTest: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookTest',
    summary: '往接收地址送一条测试（ping）',
    input: z.object({ id: defineIdField('接收地址') }),
    output: delivery,
    limit: webhookLimit,
  }),
  webhookDeliveryList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookDeliveryList',
    summary: '送过什么，新的在前',
    input: z.object({
      state: z.enum(DELIVERY_STATES).optional().meta({ title: '状态' }),
      lastId: defineIdField('上一条').optional(),
      pageSize: definePageSizeField(),
    }),
    output: defineKeysetListSchema(delivery),
  }),
  webhookDelivery: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookDelivery',
    summary: '一条通知，和它的内容',
    input: z.object({ id: defineIdField('通知') }),
    output: delivery.extend({ body: z.string() }),
  }),
  webhookResend: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookResend',
    summary: '重新发送；内容和编号不变',
    input: z.object({ id: defineIdField('通知') }),
    output: delivery,
    limit: webhookLimit,
  }),
};
