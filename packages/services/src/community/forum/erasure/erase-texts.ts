import { runTransaction, type Tx } from '@yunbiao/db';
import type { MemberScope } from '../../../platform/context.ts';

const AT_ONCE = 50;

type LeftMember = MemberScope & { after: number; nickname: string };

/** Contents in these states are erased: deleted by the author, or never approved. */
const INVISIBLE_STATES = ['deleted', 'review'];

const listNextEntryIds = async (
  tx: Tx,
  table: 'post' | 'reply',
  { memberId, after }: LeftMember,
): Promise<number[]> => {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Erases a page of invisible questions of a deleted member. Returns the last id; null at the end.
 */
export const eraseInvisiblePosts = (leftMember: LeftMember): Promise<number | null> =>
  runTransaction(leftMember.ctx.db, async (tx) => {
    const ids = await listNextEntryIds(tx, 'post', leftMember);
    if (ids.length === 0) return null;
    await tx
      .updateTable('post')
      .set({ state: 'deleted', title: '', content: '', excerpt: '', content_hash: '' })
      .where('id', 'in', ids)
      .where('state', 'in', INVISIBLE_STATES)
      .execute();
    return ids.at(-1) ?? null;
  });

/**
 * Replaces the name in reply notices of the asker and of the author of the parent reply. Their
 * titles start with the name.
 */
const renameInNotices = async (tx: Tx, replyId: number, nickname: string): Promise<void> => {
  const reply = await tx
    .selectFrom('reply')
    .innerJoin('post', 'post.id', 'reply.post_id')
    .leftJoin('reply as parent', 'parent.id', 'reply.parent_id')
    .select(['reply.post_id', 'post.member_id as asker', 'parent.member_id as answered'])
    .where('reply.id', '=', replyId)
    .executeTakeFirstOrThrow();
  const notices = await tx
    .selectFrom('notice')
    .select(['id', 'title'])
    .where('member_id', 'in', [reply.asker, reply.answered ?? reply.asker])
    .where('kind', '=', 'reply')
    .where('path', 'like', `/%/qa/${reply.post_id}.html?reply=${replyId}#%`)
    .execute();
  for (const { id, title } of notices) {
    const words = title.indexOf(' 回复了你');
    if (words < 0) continue;
    await tx
      .updateTable('notice')
      .set({ title: nickname + title.slice(words) })
      .where('id', '=', id)
      .execute();
  }
};

/**
 * Erases a page of invisible replies of a deleted member, and the name in notices about them.
 * Returns the last id; null at the end.
 */
export const eraseInvisibleReplies = (leftMember: LeftMember): Promise<number | null> =>
  runTransaction(leftMember.ctx.db, async (tx) => {
    const ids = await listNextEntryIds(tx, 'reply', leftMember);
    if (ids.length === 0) return null;
    await tx
      .updateTable('reply')
      .set({ state: 'deleted', content: '', content_hash: '' })
      .where('id', 'in', ids)
      .where('state', 'in', INVISIBLE_STATES)
      .execute();
    for (const id of ids) await renameInNotices(tx, id, leftMember.nickname);
    return ids.at(-1) ?? null;
  });
