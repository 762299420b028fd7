import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { type Executor, sql } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createPostNotFoundError } from './find-entries.ts';
import { loadPosts } from './present.ts';

type Sort = CallParsed<'askPostList'>['sort'];
type PostFilter = { softwareId: number; gid?: number | undefined };

/** Maximum pinned questions at the top of the newest ones. */
const MAX_PINNED = 10;
const PAGE_SIZE = 20;

const selectVisiblePosts = (executor: Executor, { softwareId, gid }: PostFilter) =>
  executor
    .selectFrom('post')
    .select(['id', 'hot'])
    .where('state', '=', 'visible')
    .$if(gid === undefined, (query) => query.where('software_id', '=', softwareId))
    .$if(gid !== undefined, (query) =>
      // `+ 0` makes the database use the group's index.
      query.where('group_id', '=', gid ?? 0).where(sql`software_id + 0`, '=', softwareId),
    );

/** Literals instead of parameters: databases match partial indexes by text. */
const SORT_CONDITIONS = {
  unanswered: sql<boolean>`reply_count = 0`,
  solved: sql<boolean>`accepted_reply_id is not null`,
};

/** Lists ids of visible questions in a sort order, after `last`. */
export const listPostIds = async (
  executor: Executor,
  {
    sort,
    limit,
    last,
    except = [],
    ...where
  }: PostFilter & {
    sort: Sort;
    limit: number;
    last?: { id: number; hot: number } | undefined;
    except?: readonly number[];
  },
): Promise<number[]> => {
  const rows = await selectVisiblePosts(executor, where)
    .$if(sort === 'unanswered', (query) => query.where(SORT_CONDITIONS.unanswered))
    .$if(sort === 'solved', (query) => query.where(SORT_CONDITIONS.solved))
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

const listPinnedIds = async (executor: Executor, filter: PostFilter): Promise<number[]> => {
  const rows = await executor
    .selectFrom('post')
    .select('id')
    .where('software_id', '=', filter.softwareId)
    .where('state', '=', 'visible')
    .where(sql<boolean>`pinned = 1`)
    .$if(filter.gid !== undefined, (query) => query.where('group_id', '=', filter.gid ?? 0))
    .orderBy('id', 'desc')
    .limit(MAX_PINNED)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Position to continue from. A question deleted in the meantime still has its position.
 * @throws 404
 */
const getListPosition = async (
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
  if (!row) throw createPostNotFoundError();
  return row;
};

/**
 * Lists questions, 20 per page. Pinned ones lead the first page of the newest and are not repeated.
 * @throws 404 if the last id belongs to another software
 */
export const listPosts = async ({
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
  const filter = { softwareId, gid: input.gid === undefined ? undefined : Number(input.gid) };
  const last =
    lastPostId === undefined
      ? undefined
      : await getListPosition(kysely, Number(lastPostId), softwareId);
  const pinnedIds = sort === 'latest' ? await listPinnedIds(kysely, filter) : [];
  const ids = await listPostIds(kysely, {
    ...filter,
    sort,
    last,
    except: pinnedIds,
    limit: PAGE_SIZE + 1,
  });
  const page = ids.slice(0, PAGE_SIZE);
  const list = await loadPosts(kysely, last ? page : [...pinnedIds, ...page]);
  return { list, nextId: ids.length > PAGE_SIZE ? String(page.at(-1)) : null };
};
