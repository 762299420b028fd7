import { getDialect } from './database.ts';
import type { DetailTable } from './schema/printing.ts';
import type { UploadTable } from './schema/forum.ts';
import type { Selectable } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Row locks for what PostgreSQL lets run side by side; SQLite writers already take turns. The order is always members,
 * discount codes, questions, pictures by id, details by id, batches by id, so that two verbs never wait for each other.
 * They are "no key" locks: rows that merely refer to a locked one can still be added.
 */
const locking = (tx: Tx): boolean => getDialect(tx) === 'postgres';

/** Makes verbs of one member take turns. Returns whether the member exists. */
export const lockMember = async (tx: Tx, memberId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .$if(locking(tx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
};

/** The details as they are now, by id; they stay so until the transaction ends. Give at most 1,000 ids at once. */
export const lockDetails = (tx: Tx, ids: readonly number[]): Promise<Selectable<DetailTable>[]> =>
  tx
    .selectFrom('detail')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locking(tx), (query) => query.forNoKeyUpdate())
    .execute();

/** Makes changes to the same batches take turns. */
export const lockBatches = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx
    .selectFrom('batch')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(locking(tx), (query) => query.forNoKeyUpdate())
    .execute();
};

/** Makes orders that use the same discount code take turns, so that its last use is sold once. */
export const lockDiscountCode = async (tx: Tx, code: string): Promise<void> => {
  await tx
    .selectFrom('discount_code')
    .select('id')
    .where('code', '=', code)
    .$if(locking(tx), (query) => query.forNoKeyUpdate())
    .execute();
};

/** Makes verbs about one row of content take turns. */
export const lockRow = async (
  tx: Tx,
  table: 'post' | 'article' | 'download',
  id: number,
): Promise<void> => {
  if (!locking(tx)) return;
  await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
};

/** The pictures of these keys that are there to be shown, held until the transaction ends. */
export const lockUploads = (
  tx: Tx,
  keys: readonly string[],
): Promise<{ id: number; file_key: string }[]> =>
  tx
    .selectFrom('upload')
    .select(['id', 'file_key'])
    .where('file_key', 'in', keys)
    .where('going', '=', 0)
    .orderBy('id')
    .$if(locking(tx), (query) => query.forNoKeyUpdate())
    .execute();

/** Pictures nothing has shown since `due`, the longest unused first; without those another transaction holds. */
export const lockUnusedUploads = (
  tx: Tx,
  { due, limit }: { due: number; limit: number },
): Promise<Pick<Selectable<UploadTable>, 'id' | 'file_key' | 'size'>[]> =>
  tx
    .selectFrom('upload')
    .select(['id', 'file_key', 'size'])
    .where('unused_since', '<=', due)
    .orderBy('unused_since')
    .limit(limit)
    .$if(locking(tx), (query) => query.forUpdate().skipLocked())
    .execute();
