import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type Executor, sql } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { noPost } from './find.ts';
import { postRows } from './present.ts';

type Sort = CallParsed<'askPostList'>['sort'];
type Where = { softwareId: number; gid?: number | undefined };

/** Pinned questions lead the newest; more of them would be a list of their own. */
const PINNED = 10;
const PAGE = 20;

const within = (executor: Executor, { softwareId, gid }: Where) =>
  executor
    .selectFrom('post')
    .select(['id', 'hot'])
    .where('state', '=', 'visible')
    .$if(gid === undefined, (query) => query.where('software_id', '=', softwareId))
    .$if(gid !== undefined, (query) =>
      // `+ 0` leaves the walk to the group's index.
      query.where('group_id', '=', gid ?? 0).where(sql`software_id + 0`, '=', softwareId),
    );

/** Written out, not bound: the engines match partial indexes by their text. */
const ONLY = {
  unanswered: sql<boolean>`reply_count = 0`,
  solved: sql<boolean>`accepted_reply_id is not null`,
};

/** Ids of visible questions in an order, after one of them. */
export const postIds = async (
  executor: Executor,
  {
    sort,
    limit,
    last,
    except = [],
    ...where
  }: Where & {
    sort: Sort;
    limit: number;
    last?: { id: number; hot: number } | undefined;
    except?: readonly number[];
  },
): Promise<number[]> => {
  const rows = await within(executor, where)
    .$if(sort === 'unanswered', (query) => query.where(ONLY.unanswered))
    .$if(sort === 'solved', (query) => query.where(ONLY.solved))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .$if(last !== undefined && sort !== 'hot', (query) => query.where('id', '<', last?.id ?? 0))
    .$if(last !== undefined && sort === 'hot', (query) =>
      query.where(sql<boolean>`(hot, id) < (${last?.hot ?? 0}, ${last?.id ?? 0})`),
    )
    .$if(sort === 'hot', (query) => query.orderBy('hot', 'desc'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

const pinnedIds = async (executor: Executor, where: Where): Promise<number[]> => {
  const rows = await executor
    .selectFrom('post')
    .select('id')
    .where('software_id', '=', where.softwareId)
    .where('state', '=', 'visible')
    .where(sql<boolean>`pinned = 1`)
    .$if(where.gid !== undefined, (query) => query.where('group_id', '=', where.gid ?? 0))
    .orderBy('id', 'desc')
    .limit(PINNED)
    .execute();
  return rows.map(({ id }) => id);
};

/** Where to go on. It may have been taken away meanwhile: the place in the order is still its. @throws 404 */
const getPlace = async (
  executor: Executor,
  id: number,
  softwareId: number,
): Promise<{ id: number; hot: number }> => {
  const row = await executor
    .selectFrom('post')
    .select(['id', 'hot'])
    .where('id', '=', id)
    .where('software_id', '=', softwareId)
    .executeTakeFirst();
  if (!row) throw noPost();
  return row;
};

/**
 * Questions, 20 at a time. Pinned ones lead the first page of the newest and do not come again. @throws 404 for a last
 * one of another software
 */
export const askPostList = async ({
  ctx,
  softwareId,
  input,
}: {
  ctx: Context;
  softwareId: number;
  input: Pick<CallParsed<'askPostList'>, 'sort' | 'gid' | 'lastPostId'>;
}): Promise<CallOutput<'askPostList'>> => {
  const { kysely } = ctx.db;
  const { sort, lastPostId } = input;
  const where = { softwareId, gid: input.gid === undefined ? undefined : Number(input.gid) };
  const last =
    lastPostId === undefined ? undefined : await getPlace(kysely, Number(lastPostId), softwareId);
  const pinned = sort === 'latest' ? await pinnedIds(kysely, where) : [];
  const ids = await postIds(kysely, { ...where, sort, last, except: pinned, limit: PAGE + 1 });
  const page = ids.slice(0, PAGE);
  const list = await postRows(kysely, last ? page : [...pinned, ...page]);
  return { list, nextId: ids.length > PAGE ? String(page.at(-1)) : null };
};
