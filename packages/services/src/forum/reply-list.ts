import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { getPost } from './find.ts';
import { replyRows } from './present.ts';

const PAGE = 20;

type Whose = { postId: number; memberId: number | null; from: number };

/** Ids from `from` on: those everybody sees, and the member's own that wait for review. */
const seenIds = async (executor: Executor, { postId, memberId, from }: Whose) => {
  const start = executor
    .selectFrom('reply')
    .select('id')
    .where('post_id', '=', postId)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(PAGE + 1);
  const visible = await start.where('state', '=', 'visible').execute();
  const waiting =
    memberId === null
      ? []
      : await start.where('state', '=', 'review').where('member_id', '=', memberId).execute();
  return [...visible, ...waiting].map(({ id }) => id).toSorted((a, b) => a - b);
};

const countBefore = async (executor: Executor, postId: number, id: number): Promise<number> => {
  const row = await executor
    .selectFrom('reply')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .where('state', '=', 'visible')
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** The replies to a question, the first ones first, 20 at a time. @throws 404 */
export const askPostReplyList = async ({
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
  const ids = await seenIds(kysely, { postId, memberId, from });
  const page = ids.slice(0, PAGE);
  return {
    list: await replyRows(kysely, post, page),
    nextId: ids.length > PAGE ? String(page.at(-1)) : null,
    before: from > 1 ? await countBefore(kysely, postId, page[0] ?? from) : 0,
  };
};
