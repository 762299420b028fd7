import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { usernameKey } from '../member/username.ts';
import { renderPost } from '../markdown/markdown.ts';
import { iso, isoOrNull } from '../time.ts';

export type ListedPost = CallOutput<'askPostList'>['list'][number];
export type ListedReply = CallOutput<'askPostReplyList'>['list'][number];

type Named = { nickname: string; username: string };

/** The name everybody sees. It never is the one a member signs in with, nor a phone number. */
export const publicName = ({ nickname, username }: Named): string => {
  const isTelling = usernameKey(nickname) === usernameKey(username) || /^\+?\d{7,}$/.test(nickname);
  if (nickname.trim() !== '' && !isTelling) return nickname;
  return `${Array.from(username)[0] ?? ''}***`;
};

type AuthorRow = Named & { member_id: number; avatar: string | null; official: string };

export const presentAuthor = (row: AuthorRow): ListedPost['author'] => ({
  id: String(row.member_id),
  nickname: publicName(row),
  avatar: row.avatar,
  official: row.official,
});

const AUTHOR = ['member.nickname', 'member.username', 'member.avatar', 'member.official'] as const;

/** Questions as rows of a list, in the order of the ids; whoever asks has chosen those that may be seen. */
export const postRows = async (
  executor: Executor,
  ids: readonly number[],
): Promise<ListedPost[]> => {
  if (ids.length === 0) return [];
  const rows = await executor
    .selectFrom('post')
    .innerJoin('forum_group', 'forum_group.id', 'post.group_id')
    .innerJoin('software', 'software.id', 'post.software_id')
    .innerJoin('member', 'member.id', 'post.member_id')
    .select([
      ...(['post.id', 'post.group_id', 'post.member_id', 'post.title', 'post.excerpt'] as const),
      ...(['post.pinned', 'post.accepted_reply_id', 'post.reply_count'] as const),
      ...(['post.like_count', 'post.created_at', 'post.active_at'] as const),
      ...(['forum_group.name as group_name', 'software.alias', 'software.name'] as const),
      ...AUTHOR,
    ])
    .where('post.id', 'in', ids)
    .execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows
    .toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    .map((row) => ({
      id: String(row.id),
      softwareAlias: row.alias,
      softwareName: row.name,
      gid: String(row.group_id),
      groupName: row.group_name,
      title: row.title,
      excerpt: row.excerpt,
      author: presentAuthor(row),
      pinned: row.pinned === 1,
      solved: row.accepted_reply_id !== null,
      replyCount: row.reply_count,
      likeCount: row.like_count,
      createdAt: iso(row.created_at),
      activeAt: iso(row.active_at),
    }));
};

type Parent = { id: number; state: string } & Named;

const listParents = async (executor: Executor, ids: number[]): Promise<Map<number, Parent>> => {
  if (ids.length === 0) return new Map();
  const rows = await executor
    .selectFrom('reply')
    .innerJoin('member', 'member.id', 'reply.member_id')
    .select(['reply.id', 'reply.state', 'member.nickname', 'member.username'])
    .where('reply.id', 'in', ids)
    .where('reply.state', '=', 'visible')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/** Replies of one question, in the order of their ids; whoever asks has chosen those that may be seen. */
export const replyRows = async (
  executor: Executor,
  post: { member_id: number; accepted_reply_id: number | null },
  ids: readonly number[],
): Promise<ListedReply[]> => {
  if (ids.length === 0) return [];
  const rows = await executor
    .selectFrom('reply')
    .innerJoin('member', 'member.id', 'reply.member_id')
    .selectAll('reply')
    .select(AUTHOR)
    .where('reply.id', 'in', ids)
    .execute();
  const parents = await listParents(
    executor,
    rows.flatMap(({ parent_id: id }) => (id === null ? [] : [id])),
  );
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const parent = row.parent_id === null ? undefined : parents.get(row.parent_id);
      return {
        id: String(row.id),
        postId: String(row.post_id),
        author: presentAuthor(row),
        byAsker: row.member_id === post.member_id,
        state: row.state === 'review' ? 'review' : 'visible',
        accepted: row.id === post.accepted_reply_id,
        html: renderPost(row.content),
        likeCount: row.like_count,
        parent: parent ? { id: String(parent.id), nickname: publicName(parent) } : null,
        createdAt: iso(row.created_at),
        editedAt: isoOrNull(row.edited_at),
      };
    });
};
