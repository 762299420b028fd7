import { createHash } from 'node:crypto';
import type { CallParsed } from '@yunbiao/contract';
import { type Executor, sql, type Tx } from '@yunbiao/db';
import { conflict } from '../errors.ts';
import { DAY } from '../time.ts';

/** How long a key makes a repeat return the first answer. */
const KEPT_MS = 30 * DAY;

export type Key = { memberId: number; key: string; hash: string; now: number };

/** SHA-256 of what a submission asks for, independent of the order of fields in a row; a blank field is a missing one. `own`: what only some submitters say, a number or an address of theirs. */
export const requestHash = (
  input: CallParsed<'print'>,
  own: readonly (string | null | undefined)[] = [],
): string => {
  const { printConfigId, templateId, rows, copies, expireAfter, groupId, groupName } = input;
  const sorted = rows.map((row) =>
    Object.entries(row)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = JSON.stringify(
    [printConfigId, templateId, copies, expireAfter, sorted].concat(
      // What was not said before there was a group is left out: the same request stays the same.
      groupId === undefined ? [] : `group ${groupId}`,
      groupName === undefined ? [] : `group named ${groupName}`,
      own.flatMap((said) => said ?? []),
    ),
  );
  return createHash('sha256').update(text).digest('hex');
};

/**
 * The answer given before under this key, or null.
 * @throws 409 when it was another request
 */
export const earlierAnswer = async (
  executor: Executor,
  { memberId, key, hash, now }: Key,
): Promise<{ batchNo: string; total: number } | null> => {
  const row = await executor
    .selectFrom('batch')
    .select(['batch_no', 'total', 'request_hash', 'created_at'])
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row || row.created_at <= now - KEPT_MS) return null;
  if (row.request_hash !== hash) throw conflict('这个幂等键已经用在另一批标签上了，请换一个');
  return { batchNo: row.batch_no, total: row.total };
};

/**
 * The answer given before to a batch of this number of the submitter's own, or null. A number is never used twice.
 * @throws 409 when it was another request, or too long ago
 */
export const earlierBatch = async (
  executor: Executor,
  { memberId, batchNo, hash, now }: Omit<Key, 'key'> & { batchNo: string },
): Promise<{ batchNo: string; total: number } | null> => {
  const row = await executor
    .selectFrom('batch')
    .select(['total', 'request_hash', 'created_at'])
    .where('member_id', '=', memberId)
    .where('batch_no', '=', batchNo)
    .executeTakeFirst();
  if (!row) return null;
  if (row.created_at <= now - KEPT_MS || row.request_hash !== hash)
    throw conflict(`批次号 ${batchNo} 已经用在另一批标签上了，请换一个`);
  return { batchNo, total: row.total };
};

/** Frees a key whose time is over, so that it can be used again. */
export const releaseOldKey = async (
  tx: Tx,
  { memberId, key, now }: Omit<Key, 'hash'>,
): Promise<void> => {
  await tx
    .updateTable('batch')
    .set({ idempotency_key: sql<string>`${`${key} `} || batch_no` })
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<=', now - KEPT_MS)
    .execute();
};
