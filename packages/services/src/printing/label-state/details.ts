import {
  type BatchCounts,
  type BatchState,
  getBatchState,
  type DetailState,
  type Evidence,
  FINAL_DETAIL_STATES,
} from '@yunbiao/contract/evidence';
import {
  type DetailTable,
  type Executor,
  type LockedBatch,
  lockBatchRows,
  lockDetailProgress,
  type LockedDetail,
  onCommit,
  createQueryCompiledOnce,
  type Schema,
  sql,
  type Tx,
  type Updateable,
  type UpdateObject,
} from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { toIso, toIsoOrNull } from '../../platform/time.ts';
import { enqueueBatchEvents } from '../webhook/outbox.ts';
import {
  createEmptyCounts,
  moveBetweenStates,
  parseBatchCounts,
  serializeBatchCounts,
} from './batch-counts.ts';
import { applyLabelChanges } from './update-details.ts';
import { addToRollups, type CountChange } from './rollups.ts';

/** Columns a change may set. `finished_at` and the batch are derived. */
export type DetailUpdate = Omit<
  Updateable<DetailTable>,
  'id' | 'batch_id' | 'member_id' | 'finished_at' | 'state' | 'evidence'
> & { state?: DetailState; evidence?: Evidence };

/** Timestamps of an attempt that has not started. */
export const NO_TIMESTAMPS = { started_at: null, consumed_at: null, ended_at: null };

/** One update for several details. */
export type DetailChange = { ids: readonly number[]; set: DetailUpdate };

/** Counts labels of a batch that are with the client and have a cancel request. */
const selectCancelRequested = createQueryCompiledOnce(
  (db, { batchIds }: { batchIds: readonly number[] }) =>
    db
      .selectFrom('detail')
      .select((eb) => ['batch_id', eb.fn.countAll<number>().as('count')])
      .where('batch_id', 'in', batchIds)
      .where('state', '=', 'sending')
      .where('cancel_requested', '=', 1)
      .groupBy('batch_id'),
);

/**
 * Progress of a batch. `cancellable`: labels that a cancel can still stop, queued or with the
 * client.
 */
export type BatchTally = { counts: BatchCounts; cancellable: number };

const loadBatchTallies = async (
  executor: Executor,
  countsByBatch: ReadonlyMap<number, BatchCounts>,
): Promise<Map<number, BatchTally>> => {
  const result = new Map<number, BatchTally>();
  const batchesWithSending: number[] = [];
  for (const [id, counts] of countsByBatch) {
    result.set(id, { counts, cancellable: counts.queued + counts.sending });
    if (counts.sending > 0) batchesWithSending.push(id);
  }
  for (const row of batchesWithSending.length > 0
    ? await selectCancelRequested(executor, { batchIds: batchesWithSending })
    : []) {
    const tally = result.get(row.batch_id);
    if (tally) tally.cancellable -= row.count;
  }
  return result;
};

/** Progress of batches from the counts stored in their rows. */
export const readBatchTallies = (
  executor: Executor,
  rows: readonly { id: number; counts: string }[],
): Promise<Map<number, BatchTally>> =>
  loadBatchTallies(
    executor,
    new Map(
      rows.map((row) => [row.id, { ...createEmptyCounts(), ...parseBatchCounts(row.counts) }]),
    ),
  );

export const readBatchTally = async (
  executor: Executor,
  row: { id: number; counts: string },
): Promise<BatchTally> => requireBatchTally(await readBatchTallies(executor, [row]), row.id);

/** Returns the tally of a batch. @throws when the batch is not in `tallies` */
export const requireBatchTally = (
  tallies: ReadonlyMap<number, BatchTally>,
  id: number,
): BatchTally => {
  const tally = tallies.get(id);
  if (!tally) throw new Error(`nothing was counted of batch ${id}`);
  return tally;
};

const isFinalDetailState = (state: DetailState): boolean =>
  FINAL_DETAIL_STATES.some((final) => final === state);

/** States of labels that were never sent to a printer, unless the change sets `charge_spent`. */
const UNCHARGED_STATES: readonly DetailState[] = ['failed', 'cancelled', 'expired'];

/**
 * Clears the charge, and so returns the label to the quota. A charge used by an earlier attempt
 * stays.
 */
const clearUnspentCharge = sql<number | null>`case when charge_spent = 1 then charged_at end`;

const addFinishTimeToUpdate = (set: DetailUpdate, now: number): UpdateObject<Schema, 'detail'> => {
  if (set.state === undefined) return set;
  const returnsCharge = UNCHARGED_STATES.includes(set.state) && set.charge_spent !== 1;
  return {
    ...set,
    ...(returnsCharge ? { charged_at: clearUnspentCharge } : {}),
    finished_at: isFinalDetailState(set.state) ? now : null,
    ...(isFinalDetailState(set.state) ? { recall: 0 } : {}),
  };
};

const emitBatch = (
  { ctx, tx }: { ctx: Context; tx: Tx },
  batch: LockedBatch,
  { counts, cancellable }: BatchTally,
): void =>
  onCommit(tx, () =>
    ctx.bus.emit('print', {
      memberId: batch.member_id,
      event: {
        type: 'batch',
        batchNo: batch.batch_no,
        state: batch.state as BatchState,
        total: batch.total,
        counts,
        cancellable,
        finishedAt: toIsoOrNull(batch.finished_at),
      },
    }),
  );

