import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  emptyOutput,
  defineIdField,
  defineKeysetListSchema,
  softwareFields,
  defineRawTextField,
  defineTextField,
} from '../../core/fields.ts';
import { POST_LENGTH, POST_TITLE_LENGTH, REPORT_LENGTH } from '../../limits/forum.ts';
import { TEXT_BYTES } from '../../limits/input.ts';
import { group, post, postRow, reply } from './ask-shapes.ts';

export const POST_SORTS = ['latest', 'hot', 'unanswered', 'solved'] as const;
export const REPORT_REASONS = ['spam', 'abuse', 'privacy', 'offtopic', 'other'] as const;

const defineMarkdownField = (title: string) =>
  defineRawTextField(title, POST_LENGTH).refine((value) => value.trim() !== '', `请填写${title}`);

const gid = defineIdField('分类').optional();

/** Exactly one of the two is set. */
const target = {
  postId: defineIdField('问题').optional(),
  replyId: defineIdField('回复').optional(),
};

export const askCalls = {
  askIndex: defineCall({
    method: 'GET',
    path: '/np/api/ask/index',
    audience: 'public',
    summary: '问答首页：分类和数量、热门问题、自己的未读数',
    shows: ['software', 'forum', 'own-forum'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.object({
      groups: z.array(group),
      hot: z.array(postRow),
      posts: z.number(),
      solved: z.number(),
      /** Unread notices of the signed-in member; null for visitors. */
      unread: z.number().nullable(),
    }),
  }),
  askGroupList: defineCall({
    method: 'GET',
    path: '/np/api/ask/groupList',
    audience: 'public',
    summary: '问答分类',
    shows: ['software', 'forum', 'own-forum'],
    showsSoftware: 'one',
    input: z.object(softwareFields),
    output: z.array(group),
  }),
  askPostList: defineCall({
    method: 'GET',
    path: '/np/api/ask/postList',
    audience: 'public',
    summary: '问题列表，每次 20 条；nextId 就是下一次的 lastPostId',
    shows: ['software', 'forum', 'own-forum'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      gid,
      sort: z
        .enum(POST_SORTS, { error: '排序只能是 latest、hot、unanswered 或 solved' })
        .default('latest')
        .meta({ title: '排序' }),
      lastPostId: defineIdField('上一条').optional(),
    }),
    output: defineKeysetListSchema(postRow),
  }),
  askPostDetails: defineCall({
    method: 'GET',
    path: '/np/api/ask/postDetails',
    audience: 'public',
    summary: '一个问题；待审核的只有作者看得到',
    // The page lists similar questions, so removing any question makes it stale.
    shows: ['software', 'forum', 'forum-removed', 'post:id'],
    showsSoftware: 'one',
    input: z.object({ ...softwareFields, id: defineIdField('问题') }),
    output: post,
  }),
  askPostReplyList: defineCall({
    method: 'GET',
    path: '/np/api/ask/postReplyList',
    audience: 'public',
    summary: '一个问题的回复，早的在前；fromId 从那一条开始',
    shows: ['software', 'forum', 'post:postId'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      postId: defineIdField('问题'),
      lastId: defineIdField('上一条').optional(),
      fromId: defineIdField('回复').optional(),
    }),
    output: defineKeysetListSchema(reply).extend({
      /** Number of replies before the first one of this list. */
      before: z.number(),
    }),
  }),
  askSimilar: defineCall({
    method: 'GET',
    path: '/np/api/ask/similar',
    audience: 'public',
    summary: '和正在输入的标题相近的问题',
    shows: ['software', 'forum', 'forum-removed', 'own-forum'],
    showsSoftware: 'one',
    input: z.object({
      ...softwareFields,
      title: defineTextField('标题', POST_TITLE_LENGTH.max, 1),
    }),
    output: z.array(postRow),
    limit: { max: 120, windowS: 60, by: 'address' },
  }),
  askOwn: defineCall({
    method: 'GET',
    path: '/np/api/ask/own',
    audience: 'member',
    isInSoftware: true,
    summary: '我和一个问题：是不是我问的，关注了没有，赞过、回复过什么',
    input: z.object({ postId: defineIdField('问题') }),
    output: z.object({
      mine: z.boolean(),
      liked: z.boolean(),
      followed: z.boolean(),
      myReplies: z.array(z.string()),
      likedReplies: z.array(z.string()),
    }),
  }),
  askSource: defineCall({
    method: 'GET',
    path: '/np/api/ask/source',
    audience: 'member',
    isInSoftware: true,
    summary: '自己写的问题或回复的 Markdown 原文',
    input: z.object(target),
    output: z.object({ gid: z.string(), title: z.string(), content: z.string() }),
  }),
  askPreview: defineCall({
    method: 'POST',
    path: '/np/api/ask/preview',
    audience: 'public',
    summary: 'Markdown 发布以后的样子',
    input: z.object({ content: defineRawTextField('正文', POST_LENGTH) }),
    output: z.object({ html: z.string() }),
    limits: { bytes: TEXT_BYTES },
    limit: { max: 120, windowS: 60, by: 'address' },
  }),
  askSavePost: defineCall({
    method: 'POST',
    path: '/np/api/ask/savePost',
    audience: 'member',
    isInSoftware: true,
    summary: '提问，或改自己的问题',
    input: z.object({
      id: defineIdField('问题').optional(),
      gid: defineIdField('分类'),
      title: defineTextField('标题', POST_TITLE_LENGTH.max, POST_TITLE_LENGTH.min),
      content: defineMarkdownField('正文'),
    }),
    output: post,
    limits: { bytes: TEXT_BYTES },
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  askPostReply: defineCall({
    method: 'POST',
    path: '/np/api/ask/postReply',
    audience: 'member',
    isInSoftware: true,
    summary: '回复，或改自己的回复',
    input: z.object({
      id: defineIdField('回复').optional(),
      postId: defineIdField('问题'),
      content: defineMarkdownField('回复'),
      parentId: defineIdField('回复').optional(),
    }),
    output: reply,
    limits: { bytes: TEXT_BYTES },
    limit: { max: 120, windowS: 3600, by: 'member' },
  }),
  askDelete: defineCall({
    method: 'POST',
    path: '/np/api/ask/delete',
    audience: 'member',
    isInSoftware: true,
    summary: '删除自己的问题或回复',
    input: z.object(target),
    output: emptyOutput,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  askAccept: defineCall({
    method: 'POST',
    path: '/np/api/ask/accept',
    audience: 'member',
    isInSoftware: true,
    summary: '采纳一条回复；不带 replyId 时撤回采纳',
    input: z.object({ postId: defineIdField('问题'), replyId: defineIdField('回复').optional() }),
    output: emptyOutput,
    limit: { max: 60, windowS: 3600, by: 'member' },
  }),
  askLike: defineCall({
    method: 'POST',
    path: '/np/api/ask/like',
    audience: 'member',
    isInSoftware: true,
    summary: '赞，或取消',
    input: z.object({ ...target, on: defineBoolField('赞') }),
    output: z.object({ likeCount: z.number() }),
    limit: { max: 300, windowS: 3600, by: 'member' },
  }),
  askFollow: defineCall({
    method: 'POST',
    path: '/np/api/ask/follow',
    audience: 'member',
    isInSoftware: true,
    summary: '关注一个问题，或取消',
    input: z.object({ postId: defineIdField('问题'), on: defineBoolField('关注') }),
    output: emptyOutput,
    limit: { max: 300, windowS: 3600, by: 'member' },
  }),
  askReport: defineCall({
    method: 'POST',
    path: '/np/api/ask/report',
    audience: 'member',
    isInSoftware: true,
    summary: '举报',
    input: z.object({
      ...target,
      reason: z.enum(REPORT_REASONS, { error: '请选择举报的原因' }).meta({ title: '原因' }),
      detail: defineTextField('说明', REPORT_LENGTH).default(''),
    }),
    output: emptyOutput,
    limit: { max: 30, windowS: 3600, by: 'member' },
  }),
};
