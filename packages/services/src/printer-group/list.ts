import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { presentGroups } from './present.ts';

/** The member's groups of printers, as they were made. */
export const printerGroupList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'printerGroupList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('printer_group')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return { list: await presentGroups(ctx.db.kysely, rows) };
};
