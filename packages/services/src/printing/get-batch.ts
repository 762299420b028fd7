import type { BatchTable, DetailTable, Executor, Selectable, Tx } from '@yunbiao/db';
import { lockDetails } from '@yunbiao/db';
import { lockClient } from '../client/lock-client.ts';
import { notFound } from '../errors.ts';

/** A batch of the member that is not hidden. @throws 404 for somebody else's */
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
  if (!row) throw notFound(`没有批次 ${batchNo}`);
  return row;
};

/** A label of the member, locked until the transaction ends. @throws 404 for somebody else's */
export const lockDetailOfMember = async (
  tx: Tx,
  { id, memberId }: { id: number; memberId: number },
): Promise<Selectable<DetailTable>> => {
  const [row] = await lockDetails(tx, [id]);
  if (!row || row.member_id !== memberId) throw notFound('没有这张标签');
  return row;
};

/** Locks the client that prints a label of the member. @throws 404 for somebody else's */
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
  if (!row) throw notFound('没有这张标签');
  await lockClient(tx, row.client_id);
  // Looked at behind the lock: labels that the plan keeps no longer are on their way out.
  const kept = await tx
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .select('detail.id')
    .where('detail.id', '=', id)
    .where('batch.records', '=', 'kept')
    .executeTakeFirst();
  if (!kept) throw notFound('这张标签的记录已过保留期');
};
