import { z } from 'zod';
import { instant } from '../fields.ts';

/** Who wrote it, as everybody may see it. */
export const author = z.object({
  id: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Staff mark, e.g. 云标技术支持; '' for everybody else. */
  official: z.string(),
});

/** `review`: held until staff have looked at it; only its author sees it. */
const postState = z.enum(['visible', 'review']);

/** A question in a list. */
export const postRow = z.object({
  id: z.string(),
  softwareAlias: z.string(),
  softwareName: z.string(),
  gid: z.string(),
  groupName: z.string(),
  title: z.string(),
  /** First words of the text, plain. */
  excerpt: z.string(),
  author,
  pinned: z.boolean(),
  solved: z.boolean(),
  replyCount: z.number(),
  likeCount: z.number(),
  createdAt: instant(),
  /** Last reply, or the question itself. */
  activeAt: instant(),
});

export const group = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Visible questions in it. */
  postCount: z.number(),
});

export const reply = z.object({
  id: z.string(),
  postId: z.string(),
  author,
  /** The asker of the question wrote it. */
  byAsker: z.boolean(),
  state: postState,
  accepted: z.boolean(),
  /** Safe HTML. */
  html: z.string(),
  likeCount: z.number(),
  /** The reply it answers. */
  parent: z.object({ id: z.string(), nickname: z.string() }).nullable(),
  createdAt: instant(),
  /** Null when never changed. */
  editedAt: instant().nullable(),
});

export const post = postRow.extend({
  state: postState,
  /** Safe HTML. */
  html: z.string(),
  editedAt: instant().nullable(),
  /** The accepted answer, also in its place among the replies. */
  accepted: reply.nullable(),
  /** Other questions like it. */
  similar: z.array(postRow),
});
