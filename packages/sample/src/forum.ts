import type { Executor, Tx } from '@yunbiao/db';
import { type Context, DAY, getExcerpt, HOUR } from '@yunbiao/services';
import {
  hashContent,
  updateGroupCounts,
  hashPassword,
  computeHotRank,
  generateSecret,
  startFollowing,
} from '@yunbiao/services/parts';
import { MIANDAN_FORUM } from './forum-miandan.ts';
import {
  SAMPLE_AUTHORS,
  type SampleAuthor,
  type SampleForum,
  type SamplePost,
} from './forum-shapes.ts';
import { YUNBIAO_FORUM } from './forum-yunbiao.ts';

const FORUMS: Record<string, SampleForum> = { yunbiao: YUNBIAO_FORUM, miandan: MIANDAN_FORUM };

/**
 * Hash of a random password: sample members do not sign in. Hashing is slow, so it runs before the
 * transaction.
 */
export const hashUnusablePassword = (): Promise<string> => hashPassword(generateSecret());

type Members = Record<SampleAuthor, number>;
type Scope = { ctx: Context; tx: Tx };

const getSampleUsername = (author: SampleAuthor): string => `sample-${author}`;

const addMember = async ({ ctx, tx }: Scope, author: SampleAuthor, hash: string) => {
  const { nickname, official } = SAMPLE_AUTHORS[author];
  const username = getSampleUsername(author);
  const { id } = await tx
    .insertInto('member')
    .values({
      username,
      username_key: username,
      password_hash: hash,
      nickname,
      official,
      avatar: null,
      cover: null,
      intro: '',
      company: '',
      share_code: username,
      is_demo: 0,
      created_at: ctx.now() - 100 * DAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** True when the sample forums exist. Their members cannot be deleted. */
export const hasSampleMembers = async (executor: Executor): Promise<boolean> =>
  (await executor
    .selectFrom('member')
    .select('id')
    .where('username_key', '=', getSampleUsername('staff'))
    .executeTakeFirst()) !== undefined;

/** Adds the authors of the sample forums. */
export const addSampleMembers = async (scope: Scope, hash: string): Promise<Members> => ({
  fruit: await addMember(scope, 'fruit', hash),
  metal: await addMember(scope, 'metal', hash),
  paper: await addMember(scope, 'paper', hash),
  depot: await addMember(scope, 'depot', hash),
  tea: await addMember(scope, 'tea', hash),
  station: await addMember(scope, 'station', hash),
  staff: await addMember(scope, 'staff', hash),
});

type Liked = { kind: 'post' | 'reply'; id: number; at: number; by: readonly SampleAuthor[] };

const addLikes = async ({ tx }: Scope, members: Members, { kind, id, at, by }: Liked) => {
  if (by.length === 0) return;
  await tx
    .insertInto('forum_like')
    .values(
      by.map((author) => ({
        member_id: members[author],
        target_kind: kind,
        target_id: id,
        created_at: at,
      })),
    )
    .execute();
};

const addReplies = async (
  scope: Scope,
  members: Members,
  { id: postId, at, post }: { id: number; at: number; post: SamplePost },
): Promise<{ accepted: number | null; activeAt: number }> => {
  const ids: number[] = [];
  let acceptedReplyId: number | null = null;
  let activeAt = at;
  for (const reply of post.replies) {
    activeAt = at + reply.after * HOUR;
    const { id } = await scope.tx
      .insertInto('reply')
      .values({
        post_id: postId,
        member_id: members[reply.by],
        content: reply.content,
        parent_id: reply.to === undefined ? null : (ids[reply.to] ?? null),
        content_hash: hashContent(reply.content),
        state: 'visible',
        edited_at: null,
        like_count: reply.likes?.length ?? 0,
        created_at: activeAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    if (reply.accepted) acceptedReplyId = id;
    await addLikes(scope, members, { kind: 'reply', id, at: activeAt, by: reply.likes ?? [] });
    await startFollowing(scope.ctx, scope.tx, { memberId: members[reply.by], postId });
  }
  return { accepted: acceptedReplyId, activeAt };
};

type Place = { softwareId: number; groupId: number };

const addPost = async (scope: Scope, members: Members, place: Place, post: SamplePost) => {
  const { ctx, tx } = scope;
  const at = ctx.now() - Math.round(post.daysAgo * DAY);
  const likes = post.likes ?? [];
  const figures = { reply_count: post.replies.length, like_count: likes.length, created_at: at };
  const row = {
    software_id: place.softwareId,
    group_id: place.groupId,
    member_id: members[post.by],
    title: post.title,
    content: post.content,
    excerpt: getExcerpt(post.content, 120),
    content_hash: hashContent(post.title, post.content),
    state: 'visible',
    pinned: post.pinned ? 1 : 0,
    ...figures,
    hot: computeHotRank(figures),
    accepted_reply_id: null,
    edited_at: null,
    active_at: at,
  };
  const { id } = await tx.insertInto('post').values(row).returning('id').executeTakeFirstOrThrow();
  const { accepted, activeAt } = await addReplies(scope, members, { id, at, post });
  await tx
    .updateTable('post')
    .set({ accepted_reply_id: accepted, active_at: activeAt })
    .where('id', '=', id)
    .execute();
  await updateGroupCounts(tx, null, { ...row, accepted_reply_id: accepted });
  await addLikes(scope, members, { kind: 'post', id, at, by: likes });
  await startFollowing(ctx, tx, { memberId: members[post.by], postId: id });
};

/** Adds groups, questions and answers of a sample software. */
export const addSampleForum = async (
  scope: Scope,
  { softwareId, alias, members }: { softwareId: number; alias: string; members: Members },
): Promise<void> => {
  const forum = FORUMS[alias];
  if (!forum) return;
  const groups = await scope.tx
    .insertInto('forum_group')
    .values(
      forum.groups.map(({ name, description }, place) => ({
        software_id: softwareId,
        name,
        description,
        sort: place + 1,
        state: 'on',
        post_count: 0,
        solved_count: 0,
      })),
    )
    .returning(['id', 'sort'])
    .execute();
  // Oldest first, so that the newest question has the highest id.
  for (const post of forum.posts.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const groupId = groups.find(({ sort }) => sort === post.group + 1)?.id;
    if (groupId === undefined) throw new Error(`sample question without a group: ${post.title}`);
    await addPost(scope, members, { softwareId, groupId }, post);
  }
};
