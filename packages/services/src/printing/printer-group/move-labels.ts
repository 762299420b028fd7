import {
  type BatchTable,
  type DetailTable,
  lockDetailRows,
  lockMemberRow,
  onCommit,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { splitIntoChunks } from '../../platform/chunks.ts';
import type { Context } from '../../platform/context.ts';
import { isClientOnline } from '../client/is-client-online.ts';
import { type DetailChange, applyDetailChanges } from '../label-state/details.ts';
import { createNotices } from '../../identity/notice/index.ts';
import {
  selectCandidateToQueueAt,
  type Candidate,
  selectReadyCandidate,
  explainNoPrinterReady,
} from './candidates.ts';
import { recordMoves, listTriedPrinters, toTriedPrintersKey } from './moves.ts';
import { storeBatchSetup } from './batch-place.ts';
import type { GroupRow } from './present.ts';
import { type Readiness, getPrinterReadiness } from './readiness.ts';
import { lockCandidates, type SourcePrinter, readSourcePrinter } from './lock-candidates.ts';

type Detail = Selectable<DetailTable>;
type Batch = Selectable<BatchTable> & { alias: string };
type Unready = Exclude<Readiness, { kind: 'ready' }>;

/**
 * Initiator of a move: the group's rule or the member. `recalled`: labels that the client returned
 * for a move.
 */
export type MoveInitiator = 'rule' | 'member' | 'recalled';

/** Result of a move. `why`: reason, for people, why nothing could be moved. */
export type MoveResult = { moved: number; recalled: number; cancelled: number; why: string };

const NO_MOVES: MoveResult = { moved: 0, recalled: 0, cancelled: 0, why: '' };

/** All rows that decide a move, locked. */
type MoveScope = {
  ctx: Context;
  tx: Tx;
  batch: Batch;
  group: GroupRow;
  source: SourcePrinter;
  unready: Unready;
  candidates: readonly Candidate[];
  waiting: ReadonlyMap<number, number>;
};

const getBatch = (tx: Tx, batchId: number): Promise<Batch | undefined> =>
  tx
    .selectFrom('batch')
    .innerJoin('software', 'software.id', 'batch.software_id')
    .selectAll('batch')
    .select('software.alias')
    .where('batch.id', '=', batchId)
    .executeTakeFirst();

/** Locks the labels of the batch at the printer that can still move. */
const lockOpenLabels = async (
  { ctx, tx, batch, source }: Pick<MoveScope, 'ctx' | 'tx' | 'batch' | 'source'>,
  by: MoveInitiator,
): Promise<Detail[]> => {
  const rows = await tx
    .selectFrom('detail')
    .select('id')
    .where('batch_id', '=', batch.id)
    .where('printer_id', '=', source.id)
    .where('state', 'in', by === 'recalled' ? ['queued'] : ['queued', 'sending'])
    .$if(by === 'recalled', (query) => query.where('recall', '=', 1))
    .orderBy('id')
    .execute();
  const open: Detail[] = [];
  for (const ids of splitIntoChunks(rows.map(({ id }) => id)))
    for (const detail of await lockDetailRows(tx, ids)) {
      const isOpen = detail.state === 'queued' || detail.state === 'sending';
      if (isOpen && detail.cancel_requested === 0 && detail.expires_at > ctx.now())
        open.push(detail);
    }
  return open;
};

/** Clears the recall flag of labels that stay: their printer recovered, or no other takes them. */
const clearRecallOfStayingLabels = async (tx: Tx, details: readonly Detail[]): Promise<void> => {
  const ids = details.flatMap(({ id, state, recall }) =>
    state === 'queued' && recall === 1 ? id : [],
  );
  for (const intoChunk of splitIntoChunks(ids))
    await tx.updateTable('detail').set({ recall: 0 }).where('id', 'in', intoChunk).execute();
};

/** Groups labels by target; null: no target. */
const planMoveTargets = async (
  { tx, group, candidates, waiting, unready }: MoveScope,
  details: readonly Detail[],
): Promise<Map<Candidate | null, Detail[]>> => {
  const triedByDetail = await listTriedPrinters(tx, details);
  const plan = new Map<Candidate | null, Detail[]>();
  const targetsByTried = new Map<string, Candidate | null>();
  for (const detail of details) {
    const triedIds = triedByDetail.get(detail.id) ?? new Set<number>();
    const key = toTriedPrintersKey(triedIds);
    let to = targetsByTried.get(key);
    if (to === undefined) {
      to = selectReadyCandidate(candidates, group, waiting, triedIds) ?? null;
      // A removed printer never prints them, so they can wait at any other printer.
      if (unready.kind === 'gone')
        to ??= selectCandidateToQueueAt(candidates, group, waiting, triedIds) ?? null;
      targetsByTried.set(key, to);
    }
    const detailsOfTarget = plan.get(to);
    if (detailsOfTarget) detailsOfTarget.push(detail);
    else plan.set(to, [detail]);
  }
  return plan;
};

const moveLabelsToPrinter = async (
  { ctx, tx, batch, source, unready }: MoveScope,
  to: Candidate,
  details: readonly Detail[],
): Promise<DetailChange> => {
  const { client, printer } = to;
  await storeBatchSetup(tx, batch, to, ctx.now());
  const from = { id: source.id, name: source.name };
  await recordMoves(tx, details, { from, to, reason: unready.why, at: ctx.now() });
  onCommit(tx, () => {
    ctx.bus.emit('client-work', { clientId: client.id });
    const event = { type: 'moved', batchNo: batch.batch_no } as const;
    ctx.bus.emit('print', { memberId: batch.member_id, event });
  });
  const set = { client_id: client.id, printer_id: printer.id, recall: 0 };
  return { ids: details.map(({ id }) => id), set };
};

/** Asks the client to return labels it has not started. Its answer per label decides. */
const recallLabels = async (
  { ctx, tx, source }: MoveScope,
  details: readonly Detail[],
): Promise<number> => {
  const clientId = source.client_id;
  const ids = details.flatMap((detail) => (detail.recall === 0 ? detail.id : []));
  if (ids.length === 0 || !isClientOnline(ctx, source)) return 0;
  for (const intoChunk of splitIntoChunks(ids))
    await tx.updateTable('detail').set({ recall: 1 }).where('id', 'in', intoChunk).execute();
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId }));
  return ids.length;
};

