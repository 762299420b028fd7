import type { Context } from '../context.ts';
import type { SoftwareRow } from './find.ts';

/** Every software, the offline ones too, in the order of the site: for the operator. */
export const allSoftwares = ({ ctx }: { ctx: Context }): Promise<SoftwareRow[]> =>
  ctx.db.kysely.selectFrom('software').selectAll().orderBy('sort').orderBy('id').execute();

/** Whether the site has anything to show. */
export const hasSoftware = async ({ ctx }: { ctx: Context }): Promise<boolean> =>
  (await ctx.db.kysely.selectFrom('software').select('id').executeTakeFirst()) !== undefined;
