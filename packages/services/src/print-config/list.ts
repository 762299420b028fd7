import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { configRows, presentConfig } from './present.ts';

/** The member's printer configurations, the default first. */
export const printConfigList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'printConfigList'>> => {
  const rows = await configRows(ctx.db.kysely, memberId)
    .orderBy('print_config.is_default', 'desc')
    .orderBy('print_config.id')
    .execute();
  return { list: rows.map((row) => presentConfig(ctx, row)) };
};
