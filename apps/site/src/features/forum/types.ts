import type { CallOutput } from '@yunbiao/contract';

export type ForumIndex = CallOutput<'askIndex'>;
export type Group = ForumIndex['groups'][number];
export type PostRow = CallOutput<'askPostList'>['list'][number];
export type Post = CallOutput<'askPostDetails'>;
export type ReplyList = CallOutput<'askPostReplyList'>;
export type Reply = ReplyList['list'][number];
export type Author = Reply['author'];
/** State of the signed-in member for one question. */
export type MemberState = CallOutput<'askOwn'>;
