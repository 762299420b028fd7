import {
  type BatchCounts,
  type BatchState,
  getBatchState,
  type DetailState,
  type Evidence,
  FINAL_DETAIL_STATES,
} from '@yunbiao/contract/evidence';
import {
  type BatchTable,
  type DetailTable,
  type Executor,
  lockBatches,
  onCommit,
  prepared,
  type Schema,
  type Selectable,
  sql,
  type Tx,
  type Updateable,
  type UpdateObject,
} from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { iso, isoOrNull } from '../time.ts';
import { tellOfBatch } from '../webhook/outbox.ts';
import { countLabels, noCounts, readCounts, writeCounts } from './batch-counts.ts';
import { updateEach } from './update-each.ts';
import { addToQuarters, type Counted } from './quarters.ts';

/** What a change may set; `finished_at` and the batch follow by themselves. */
export type DetailUpdate = Omit<
  Updateable<DetailTable>,
  'id' | 'batch_id' | 'member_id' | 'finished_at' | 'state' | 'evidence'
> & { state?: DetailState; evidence?: Evidence };

/** Of an attempt that has not begun. */
export const NO_HOPS = { started_at: null, consumed_at: null, ended_at: null };

/** The same update for several details. */
export type DetailChange = { ids: readonly number[]; set: DetailUpdate };

/** Of a batch only what the client has just now is looked at. */
const askedBack = prepared((db, { batchIds }: { batchIds: readonly number[] }) =>
  db
    .selectFrom('detail')
    .select((eb) => ['batch_id', eb.fn.countAll<number>().as('count')])
    .where('batch_id', 'in', batchIds)
    .where('state', '=', 'sending')
    .where('cancel_requested', '=', 1)
    .groupBy('batch_id'),
);

/** How far a batch is. `cancellable`: labels a cancel can still stop, waiting here or with the client. */
export type BatchTally = { counts: BatchCounts; cancellable: number };

const listTallies = async (
  executor: Executor,
  counted: ReadonlyMap<number, BatchCounts>,
): Promise<Map<number, BatchTally>> => {
  const result = new Map<number, BatchTally>();
  const taken: number[] = [];
  for (const [id, counts] of counted) {
    result.set(id, { counts, cancellable: counts.queued + counts.sending });
    if (counts.sending > 0) taken.push(id);
  }
  for (const row of taken.length > 0 ? await askedBack(executor, { batchIds: taken }) : []) {
    const tally = result.get(row.batch_id);
    if (tally) tally.cancellable -= row.count;
  }
  return result;
};

/** How far batches are, by what their rows keep of it. */
export const batchTallies = (
  executor: Executor,
  rows: readonly { id: number; counts: string }[],
): Promise<Map<number, BatchTally>> =>
  listTallies(
    executor,
    new Map(rows.map((row) => [row.id, { ...noCounts(), ...readCounts(row.counts) }])),
  );

export const batchTally = async (
  executor: Executor,
  row: { id: number; counts: string },
): Promise<BatchTally> => ofBatch(await batchTallies(executor, [row]), row.id);

/** @throws for a batch that was not asked for */
export const ofBatch = (tallies: ReadonlyMap<number, BatchTally>, id: number): BatchTally => {
  const tally = tallies.get(id);
  if (!tally) throw new Error(`nothing was counted of batch ${id}`);
  return tally;
};

const isFinal = (state: DetailState): boolean =>
  FINAL_DETAIL_STATES.some((final) => final === state);

/** What ends so has never left for a printer, unless a change says it has. */
const GIVES_BACK: readonly DetailState[] = ['failed', 'cancelled', 'expired'];

/** The place in the quota is given back, but for a charge under which an earlier attempt has left. */
const unspentGone = sql<number | null>`case when charge_spent = 1 then charged_at end`;

const withFinish = (set: DetailUpdate, now: number): UpdateObject<Schema, 'detail'> => {
  if (set.state === undefined) return set;
  const isBack = GIVES_BACK.includes(set.state) && set.charge_spent !== 1;
  return {
    ...set,
    ...(isBack ? { charged_at: unspentGone } : {}),
    finished_at: isFinal(set.state) ? now : null,
    ...(isFinal(set.state) ? { recall: 0 } : {}),
  };
};

const emitBatch = (
  { ctx, tx }: { ctx: Context; tx: Tx },
  batch: Selectable<BatchTable>,
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
        finishedAt: isoOrNull(batch.finished_at),
      },
    }),
  );

const recomputeBatch = async (
  scope: { ctx: Context; tx: Tx },
  batch: Selectable<BatchTable>,
  tally: BatchTally,
): Promise<void> => {
  const { ctx, tx } = scope;
  const { counts } = tally;
  const state = getBatchState(counts);
  const finishedAt = counts.queued + counts.sending > 0 ? null : (batch.finished_at ?? ctx.now());
  const written = writeCounts(counts);
  if (state !== batch.state || finishedAt !== batch.finished_at || written !== batch.counts) {
    await tx
      .updateTable('batch')
      .set({ state, finished_at: finishedAt, counts: written })
      .where('id', '=', batch.id)
      .execute();
  }
  const after = { ...batch, state, finished_at: finishedAt };
  const uncertainBefore = readCounts(batch.counts).uncertain ?? 0;
  const hasChanged = written !== batch.counts;
  await tellOfBatch(scope, { uncertainBefore, after, counts, hasChanged });
  emitBatch(scope, after, tally);
};

/** Tells live pages of a batch that was just stored. */
export const announceBatch = async ({
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
  emitBatch({ ctx, tx }, batch, await batchTally(tx, batch));
};

const announce = (ctx: Context, batchNo: string, detail: Selectable<DetailTable>): void =>
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
      at: iso(ctx.now()),
    },
  });

/**
 * The one place where details change state: applies the changes, brings their batches' state, counts and end up to date, and
 * tells the member's live pages after the commit. Whether a change is allowed is decided by the caller, on rows it
 * read with `lockDetails` in the same transaction.
 */
export const settleDetails = async ({
  ctx,
  tx,
  changes,
}: {
  ctx: Context;
  tx: Tx;
  changes: readonly DetailChange[];
}): Promise<void> => {
  const now = ctx.now();
  await updateEach(
    tx,
    changes.map(({ ids, set }) => ({ ids, set: withFinish(set, now) })),
  );
  const changed: Selectable<DetailTable>[] = [];
  for (const part of chunks([...new Set(changes.flatMap((change) => change.ids))])) {
    changed.push(...(await tx.selectFrom('detail').selectAll().where('id', 'in', part).execute()));
  }
  const batchIds = [...new Set(changed.map((detail) => detail.batch_id))].sort((a, b) => a - b);
  const batchNos = new Map<number, string>();
  const counted: Counted[] = [];
  for (const part of chunks(batchIds)) {
    await lockBatches(tx, part);
    const tallies = await listTallies(tx, await countLabels(tx, part));
    const batches = await tx.selectFrom('batch').selectAll().where('id', 'in', part).execute();
    for (const batch of batches) {
      const { counts } = ofBatch(tallies, batch.id);
      counted.push({ batch, before: readCounts(batch.counts), after: counts });
      batchNos.set(batch.id, batch.batch_no);
      await recomputeBatch({ ctx, tx }, batch, ofBatch(tallies, batch.id));
    }
  }
  // Behind the locks of all batches: whoever holds a row of these waits for nothing more.
  await addToQuarters(tx, counted);
  onCommit(tx, () => {
    for (const detail of changed) announce(ctx, batchNos.get(detail.batch_id) ?? '', detail);
  });
};
