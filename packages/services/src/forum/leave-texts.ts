import { transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';

const AT_ONCE = 50;

type Left = { ctx: Context; memberId: number; after: number; nickname: string };

/** What nobody sees has nobody to stay for: taken back by its author, or never let through. */
const UNSEEN = ['deleted', 'review'];

const idsAfter = async (
  tx: Tx,
  table: 'post' | 'reply',
  { memberId, after }: Left,
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

/** Questions of a member who left, some at a time. Returns the last id; null when there were no more. */
export const leavePosts = (left: Left): Promise<number | null> =>
  transaction(left.ctx.db, async (tx) => {
    const ids = await idsAfter(tx, 'post', left);
    if (ids.length === 0) return null;
    await tx
      .updateTable('post')
      .set({ state: 'deleted', title: '', content: '', excerpt: '', content_hash: '' })
      .where('id', 'in', ids)
      .where('state', 'in', UNSEEN)
      .execute();
    return ids.at(-1) ?? null;
  });

/** Titles begin with the name: who was told by name that the member had replied: the asker, and whom it answered. */
const rename = async (tx: Tx, replyId: number, nickname: string): Promise<void> => {
  const reply = await tx
    .selectFrom('reply')
    .innerJoin('post', 'post.id', 'reply.post_id')
    .leftJoin('reply as parent', 'parent.id', 'reply.parent_id')
    .select(['reply.post_id', 'post.member_id as asker', 'parent.member_id as answered'])
    .where('reply.id', '=', replyId)
    .executeTakeFirstOrThrow();
  const told = await tx
    .selectFrom('notice')
    .select(['id', 'title'])
    .where('member_id', 'in', [reply.asker, reply.answered ?? reply.asker])
    .where('kind', '=', 'reply')
    .where('path', 'like', `/%/qa/${reply.post_id}.html?reply=${replyId}#%`)
    .execute();
  for (const { id, title } of told) {
    const words = title.indexOf(' 回复了你');
    if (words < 0) continue;
    await tx
      .updateTable('notice')
      .set({ title: nickname + title.slice(words) })
      .where('id', '=', id)
      .execute();
  }
};

/** Replies of a member who left, and what others were told of them. Returns the last id; null when there were no more. */
export const leaveReplies = (left: Left): Promise<number | null> =>
  transaction(left.ctx.db, async (tx) => {
    const ids = await idsAfter(tx, 'reply', left);
    if (ids.length === 0) return null;
    await tx
      .updateTable('reply')
      .set({ state: 'deleted', content: '', content_hash: '' })
      .where('id', 'in', ids)
      .where('state', 'in', UNSEEN)
      .execute();
    for (const id of ids) await rename(tx, id, left.nickname);
    return ids.at(-1) ?? null;
  });
