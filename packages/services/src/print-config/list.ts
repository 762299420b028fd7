import type { CallOutput } from '@yunbiao/contract';
import { prepared } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { configRows, presentConfig } from './present.ts';

const listRows = prepared((db, { memberId }: { memberId: number }) =>
  configRows(db, memberId).orderBy('print_config.is_default', 'desc').orderBy('print_config.id'),
);

/** The member's printer configurations, the default first. */
export const printConfigList = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<CallOutput<'printConfigList'>> => {
  const rows = await listRows(ctx.db.kysely, { memberId });
  return { list: rows.map((row) => presentConfig(ctx, row)) };
};
