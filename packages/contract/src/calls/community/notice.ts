import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  defineIdField,
  defineInstantField,
  defineKeysetListSchema,
  emptyInput,
} from '../../core/fields.ts';

const notice = z.object({
  id: z.string(),
  kind: z.enum([
    'reply',
    'accepted',
    'review',
    'hidden',
    'order',
    'webhook',
    'account',
    'print',
    'site',
  ]),
  title: z.string(),
  text: z.string(),
  /** Own-site path the notice is about; '' for none. */
  path: z.string(),
  createdAt: defineInstantField(),
  read: z.boolean(),
});

const digest = z.object({
  /** Whether the site sends e-mail. `demo`: mails are written to the server's terminal. */
  way: z.enum(['on', 'off', 'demo']),
  /** Masked; null when no address is bound. */
  email: z.string().nullable(),
  wanted: z.boolean(),
});

export const noticeCalls = {
  digestInfo: defineCall({
    method: 'POST',
    path: '/np/api/uc/digestInfo',
    audience: 'member',
    summary: '每天一封未读通知的邮件：能不能收，收不收',
    input: emptyInput,
    output: digest,
  }),
  digestSet: defineCall({
    method: 'POST',
    path: '/np/api/uc/digestSet',
    audience: 'member',
    summary: '收或者不收每天一封未读通知的邮件；要先绑定邮箱',
    input: z.object({ wanted: defineBoolField('每天收一封') }),
    output: digest,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  noticeList: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeList',
    audience: 'member',
    summary: '通知，新的在前',
    input: z.object({
      lastId: defineIdField('上一条').optional(),
      unread: defineBoolField('只看未读').optional(),
    }),
    output: defineKeysetListSchema(notice).extend({ unread: z.number() }),
  }),
  noticeCount: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeCount',
    audience: 'member',
    summary: '未读通知数',
    input: emptyInput,
    output: z.object({ unread: z.number() }),
  }),
  noticeRead: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeRead',
    audience: 'member',
    summary: '一条通知，或关于一个问题和它的回复的通知已读；都不带时全部已读',
    input: z.object({
      id: defineIdField('通知').optional(),
      postId: defineIdField('问题').optional(),
    }),
    output: z.object({ unread: z.number() }),
  }),
};