const moveAndRecallByPlan = async (
  scope: MoveScope,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): Promise<MoveResult> => {
  const { ctx, tx, unready } = scope;
  const result = { ...NO_MOVES };
  const changes: DetailChange[] = [];
  for (const [to, details] of plan) {
    const queued = details.filter(({ state }) => state === 'queued');
    if (to) {
      // Labels of a removed client were finalized when it was removed.
      const leased = details.filter(({ state }) => state === 'sending');
      if (unready.kind !== 'gone') result.recalled += await recallLabels(scope, leased);
      if (queued.length > 0) changes.push(await moveLabelsToPrinter(scope, to, queued));
      result.moved += queued.length;
    } else if (unready.kind === 'gone') {
      const set = { state: 'cancelled', reason: `${unready.why}，没有发出` } as const;
      if (queued.length > 0) changes.push({ ids: queued.map(({ id }) => id), set });
      result.cancelled += queued.length;
    } else {
      await clearRecallOfStayingLabels(tx, queued);
    }
  }
  if (changes.length > 0) await applyDetailChanges({ ctx, tx, changes });
  return result;
};

/** Reason why nothing moved: no printer is ready, or the client has not returned the labels. */
const explainNotMoved = (
  { candidates, ctx, source, unready }: MoveScope,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): string => {
  if ([...plan.keys()].every((to) => to === null))
    return `没有能继续打印的打印机：${explainNoPrinterReady(candidates)}`;
  const printerReason = `“${source.name}”${unready.why}`;
  return isClientOnline(ctx, source)
    ? `${printerReason}，剩下的客户端没有交回，可能已经在打印机里，转了会打印两张：等它好了打印完，再看要不要重新打印`
    : `${printerReason}，剩下的在它的客户端那里，客户端离线，问不到是否已打印：等它连上再看`;
};

