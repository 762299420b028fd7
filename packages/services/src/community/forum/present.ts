import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { toUsernameKey } from '../../identity/member/username.ts';
import { renderPost } from '../../platform/markdown/markdown.ts';
import { toIso, toIsoOrNull } from '../../platform/time.ts';

export type ListedPost = CallOutput<'askPostList'>['list'][number];
export type ListedReply = CallOutput<'askPostReplyList'>['list'][number];

type NamedMember = { nickname: string; username: string };

/** Public display name. Never the sign-in name or a phone number. */
export const formatPublicName = ({ nickname, username }: NamedMember): string => {
  const revealsIdentity =
    toUsernameKey(nickname) === toUsernameKey(username) || /^\+?\d{7,}$/.test(nickname);
  if (nickname.trim() !== '' && !revealsIdentity) return nickname;
  return `${Array.from(username)[0] ?? ''}***`;
};

type AuthorRow = NamedMember & { member_id: number; avatar: string | null; official: string };

export const presentAuthor = (row: AuthorRow): ListedPost['author'] => ({
  id: String(row.member_id),
  nickname: formatPublicName(row),
  avatar: row.avatar,
  official: row.official,
});

const AUTHOR = ['member.nickname', 'member.username', 'member.avatar', 'member.official'] as const;

/**
 * Loads questions for a list, in the order of the ids. The caller has checked that they are
 * visible.
 */
export const loadPosts = async (
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
      createdAt: toIso(row.created_at),
      activeAt: toIso(row.active_at),
    }));
};

type Parent = { id: number; state: string } & NamedMember;

const loadParentReplies = async (
  executor: Executor,
  ids: number[],
): Promise<Map<number, Parent>> => {
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

/** Loads replies of a question, in id order. The caller has checked that they are visible. */
export const loadReplies = async (
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
  const parents = await loadParentReplies(
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
        parent: parent ? { id: String(parent.id), nickname: formatPublicName(parent) } : null,
        createdAt: toIso(row.created_at),
        editedAt: toIsoOrNull(row.edited_at),
      };
    });
};