const recomputeBatch = async (
  scope: { ctx: Context; tx: Tx },
  batch: LockedBatch,
  tally: BatchTally,
): Promise<void> => {
  const { ctx, tx } = scope;
  const { counts } = tally;
  const state = getBatchState(counts);
  const finishedAt = counts.queued + counts.sending > 0 ? null : (batch.finished_at ?? ctx.now());
  const writtenCounts = serializeBatchCounts(counts);
  if (state !== batch.state || finishedAt !== batch.finished_at || writtenCounts !== batch.counts) {
    await tx
      .updateTable('batch')
      .set({ state, finished_at: finishedAt, counts: writtenCounts })
      .where('id', '=', batch.id)
      .execute();
  }
  const after = { ...batch, state, finished_at: finishedAt };
  const uncertainBefore = parseBatchCounts(batch.counts).uncertain ?? 0;
  const hasChanged = writtenCounts !== batch.counts;
  await enqueueBatchEvents(scope, { uncertainBefore, after, counts, hasChanged });
  emitBatch(scope, after, tally);
};

/** Publishes a batch that was just stored to the live pages. */
export const emitStoredBatch = async ({
  ctx,
  tx,
  batchId,
}: {
  ctx: Context;
  tx: Tx;
  batchId: number;
}): Promise<void> => {
  const batch = await tx
    .selectFrom('batch')
    .selectAll()
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  emitBatch({ ctx, tx }, batch, await readBatchTally(tx, batch));
};

/** A label before and after its changes. */
type DetailTransition = { before: LockedDetail; after: LockedDetail };

const emitDetailEvent = (ctx: Context, batchNo: string, detail: LockedDetail): void =>
  ctx.bus.emit('print', {
    memberId: detail.member_id,
    event: {
      type: 'detail',
      batchNo,
      id: String(detail.id),
      state: detail.state as DetailState,
      evidence: detail.evidence as Evidence,
      reason: detail.reason,
      counterFrom: detail.counter_from,
      counterTo: detail.counter_to,
      at: toIso(ctx.now()),
    },
  });

/** Locks the labels, not changed yet, and computes what the changes make of them, in order of id. */
const computeTransitionsOfChanges = async (
  tx: Tx,
  changes: readonly DetailChange[],
): Promise<DetailTransition[]> => {
  const sets = new Map<number, DetailUpdate>();
  for (const { ids, set } of changes)
    for (const id of ids) sets.set(id, { ...sets.get(id), ...set });
  const transitions: DetailTransition[] = [];
  for (const part of splitIntoChunks([...sets.keys()].sort((a, b) => a - b))) {
    const details = await lockDetailProgress(tx, part);
    for (const before of details) {
      const after = { ...before };
      for (const [column, value] of Object.entries(sets.get(before.id) ?? {}))
        if (Object.hasOwn(before, column)) Object.assign(after, { [column]: value });
      transitions.push({ before, after });
    }
  }
  return transitions;
};

/**
 * Locks the batches of changed labels, updates their counts, state and end, and adds the changes to
 * the rollups. Counts follow from the transitions, so the cost does not grow with the batch.
 */
const updateBatches = async (
  scope: { ctx: Context; tx: Tx },
  transitions: readonly DetailTransition[],
): Promise<Map<number, string>> => {
  const { tx } = scope;
  const byBatch = Map.groupBy(transitions, ({ before }) => before.batch_id);
  const batchNos = new Map<number, string>();
  const countChanges: CountChange[] = [];
  for (const part of splitIntoChunks([...byBatch.keys()].sort((a, b) => a - b))) {
    const batches = await lockBatchRows(tx, part);
    const changed = batches.map((batch) => {
      const before = parseBatchCounts(batch.counts);
      const moves = (byBatch.get(batch.id) ?? []).map((transition) => ({
        from: transition.before.state as DetailState,
        to: transition.after.state as DetailState,
      }));
      return { batch, before, after: moveBetweenStates(before, moves) };
    });
    const tallies = await loadBatchTallies(
      tx,
      new Map(changed.map(({ batch, after }) => [batch.id, after])),
    );
    countChanges.push(...changed);
    for (const { batch } of changed) {
      batchNos.set(batch.id, batch.batch_no);
      await recomputeBatch(scope, batch, requireBatchTally(tallies, batch.id));
    }
  }
  // After the locks of all batches: a transaction that holds rollup rows waits for no other lock.
  await addToRollups(tx, countChanges);
  return batchNos;
};

/**
 * The only place where details change state. Applies the changes, updates state, counts and end of
 * their batches, and publishes to the member's live pages after the commit. The caller decides
 * whether a change is allowed, on rows it read with `lockDetailRows` in the same transaction.
 */
export const applyDetailChanges = async ({
  ctx,
  tx,
  changes,
}: {
  ctx: Context;
  tx: Tx;
  changes: readonly DetailChange[];
}): Promise<void> => {
  const now = ctx.now();
  const transitions = await computeTransitionsOfChanges(tx, changes);
  await applyLabelChanges(
    tx,
    changes.map(({ ids, set }) => ({ ids, set: addFinishTimeToUpdate(set, now) })),
  );
  const batchNos = await updateBatches({ ctx, tx }, transitions);
  onCommit(tx, () => {
    for (const { after } of transitions)
      emitDetailEvent(ctx, batchNos.get(after.batch_id) ?? '', after);
  });
};
