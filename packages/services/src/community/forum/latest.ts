import type { Executor } from '@yunbiao/db';
import { sql } from '@yunbiao/db';
import { listGroups } from './groups.ts';
import { type ListedPost, loadPosts } from './present.ts';

const ANSWERED_COUNT = 6;

/** Lists the most recently answered questions of one software, or of all online ones. */
export const listAnsweredPosts = async (
  executor: Executor,
  softwareId: number | null,
): Promise<ListedPost[]> => {
  const rows = await executor
    .selectFrom('post')
    .select('id')
    .where('state', '=', sql.lit('visible'))
    .where(sql<boolean>`reply_count > 0`)
    .$if(softwareId !== null, (query) => query.where('software_id', '=', softwareId ?? 0))
    .$if(softwareId === null, (query) =>
      query.where((eb) =>
        eb(
          'software_id',
          'in',
          eb.selectFrom('software').select('id').where('state', '=', 'online'),
        ),
      ),
    )
    .orderBy('active_at', 'desc')
    .limit(ANSWERED_COUNT)
    .execute();
  return loadPosts(
    executor,
    rows.map(({ id }) => id),
  );
};

/** Totals of the forums of these software. */
export const sumForumCounts = async (
  executor: Executor,
  softwareIds: readonly number[],
): Promise<{ posts: number; solved: number }> => {
  const groupLists = await Promise.all(softwareIds.map((id) => listGroups(executor, id)));
  return {
    posts: groupLists.reduce((sum, group) => sum + group.posts, 0),
    solved: groupLists.reduce((sum, group) => sum + group.solved, 0),
  };
};
