import { z } from 'zod';
import { defineInstantField } from '../../core/fields.ts';

/** Public profile of the author. */
export const author = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Staff badge, e.g. 云标技术支持; '' for other members. */
  official: z.string(),
});

/** `review`: hidden until staff approve it; only the author sees it. */
const postState = z.enum(['visible', 'review']);

/** A question as lists return it. */
export const postRow = z.object({
  id: z.string(),
  softwareAlias: z.string(),
  softwareName: z.string(),
  gid: z.string(),
  groupName: z.string(),
  title: z.string(),
  /** Beginning of the text, plain text. */
  excerpt: z.string(),
  author,
  pinned: z.boolean(),
  solved: z.boolean(),
  replyCount: z.number(),
  likeCount: z.number(),
  createdAt: defineInstantField(),
  /** Time of the last reply, or of the question when it has none. */
  activeAt: defineInstantField(),
});

export const group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Number of visible questions in the group. */
  postCount: z.number(),
});

export const reply = z.object({
  id: z.string(),
  postId: z.string(),
  author,
  /** True when the author of the question wrote this reply. */
  byAsker: z.boolean(),
  state: postState,
  accepted: z.boolean(),
  /** Safe HTML. */
  html: z.string(),
  likeCount: z.number(),
  /** The reply this one answers. */
  parent: z.object({ id: z.string(), nickname: z.string() }).nullable(),
  createdAt: defineInstantField(),
  /** Null when never edited. */
  editedAt: defineInstantField().nullable(),
});

export const post = postRow.extend({
  state: postState,
  /** Safe HTML. */
  html: z.string(),
  editedAt: defineInstantField().nullable(),
  /** The accepted reply; it also appears in its place in the reply list. */
  accepted: reply.nullable(),
  /** Similar questions. */
  similar: z.array(postRow),
});
