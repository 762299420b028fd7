import { setTimeout as pause } from 'node:timers/promises';
import { SOURCES } from '@yunbiao/contract/evidence';
import {
  type BatchTable,
  type Selectable,
  runTransaction,
  runMemberTransaction,
} from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { ALL_TIME } from '../label-state/rollups.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import { DAY, getStartOfMonthInChina } from '../../platform/time.ts';
import { lockClientRow } from '../client/lock-client.ts';

/** Minimum retention of labels for any plan, days: idempotency keys are valid for 30 days. */
export const MIN_RECORD_DAYS = 31;
/** Labels deleted per transaction, and batches per query. */
const LABELS_PER_TRANSACTION = 500;
const BATCHES_PER_QUERY = 200;
/** Members per query of rollups. */
const MEMBERS_PER_QUERY = 500;
/** Pause between two transactions for other work, ms. */
const PAUSE_MS = 5;

type Whose = { memberId: number; softwareId: number };

/**
 * Batches that finished before this instant lose their labels. The quota counts labels of this
 * month, so these stay.
 */
const getRetentionCutoff = async (ctx: Context, owner: Whose): Promise<number> => {
  const now = ctx.now();
  const { entitlements } = await getMemberPlan(ctx.db.kysely, { ...owner, now });
  return Math.min(
    now - entitlements.retentionDays * DAY,
    now - MIN_RECORD_DAYS * DAY,
    getStartOfMonthInChina(now),
  );
};

/**
 * Softwares in which members have printed, from the all-time rollups, one page of members. `after`:
 * last member of the previous page.
 */
const listPrintedSoftwares = async (
  ctx: Context,
  after: number,
): Promise<{ whose: Whose[]; last: number | null }> => {
  const members = await ctx.db.kysely
    .selectFrom('member')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(MEMBERS_PER_QUERY)
    .execute();
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return { whose: [], last: null };
  const rows = await ctx.db.kysely
    .selectFrom('batch_quarter')
    .select(['member_id', 'software_id'])
    .where('member_id', 'in', ids)
    .where('source', 'in', SOURCES)
    .where('quarter', '=', ALL_TIME)
    .distinct()
    .execute();
  return {
    whose: rows.map((row) => ({ memberId: row.member_id, softwareId: row.software_id })),
    last: ids.at(-1) ?? null,
  };
};

type Due = Pick<Selectable<BatchTable>, 'id' | 'member_id' | 'client_id'>;

/** Pattern for batches that stay because a label waits for the member's decision. */
const HAS_UNCERTAIN = '%"uncertain"%';

const listBatchesPastRetention = (
  ctx: Context,
  { memberId, softwareId }: Whose,
  cutoff: number,
): Promise<Due[]> =>
  ctx.db.kysely
    .selectFrom('batch')
    .select(['id', 'member_id', 'client_id'])
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .where('records', '=', 'kept')
    .where('finished_at', '<', cutoff)
    .where('counts', 'not like', HAS_UNCERTAIN)
    .limit(BATCHES_PER_QUERY)
    .execute();

/**
 * Marks a batch before its labels are deleted. No label changes from then on: a reprint takes the
 * locks of the client and of the member, whose labels may be with other clients.
 */
const markBatchForLabelDeletion = (
  ctx: Context,
  { id, member_id, client_id }: Due,
  cutoff: number,
): Promise<boolean> =>
  runMemberTransaction(ctx.db, member_id, async (tx) => {
    await lockClientRow(tx, client_id);
    const { numUpdatedRows } = await tx
      .updateTable('batch')
      .set({ records: 'going' })
      .where('id', '=', id)
      .where('records', '=', 'kept')
      .where('finished_at', '<', cutoff)
      .where('counts', 'not like', HAS_UNCERTAIN)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/**
 * Deletes some labels of a batch; with the last ones the batch is marked as done. Returns the
 * number deleted.
 */
const deleteLabelChunk = (ctx: Context, batchId: number): Promise<number> =>
  runTransaction(ctx.db, async (tx) => {
    const rows = await tx
      .selectFrom('detail')
      .select('id')
      .where('batch_id', '=', batchId)
      .limit(LABELS_PER_TRANSACTION)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await tx.deleteFrom('label_move').where('detail_id', 'in', ids).execute();
      await tx.deleteFrom('detail').where('id', 'in', ids).execute();
    }
    if (ids.length < LABELS_PER_TRANSACTION) {
      await recordPictureUses({ ctx, tx, kind: 'batch', id: batchId, texts: [] });
      await tx.updateTable('batch').set({ records: 'gone' }).where('id', '=', batchId).execute();
    }
    return ids.length;
  });

const deleteLabelsOfBatch = async (
  ctx: Context,
  batchId: number,
  signal?: AbortSignal,
): Promise<number> => {
  let removedCount = 0;
  for (;;) {
    if (signal?.aborted) return removedCount;
    const chunkCount = await deleteLabelChunk(ctx, batchId);
    removedCount += chunkCount;
    await pause(PAUSE_MS);
    if (chunkCount < LABELS_PER_TRANSACTION) return removedCount;
  }
};

/** Batches whose deletion an earlier run started. */
const listStartedRemovals = async (ctx: Context): Promise<number[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('batch')
    .select('id')
    .where('records', '=', 'going')
    .limit(BATCHES_PER_QUERY)
    .execute();
  return rows.map(({ id }) => id);
};

const deleteExpiredLabelsOfMember = async (
  ctx: Context,
  owner: Whose,
  signal?: AbortSignal,
): Promise<number> => {
  const cutoff = await getRetentionCutoff(ctx, owner);
  let removedCount = 0;
  for (;;) {
    const dueBatches = await listBatchesPastRetention(ctx, owner, cutoff);
    for (const batch of dueBatches) {
      if (signal?.aborted) return removedCount;
      if (await markBatchForLabelDeletion(ctx, batch, cutoff))
        removedCount += await deleteLabelsOfBatch(ctx, batch.id, signal);
    }
    if (dueBatches.length < BATCHES_PER_QUERY) return removedCount;
  }
};

/**
 * Deletes labels of finished batches past the retention of the member's plan (`retentionDays`),
 * some hundreds per transaction. Batches and statistics stay. When `signal` is aborted, the rest is
 * left to the next run. Returns the number of deleted labels.
 */
export const deleteExpiredLabels = async ({
  ctx,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<number> => {
  let removedCount = 0;
  for (const id of await listStartedRemovals(ctx))
    removedCount += await deleteLabelsOfBatch(ctx, id, signal);
  for (let last: number | null = 0; last !== null;) {
    const printedPlaces = await listPrintedSoftwares(ctx, last);
    for (const owner of printedPlaces.whose)
      removedCount += await deleteExpiredLabelsOfMember(ctx, owner, signal);
    if (signal?.aborted) return removedCount;
    ({ last } = printedPlaces);
  }
  return removedCount;
};
