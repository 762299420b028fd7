import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, id, instant, listOf, none } from '../fields.ts';

const notice = z.object({
  id: z.string(),
  kind: z.enum(['reply', 'accepted', 'review', 'hidden', 'order', 'webhook', 'account']),
  title: z.string(),
  text: z.string(),
  /** Own path it is about; '' for none. */
  path: z.string(),
  createdAt: instant(),
  read: z.boolean(),
});

export const noticeCalls = {
  noticeList: defineCall({
    method: 'POST',
    path: '/np/api/uc/noticeList',
    audience: 'member',
    summary: '通知，新的在前',
    input: z.object({ lastId: id('上一条').optional(), unread: bool('只看未读').optional() }),
    output: listOf(notice).extend({ unread: z.number() }),
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
