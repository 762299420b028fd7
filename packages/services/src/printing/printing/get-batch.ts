import type { BatchTable, DetailTable, Executor, Selectable, Tx } from '@yunbiao/db';
import { lockDetailRows } from '@yunbiao/db';
import { lockClientRow } from '../client/lock-client.ts';
import { createNotFoundError } from '../../platform/errors.ts';

/** A batch of the member that is not hidden. @throws 404 for a batch of another member */
export const getBatchOfMember = async (
  executor: Executor,
  { batchNo, memberId }: { batchNo: string; memberId: number },
): Promise<Selectable<BatchTable>> => {
  const row = await executor
    .selectFrom('batch')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('batch_no', '=', batchNo)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有批次 ${batchNo}`);
  return row;
};

/**
 * A label of the member, locked until the transaction ends.
 * @throws 404 for a label of another member
 */
export const lockDetailOfMember = async (
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<DetailTable>> => {
  const [row] = await lockDetailRows(tx, [id]);
  if (!row || row.member_id !== memberId) throw createNotFoundError('没有这张标签');
  return row;
};

/** Locks the client that prints a label of the member. @throws 404 for a label of another member */
export const lockClientOfDetail = async (
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
): Promise<void> => {
  const row = await tx
    .selectFrom('detail')
    .select('client_id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这张标签');
  await lockClientRow(tx, row.client_id);
  // Checked under the lock: labels past their retention are being deleted.
  const storedDetail = await tx
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select('detail.id')
    .where('detail.id', '=', id)
    .where('batch.records', '=', 'kept')
    .executeTakeFirst();
  if (!storedDetail) throw createNotFoundError('这张标签的记录已过保留期');
};
