import { z } from 'zod';
import { KEY_KINDS } from '../actor.ts';
import { defineCall } from '../define.ts';
import { bool, done, id, instant, getList, none, pageSize } from '../fields.ts';
import { WEBHOOK_URL_LENGTH } from '../limits/integration.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../webhook-events.ts';

const member = { audience: 'member' } as const;
const often = { max: 120, windowS: 3600, by: 'member' } as const;

/** Whether an address may be written to, as far as its text tells; where it leads is looked at when it is written to. */
const looksRight = (text: string): boolean => {
  if (!URL.canParse(text) || /[\s\u0000-\u001f]/.test(text)) return false;
  const { protocol, username, password, port } = new URL(text);
  if (!['http:', 'https:'].includes(protocol) || username || password) return false;
  return port === '' || Number(port) >= 1024;
};

/** An address of the member's own system. What follows a `#` is no part of it. */
export const webhookUrl = () =>
  z
    .string()
    .trim()
    .max(WEBHOOK_URL_LENGTH)
    .refine(looksRight, '写成 https:// 开头的网址，不带用户名和密码；端口不写，或 1024 以上')
    .transform((text) => {
      const url = new URL(text);
      url.hash = '';
      return url.href;
    })
    .meta({ title: '接收地址' });

const keyOfHook = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  isRevoked: z.boolean(),
  /** Whether it may submit batches: an address is told of nothing else. */
  canSubmit: z.boolean(),
  hasSecret: z.boolean(),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  keyId: z.string(),
  createdAt: instant(),
});

const delivery = z.object({
  id: z.string(),
  /** `webhook-id` of the request: the same at every try. */
  messageId: z.string(),
  url: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'ping']),
  /** The batch it is about; '' for a test. */
  batchNo: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  /** HTTP status of the last answer; null when there was none. */
  status: z.number().nullable(),
  /** Why the last try failed, for people. */
  error: z.string(),
  createdAt: instant(),
  lastAt: instant().nullable(),
  nextAt: instant().nullable(),
});

/** Where a member's own systems are told what became of their batches. */
export const webhookCalls = {
  webhookList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookList',
    summary: 'Webhook：接收地址，和能用的密钥',
    input: none,
    output: z.object({ list: z.array(webhook), keys: z.array(keyOfHook) }),
  }),
  webhookSave: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookSave',
    summary: '加一个接收地址，或改一个；密钥还没有签名密钥时，在这里生成并只回答一次',
    input: z.object({
      id: id('接收地址').optional(),
      keyId: id('密钥'),
      url: webhookUrl(),
      events: z
        .array(z.enum(WEBHOOK_EVENTS))
        .min(1, '至少选一项')
        .max(WEBHOOK_EVENTS.length)
        .meta({ title: '通知什么' }),
      enabled: bool('启用').default(true),
    }),
    output: z.object({
      item: webhook,
      /** What messages are signed with, when it was made just now. */
      secret: z.string().nullable(),
    }),
    limit: often,
  }),
  webhookDelete: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookDelete',
    summary: '删掉一个接收地址；还没送到的不再送',
    input: z.object({ id: id('接收地址') }),
    output: done,
  }),
  webhookSecret: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookSecret',
    summary: '给一个密钥换签名密钥；只在这里回答一次，旧的马上不用了',
    input: z.object({ keyId: id('密钥') }),
    output: z.object({ secret: z.string() }),
    limit: often,
  }),
  webhookTest: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookTest',
    summary: '往接收地址送一条测试（ping）',
    input: z.object({ id: id('接收地址') }),
    output: delivery,
    limit: often,
  }),
  webhookDeliveryList: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookDeliveryList',
    summary: '送过什么，新的在前',
    input: z.object({
      state: z.enum(DELIVERY_STATES).optional().meta({ title: '状态' }),
      lastId: id('上一条').optional(),
      pageSize: pageSize(),
    }),
    output: getList(delivery),
  }),
  webhookDelivery: defineCall({
    ...member,
    method: 'GET',
    path: '/np/api/uc/webhookDelivery',
    summary: '一条通知，和它的内容',
    input: z.object({ id: id('通知') }),
    output: delivery.extend({ body: z.string() }),
  }),
  webhookResend: defineCall({
    ...member,
    method: 'POST',
    path: '/np/api/uc/webhookResend',
    summary: '再送一次；内容和编号不变',
    input: z.object({ id: id('通知') }),
    output: delivery,
    limit: often,
  }),
};
