import type { Executor } from '@yunbiao/db';
import { createNotFoundError } from '../../platform/errors.ts';
import type { GroupRow } from './present.ts';

type Which = { id: number; memberId: number };

export const createGroupNotFoundError = () => createNotFoundError('没有这个打印机组');

/** A group of the member; null when it was deleted or is another member's. */
export const findPrinterGroup = async (
  executor: Executor,
  { id, memberId }: Which,
): Promise<GroupRow | null> =>
  (await executor
    .selectFrom('printer_group')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()) ?? null;

/** A group of the member. @throws 404 */
export const getPrinterGroup = async (executor: Executor, which: Which): Promise<GroupRow> => {
  const group = await findPrinterGroup(executor, which);
  if (!group) throw createGroupNotFoundError();
  return group;
};
