import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { presentGroups } from './present.ts';

/** The member's printer groups in order of creation. */
export const listPrinterGroups = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'printerGroupList'>> => {
  const rows = await ctx.db.kysely
    .selectFrom('printer_group')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return { list: await presentGroups(ctx.db.kysely, rows) };
};
