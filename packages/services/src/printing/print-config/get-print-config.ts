import type { Executor, PrintConfigTable, Selectable } from '@yunbiao/db';
import { createNotFoundError } from '../../platform/errors.ts';
import { type ConfigWithPrinter, selectConfigs } from './present.ts';

type Which = { id: number; memberId: number };

export const createConfigNotFoundError = () => createNotFoundError('没有这个打印机配置');

/** A configuration of the member. @throws 404 for one that is deleted or another member's */
export const getPrintConfig = async (
  executor: Executor,
  { id, memberId }: Which,
): Promise<Selectable<PrintConfigTable>> => {
  const row = await executor
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createConfigNotFoundError();
  return row;
};

/** Returns a print configuration with names and states of its client and printer. @throws 404 */
export const getConfigWithPrinter = async (
  executor: Executor,
  { id, memberId }: Which,
): Promise<ConfigWithPrinter> => {
  const row = await selectConfigs(executor, memberId)
    .where('print_config.id', '=', id)
    .executeTakeFirst();
  if (!row) throw createConfigNotFoundError();
  return row;
};
