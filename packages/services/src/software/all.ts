import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import type { SoftwareRow } from './find.ts';

/** Every software, the offline ones too, in the order of the site: for the operator. */
export const allSoftwares = ({ ctx }: { ctx: Context }): Promise<SoftwareRow[]> =>
  ctx.db.kysely.selectFrom('software').selectAll().orderBy('sort').orderBy('id').execute();

/** Whose user area a link leads to that is about the account and no software; null when none is online. */
export const aliasOfSite = async (executor: Executor): Promise<string | null> => {
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

/** Whether the site has anything to show. */
export const hasSoftware = async ({ ctx }: { ctx: Context }): Promise<boolean> =>
  (await ctx.db.kysely.selectFrom('software').select('id').executeTakeFirst()) !== undefined;
