import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import type { SoftwareRow } from './find.ts';

/** All softwares in display order, including offline ones, for operators. */
export const listAllSoftwares = ({ ctx }: { ctx: Context }): Promise<SoftwareRow[]> =>
  ctx.db.kysely.selectFrom('software').selectAll().orderBy('sort').orderBy('id').execute();

/**
 * Alias for links to account pages, which belong to no software. Null when no software is online.
 */
export const findDefaultSoftwareAlias = async (executor: Executor): Promise<string | null> => {
  const row = await executor
    .selectFrom('software')
    .select('alias')
    .where('state', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.alias ?? null;
};

/** Whether the site has any software. */
export const hasSoftware = async ({ ctx }: { ctx: Context }): Promise<boolean> =>
  (await ctx.db.kysely.selectFrom('software').select('id').executeTakeFirst()) !== undefined;
