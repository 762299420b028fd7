import { createHash } from 'node:crypto';
import type { CallParsed } from '@yunbiao/contract';
import { type Executor, sql, type Tx } from '@yunbiao/db';
import { createConflictError } from '../../../platform/errors.ts';
import { DAY } from '../../../platform/time.ts';

/** Validity of an idempotency key. */
const KEY_VALIDITY_MS = 30 * DAY;

export type Key = { memberId: number; key: string; hash: string; now: number };

/**
 * SHA-256 of a submission, independent of the field order in a row. An empty field equals a missing
 * one. `extraParts`: values that only some submitters send, such as their own batch number or URL.
 * Sheet rows do not count: they say where a label comes from, not what it shows.
 */
export const hashRequest = (
  input: CallParsed<'print'>,
  extraParts: readonly (string | null | undefined)[] = [],
): string => {
  const { printConfigId, templateId, rows, copies, expireAfter, groupId, groupName } = input;
  const sorted = rows.map((row) =>
    Object.entries(row)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = JSON.stringify(
    [printConfigId, templateId, copies, expireAfter, sorted].concat(
      // Absent group fields are omitted, so that requests without a group have the same hash as
      // before groups existed.
      groupId === undefined ? [] : `group ${groupId}`,
      groupName === undefined ? [] : `group named ${groupName}`,
      extraParts.flatMap((extraPart) => extraPart ?? []),
    ),
  );
  return createHash('sha256').update(text).digest('hex');
};

/**
 * Earlier answer for this idempotency key, or null.
 * @throws 409 when the key belongs to a different request
 */
export const findEarlierAnswer = async (
  executor: Executor,
  { memberId, key, hash, now }: Key,
): Promise<{ batchNo: string; total: number } | null> => {
  const row = await executor
    .selectFrom('batch')
    .select(['batch_no', 'total', 'request_hash', 'created_at'])
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row || row.created_at <= now - KEY_VALIDITY_MS) return null;
  if (row.request_hash !== hash)
    throw createConflictError('这个幂等键已经用在另一批标签上了，请换一个');
  return { batchNo: row.batch_no, total: row.total };
};

/**
 * Earlier answer for this batch number of the submitter, or null. Batch numbers are never reused.
 * @throws 409 when the number belongs to a different request or is too old
 */
export const findEarlierBatch = async (
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
  if (row.created_at <= now - KEY_VALIDITY_MS || row.request_hash !== hash)
    throw createConflictError(`批次号 ${batchNo} 已经用在另一批标签上了，请换一个`);
  return { batchNo, total: row.total };
};

/** Releases an expired idempotency key for reuse. */
export const releaseExpiredIdempotencyKey = async (
  tx: Tx,
  { memberId, key, now }: Omit<Key, 'hash'>,
): Promise<void> => {
  await tx
    .updateTable('batch')
    .set({ idempotency_key: sql<string>`${`${key} `} || batch_no` })
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<=', now - KEY_VALIDITY_MS)
    .execute();
};
