import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';

/** Lists the question groups of a software and the totals of its forum. */
export const listGroups = async (
  executor: Executor,
  softwareId: number,
): Promise<{ groups: CallOutput<'askGroupList'>; posts: number; solved: number }> => {
  const rows = await executor
    .selectFrom('forum_group')
    .selectAll()
    .where('software_id', '=', softwareId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return {
    groups: rows
      .filter(({ state }) => state === 'on')
      .map(({ id, name, description, post_count: postCount }) => ({
        id: String(id),
        name,
        description,
        postCount,
      })),
    posts: rows.reduce((sum, row) => sum + row.post_count, 0),
    solved: rows.reduce((sum, row) => sum + row.solved_count, 0),
  };
};

export const listQuestionGroups = async ({
  ctx,
  softwareId,
}: {
  ctx: Context;
  softwareId: number;
}): Promise<CallOutput<'askGroupList'>> => (await listGroups(ctx.db.kysely, softwareId)).groups;

/** Checks that the software has such an open group. @throws 404 */
export const requireGroup = async (
  executor: Executor,
  { id, softwareId }: { id: number; softwareId: number },
): Promise<void> => {
  const row = await executor
    .selectFrom('forum_group')
    .select('id')
    .where('id', '=', id)
    .where('software_id', '=', softwareId)
    .where('state', '=', 'on')
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这个分类');
};
