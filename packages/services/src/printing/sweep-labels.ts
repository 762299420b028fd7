import { setTimeout as pause } from 'node:timers/promises';
import { SOURCES } from '@yunbiao/contract/evidence';
import { type BatchTable, lockMember, type Selectable, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { ALL_TIME } from '../label-state/quarters.ts';
import { findVip } from '../software/entitlements.ts';
import { DAY, startOfMonth } from '../time.ts';
import { lockClient } from '../client/lock-client.ts';

/** Labels are kept at least so long whatever the plan says: a repeated key is answered for 30 days. */
export const MIN_RECORD_DAYS = 31;
/** Labels removed in one transaction, and batches looked at in one query. */
const LABELS_AT_ONCE = 500;
const BATCHES_AT_ONCE = 200;
/** Members whose sums are read in one query. */
const MEMBERS_AT_ONCE = 500;
/** What others have between two transactions, ms. */
const PAUSE_MS = 5;

type Whose = { memberId: number; softwareId: number };

/** Finished before this, a batch keeps its labels no longer. The quota counts the labels of this month. */
const getCutoff = async (ctx: Context, whose: Whose): Promise<number> => {
  const now = ctx.now();
  const { entitlements } = await findVip(ctx.db.kysely, { ...whose, now });
  return Math.min(
    now - entitlements.retentionDays * DAY,
    now - MIN_RECORD_DAYS * DAY,
    startOfMonth(now),
  );
};

/** Where each of so many members has ever printed, from the sums of all time; `after` the last of those before. */
const printedIn = async (
  ctx: Context,
  after: number,
): Promise<{ whose: Whose[]; last: number | null }> => {
  const members = await ctx.db.kysely
    .selectFrom('member')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(MEMBERS_AT_ONCE)
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

/** A label that waits for the member's word keeps its batch. */
const WAITING = '%"uncertain"%';

const dueBatches = (
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
    .where('counts', 'not like', WAITING)
    .limit(BATCHES_AT_ONCE)
    .execute();

/**
 * From here on nothing changes a label of it: what is printed again takes the lock of its client, and of the member, whose
 * labels may be with others.
 */
const letGo = (ctx: Context, { id, member_id, client_id }: Due, cutoff: number): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, member_id);
    await lockClient(tx, client_id);
    const { numUpdatedRows } = await tx
      .updateTable('batch')
      .set({ records: 'going' })
      .where('id', '=', id)
      .where('records', '=', 'kept')
      .where('finished_at', '<', cutoff)
      .where('counts', 'not like', WAITING)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/** Some of its labels; the last ones take the mark along. Returns how many went. */
const removeSome = (ctx: Context, batchId: number): Promise<number> =>
  transaction(ctx.db, async (tx) => {
    const rows = await tx
      .selectFrom('detail')
      .select('id')
      .where('batch_id', '=', batchId)
      .limit(LABELS_AT_ONCE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) {
      await tx.deleteFrom('label_move').where('detail_id', 'in', ids).execute();
      await tx.deleteFrom('detail').where('id', 'in', ids).execute();
    }
    if (ids.length < LABELS_AT_ONCE)
      await tx.updateTable('batch').set({ records: 'gone' }).where('id', '=', batchId).execute();
    return ids.length;
  });

const removeAll = async (ctx: Context, batchId: number, signal?: AbortSignal): Promise<number> => {
  let removed = 0;
  for (;;) {
    if (signal?.aborted) return removed;
    const some = await removeSome(ctx, batchId);
    removed += some;
    await pause(PAUSE_MS);
    if (some < LABELS_AT_ONCE) return removed;
  }
};

/** Batches that a sweep before this one had begun with. */
const going = async (ctx: Context): Promise<number[]> => {
  const rows = await ctx.db.kysely
    .selectFrom('batch')
    .select('id')
    .where('records', '=', 'going')
    .limit(BATCHES_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
};

const sweepMember = async (ctx: Context, whose: Whose, signal?: AbortSignal): Promise<number> => {
  const cutoff = await getCutoff(ctx, whose);
  let removed = 0;
  for (;;) {
    const due = await dueBatches(ctx, whose, cutoff);
    for (const batch of due) {
      if (signal?.aborted) return removed;
      if (await letGo(ctx, batch, cutoff)) removed += await removeAll(ctx, batch.id, signal);
    }
    if (due.length < BATCHES_AT_ONCE) return removed;
  }
};

/**
 * Removes labels of finished batches that the plan of their member keeps no longer (`retentionDays`), a few hundred a
 * transaction. Batches and statistics stay. When `signal` is aborted, the rest is left to the next sweep. Returns how
 * many labels went.
 */
export const sweepLabels = async ({
  ctx,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<number> => {
  let removed = 0;
  for (const id of await going(ctx)) removed += await removeAll(ctx, id, signal);
  for (let last: number | null = 0; last !== null;) {
    const found = await printedIn(ctx, last);
    for (const whose of found.whose) removed += await sweepMember(ctx, whose, signal);
    if (signal?.aborted) return removed;
    ({ last } = found);
  }
  return removed;
};
