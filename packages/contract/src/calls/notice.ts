import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, id, instant, getList, none } from '../fields.ts';

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
  /** Own path it is about; '' for none. */
  path: z.string(),
  createdAt: instant(),
  read: z.boolean(),
});

const digest = z.object({
  /** Whether the site sends e-mail: `demo` writes it into its terminal. */
  way: z.enum(['on', 'off', 'demo']),
  /** Masked; null: none is bound. */
  email: z.string().nullable(),
  wanted: z.boolean(),
});

export const noticeCalls = {
  digestInfo: defineCall({
    method: 'POST',
    path: '/np/api/uc/digestInfo',
    audience: 'member',
    summary: '每天一封未读通知的邮件：能不能收，收不收',
    input: none,
    output: digest,
  }),
  digestSet: defineCall({
    method: 'POST',
    path: '/np/api/uc/digestSet',
    audience: 'member',
    summary: '收或者不收每天一封未读通知的邮件；要先绑定邮箱',
    input: z.object({ wanted: bool('每天收一封') }),
    output: digest,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  noticeList: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeList',
    audience: 'member',
    summary: '通知，新的在前',
    input: z.object({ lastId: id('上一条').optional(), unread: bool('只看未读').optional() }),
    output: getList(notice).extend({ unread: z.number() }),
  }),
  noticeCount: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeCount',
    audience: 'member',
    summary: '未读通知数',
    input: none,
    output: z.object({ unread: z.number() }),
  }),
  noticeRead: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeRead',
    audience: 'member',
    summary: '一条通知，或关于一个问题和它的回复的通知已读；都不带时全部已读',
    input: z.object({ id: id('通知').optional(), postId: id('问题').optional() }),
    output: z.object({ unread: z.number() }),
  }),
};
