import type { Executor } from '@yunbiao/db';
import { sql } from '@yunbiao/db';
import { listGroups } from './groups.ts';
import { type ListedPost, postRows } from './present.ts';

const ANSWERED = 6;

/** Questions answered last: of one software, or of all that are online. */
export const answeredPosts = async (
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
    .limit(ANSWERED)
    .execute();
  return postRows(
    executor,
    rows.map(({ id }) => id),
  );
};

/** What the forums of these softwares can prove. */
export const forumFigures = async (
  executor: Executor,
  softwareIds: readonly number[],
): Promise<{ posts: number; solved: number }> => {
  const all = await Promise.all(softwareIds.map((id) => listGroups(executor, id)));
  return {
    posts: all.reduce((sum, one) => sum + one.posts, 0),
    solved: all.reduce((sum, one) => sum + one.solved, 0),
  };
};