/** Asks the member by notice, once per stop of the printer. */
const notifyMemberToMoveOnce = async (
  { ctx, tx, batch, group, source, unready }: MoveScope,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): Promise<void> => {
  const [to] = [...plan.keys()].filter((target) => target !== null);
  const askedAt = batch.group_asked_at;
  if (!to || (askedAt !== null && (unready.since === null || askedAt >= unready.since))) return;
  const count = [...plan.values()].reduce((sum, details) => sum + details.length, 0);
  await tx
    .updateTable('batch')
    .set({ group_asked_at: ctx.now() })
    .where('id', '=', batch.id)
    .execute();
  await createNotices(ctx, tx, [
    {
      memberId: batch.member_id,
      kind: 'print',
      title: `“${source.name}”${unready.why}，${count} 张标签在等`,
      text: `批次 ${batch.batch_no}：打印机组“${group.name}”里的“${to.printer.name}”能继续打印，要不要转过去由你定。`,
      path: `/${batch.alias}/user/printStatDetail?batchNo=${encodeURIComponent(batch.batch_no)}`,
    },
  ]);
};

const lockMoveScope = async (
  ctx: Context,
  tx: Tx,
  batchId: number,
  printerId: number,
): Promise<MoveScope | { batch: Batch; source: SourcePrinter } | null> => {
  const unlockedBatch = await getBatch(tx, batchId);
  if (!unlockedBatch || unlockedBatch.printer_group_id === null) return null;
  await lockMemberRow(tx, unlockedBatch.member_id);
  const { client_id: clientId } = await readSourcePrinter(tx, printerId);
  const groupCandidates = await lockCandidates(ctx, tx, unlockedBatch, [clientId]);
  // Read again under the locks.
  const [batch, source] = [
    (await getBatch(tx, batchId)) ?? unlockedBatch,
    await readSourcePrinter(tx, printerId),
  ];
  const condition = getPrinterReadiness(ctx, source, batch);
  if (!groupCandidates || condition.kind === 'ready') return { batch, source };
  return { ctx, tx, batch, source, unready: condition, ...groupCandidates };
};

/**
 * Moves labels of a batch from a printer that cannot print to another one of the group. Queued
 * labels move at once; for labels with the client a recall is requested. A label moves only while
 * nothing of it can have been printed: it is queued, and its client is locked. Moves nothing from a
 * printer that is ready or when the group was deleted.
 */
export const moveLabels = ({
  ctx,
  batchId,
  printerId,
  by,
}: {
  ctx: Context;
  batchId: number;
  printerId: number;
  by: MoveInitiator;
}): Promise<MoveResult> =>
  runTransaction(ctx.db, async (tx) => {
    const scene = await lockMoveScope(ctx, tx, batchId, printerId);
    if (!scene) return NO_MOVES;
    const details = await lockOpenLabels({ ...scene, ctx, tx }, by);
    if (!('group' in scene)) {
      await clearRecallOfStayingLabels(tx, details);
      return NO_MOVES;
    }
    if (details.length === 0) return NO_MOVES;
    const plan = await planMoveTargets(scene, details);
    const { group, unready } = scene;
    if (by === 'rule' && group.asks === 1 && unready.kind !== 'gone') {
      await notifyMemberToMoveOnce(scene, plan);
      return NO_MOVES;
    }
    const result = await moveAndRecallByPlan(scene, plan);
    return result.moved + result.recalled > 0
      ? result
      : { ...result, why: explainNotMoved(scene, plan) };
  });
