import type { CallOutput } from '@yunbiao/contract';
import { createQueryCompiledOnce } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { selectConfigs, presentConfig } from './present.ts';

const listRows = createQueryCompiledOnce((db, { memberId }: { memberId: number }) =>
  selectConfigs(db, memberId).orderBy('print_config.is_default', 'desc').orderBy('print_config.id'),
);

/** The member's print configurations, the default first. */
export const listPrintConfigs = async ({
  ctx,
  memberId,
}: MemberScope): Promise<CallOutput<'printConfigList'>> => {
  const rows = await listRows(ctx.db.kysely, { memberId });
  return { list: rows.map((row) => presentConfig(ctx, row)) };
};
