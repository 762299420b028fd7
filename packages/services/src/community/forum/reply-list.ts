import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { getPost } from './find-entries.ts';
import { loadReplies } from './present.ts';

const PAGE_SIZE = 20;

type ReplyFilter = { postId: number; memberId: number | null; from: number };

/** Ids from `from` on: visible replies, and the member's own ones in review. */
const listVisibleReplyIds = async (executor: Executor, { postId, memberId, from }: ReplyFilter) => {
  const start = executor
    .selectFrom('reply')
    .select('id')
    .where('post_id', '=', postId)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(PAGE_SIZE + 1);
  const visible = await start.where('state', '=', 'visible').execute();
  const waiting =
    memberId === null
      ? []
      : await start.where('state', '=', 'review').where('member_id', '=', memberId).execute();
  return [...visible, ...waiting].map(({ id }) => id).toSorted((a, b) => a - b);
};

const countRepliesBefore = async (
  executor: Executor,
  postId: number,
  id: number,
): Promise<number> => {
  const row = await executor
    .selectFrom('reply')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .where('state', '=', 'visible')
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** Lists the replies to a question, oldest first, 20 per page. @throws 404 */
export const listPostReplies = async ({
  ctx,
  softwareId,
  memberId,
  input,
}: {
  ctx: Context;
  softwareId: number;
  memberId: number | null;
  input: Pick<CallParsed<'askPostReplyList'>, 'postId' | 'lastId' | 'fromId'>;
}): Promise<CallOutput<'askPostReplyList'>> => {
  const { kysely } = ctx.db;
  const postId = Number(input.postId);
  const post = await getPost(kysely, postId, { softwareId, memberId });
  const from = Math.max(Number(input.fromId ?? 1), Number(input.lastId ?? 0) + 1);
  const ids = await listVisibleReplyIds(kysely, { postId, memberId, from });
  const page = ids.slice(0, PAGE_SIZE);
  return {
    list: await loadReplies(kysely, post, page),
    nextId: ids.length > PAGE_SIZE ? String(page.at(-1)) : null,
    before: from > 1 ? await countRepliesBefore(kysely, postId, page[0] ?? from) : 0,
  };
};
