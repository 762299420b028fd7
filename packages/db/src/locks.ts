import { type Database, getDialect } from './database.ts';
import type { BatchTable } from './schema/batch.ts';
import type { DetailTable } from './schema/detail.ts';
import type { UploadTable } from './schema/forum.ts';
import type { Selectable } from 'kysely';
import { runTransaction, type Tx } from './transaction.ts';

/**
 * Row locks for operations that PostgreSQL would run concurrently; SQLite serializes writers
 * anyway. To prevent deadlocks the lock order is always: members, discount codes, questions,
 * pictures by id, details by id, batches by id. The locks are "no key" locks, so rows that
 * reference a locked row can still be inserted.
 */
const supportsRowLocks = (tx: Tx): boolean => getDialect(tx) === 'postgres';

/** Serializes verbs of one member. Returns whether the member exists. */
export const lockMemberRow = async (tx: Tx, memberId: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where('id', '=', memberId)
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
};

/** Runs a transaction that holds the lock of a member from its first statement on. */
export const runMemberTransaction = <T>(
  db: Database | Tx,
  memberId: number,
  run: (tx: Tx) => Promise<T>,
): Promise<T> =>
  runTransaction(db, async (tx) => {
    await lockMemberRow(tx, memberId);
    return run(tx);
  });

/**
 * Returns the current details by id, locked until the transaction ends. At most 1,000 ids per call.
 */
export const lockDetailRows = (
  tx: Tx,
  ids: readonly number[],
): Promise<Selectable<DetailTable>[]> =>
  tx
    .selectFrom('detail')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .execute();

/** Columns of a label that pages show while it prints. */
const DETAIL_PROGRESS_COLUMNS = [
  'id',
  'batch_id',
  'member_id',
  'state',
  'evidence',
  'reason',
  'counter_from',
  'counter_to',
] as const satisfies readonly (keyof DetailTable)[];

export type LockedDetail = Pick<Selectable<DetailTable>, (typeof DETAIL_PROGRESS_COLUMNS)[number]>;

/** As {@link lockDetailRows}, without the data of the labels. */
export const lockDetailProgress = (tx: Tx, ids: readonly number[]): Promise<LockedDetail[]> =>
  tx
    .selectFrom('detail')
    .select(DETAIL_PROGRESS_COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .execute();

/** Columns of a batch that follow from its labels or describe them, without its large contents. */
const PROGRESS_COLUMNS = [
  'id',
  'member_id',
  'batch_no',
  'state',
  'total',
  'counts',
  'created_at',
  'finished_at',
  'api_key_id',
  'webhook',
  'source',
  'software_id',
  'client_id',
  'client_name',
  'printer_id',
  'printer_name',
  'template_id',
  'template_name',
] as const satisfies readonly (keyof BatchTable)[];

export type LockedBatch = Pick<Selectable<BatchTable>, (typeof PROGRESS_COLUMNS)[number]>;

/** Serializes changes to the same batches. Returns their current progress, by id. */
export const lockBatchRows = (tx: Tx, ids: readonly number[]): Promise<LockedBatch[]> =>
  tx
    .selectFrom('batch')
    .select(PROGRESS_COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .execute();

/** Serializes orders that use the same discount code, so that its last use is sold only once. */
export const lockDiscountCode = async (tx: Tx, code: string): Promise<void> => {
  await tx
    .selectFrom('discount_code')
    .select('id')
    .where('code', '=', code)
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .execute();
};

/** Serializes verbs on one row of content. */
export const lockContentRow = async (
  tx: Tx,
  table: 'post' | 'article' | 'download',
  id: number,
): Promise<void> => {
  if (!supportsRowLocks(tx)) return;
  await tx.selectFrom(table).select('id').where('id', '=', id).forNoKeyUpdate().execute();
};

/**
 * Returns the pictures with these keys that are not being removed, locked until the transaction
 * ends.
 */
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
    .$if(supportsRowLocks(tx), (query) => query.forNoKeyUpdate())
    .execute();

/**
 * Pictures unused since before `due`, longest unused first. Skips those another transaction has
 * locked.
 */
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
    .$if(supportsRowLocks(tx), (query) => query.forUpdate().skipLocked())
    .execute();
