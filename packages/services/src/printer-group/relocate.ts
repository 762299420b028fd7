import {
  type BatchTable,
  type DetailTable,
  lockDetails,
  lockMember,
  onCommit,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { type DetailChange, settleDetails } from '../label-state/details.ts';
import { createNotices } from '../notice/index.ts';
import { anyOne, type Candidate, readyOne, whyNone } from './candidates.ts';
import { noteMoves, triedBy, triedKey } from './moves.ts';
import { keepPlace } from './place.ts';
import type { GroupRow } from './present.ts';
import { type Readiness, getReadiness } from './readiness.ts';
import { candidatesFor, type Source, getSource } from './scene.ts';

type Detail = Selectable<DetailTable>;
type Batch = Selectable<BatchTable> & { alias: string };
type Unready = Exclude<Readiness, { kind: 'ready' }>;

/** Who wants labels moved: the rule of their group, or the member, just now. `recalled`: they were asked back for it. */
export type MovedBy = 'rule' | 'member' | 'recalled';

/** What became of it. `why`: why nothing could go anywhere, a sentence for people. */
export type Relocated = { moved: number; recalled: number; cancelled: number; why: string };

const NOTHING: Relocated = { moved: 0, recalled: 0, cancelled: 0, why: '' };

/** Everything a move is decided on, locked. */
type Scene = {
  ctx: Context;
  tx: Tx;
  batch: Batch;
  group: GroupRow;
  source: Source;
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

/** Labels of the batch that are at the printer and may go on, locked. */
const openAt = async (
  { ctx, tx, batch, source }: Pick<Scene, 'ctx' | 'tx' | 'batch' | 'source'>,
  by: MovedBy,
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
  for (const ids of chunks(rows.map(({ id }) => id)))
    for (const detail of await lockDetails(tx, ids)) {
      const isOpen = detail.state === 'queued' || detail.state === 'sending';
      if (isOpen && detail.cancel_requested === 0 && detail.expires_at > ctx.now())
        open.push(detail);
    }
  return open;
};

/** Those that go on where they are: their printer is well again, or nothing takes them. */
const release = async (tx: Tx, details: readonly Detail[]): Promise<void> => {
  const ids = details.flatMap(({ id, state, recall }) =>
    state === 'queued' && recall === 1 ? id : [],
  );
  for (const some of chunks(ids))
    await tx.updateTable('detail').set({ recall: 0 }).where('id', 'in', some).execute();
};

/** Labels by where they go; null: nowhere. */
const getPlan = async (
  { tx, group, candidates, waiting, unready }: Scene,
  details: readonly Detail[],
): Promise<Map<Candidate | null, Detail[]>> => {
  const tried = await triedBy(tx, details);
  const plan = new Map<Candidate | null, Detail[]>();
  const known = new Map<string, Candidate | null>();
  for (const detail of details) {
    const been = tried.get(detail.id) ?? new Set<number>();
    const key = triedKey(been);
    let to = known.get(key);
    if (to === undefined) {
      to = readyOne(candidates, group, waiting, been) ?? null;
      // Nobody takes them where they are, ever: they may as well wait elsewhere.
      if (unready.kind === 'gone') to ??= anyOne(candidates, group, waiting, been) ?? null;
      known.set(key, to);
    }
    const together = plan.get(to);
    if (together) together.push(detail);
    else plan.set(to, [detail]);
  }
  return plan;
};

const moveTo = async (
  { ctx, tx, batch, source, unready }: Scene,
  to: Candidate,
  details: readonly Detail[],
): Promise<DetailChange> => {
  const { client, printer } = to;
  await keepPlace(tx, batch, to, ctx.now());
  const from = { id: source.id, name: source.name };
  await noteMoves(tx, details, { from, to, reason: unready.why, at: ctx.now() });
  onCommit(tx, () => {
    ctx.bus.emit('client-work', { clientId: client.id });
    const event = { type: 'moved', batchNo: batch.batch_no } as const;
    ctx.bus.emit('print', { memberId: batch.member_id, event });
  });
  const set = { client_id: client.id, printer_id: printer.id, recall: 0 };
  return { ids: details.map(({ id }) => id), set };
};

/** Asks the client for labels it has not begun: what it says of each decides. */
const recall = async ({ ctx, tx, source }: Scene, details: readonly Detail[]): Promise<number> => {
  const clientId = source.client_id;
  const ids = details.flatMap((detail) => (detail.recall === 0 ? detail.id : []));
  if (ids.length === 0 || !ctx.presence.online(clientId)) return 0;
  for (const some of chunks(ids))
    await tx.updateTable('detail').set({ recall: 1 }).where('id', 'in', some).execute();
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId }));
  return ids.length;
};

const apply = async (
  scene: Scene,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): Promise<Relocated> => {
  const { ctx, tx, unready } = scene;
  const result = { ...NOTHING };
  const changes: DetailChange[] = [];
  for (const [to, details] of plan) {
    const queued = details.filter(({ state }) => state === 'queued');
    if (to) {
      // What is with a client that is gone was settled when it went.
      const leased = details.filter(({ state }) => state === 'sending');
      if (unready.kind !== 'gone') result.recalled += await recall(scene, leased);
      if (queued.length > 0) changes.push(await moveTo(scene, to, queued));
      result.moved += queued.length;
    } else if (unready.kind === 'gone') {
      const set = { state: 'cancelled', reason: `${unready.why}，没有发出` } as const;
      if (queued.length > 0) changes.push({ ids: queued.map(({ id }) => id), set });
      result.cancelled += queued.length;
    } else {
      await release(tx, queued);
    }
  }
  if (changes.length > 0) await settleDetails({ ctx, tx, changes });
  return result;
};

/** Why nothing went: nobody is ready to take it, or its client was asked for it and has not given it back. */
const whyNot = (
  { candidates, ctx, source, unready }: Scene,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): string => {
  if ([...plan.keys()].every((to) => to === null))
    return `没有能接着印的打印机：${whyNone(candidates)}`;
  const where = `“${source.name}”${unready.why}`;
  return ctx.presence.online(source.client_id)
    ? `${where}，剩下的客户端没有交回，可能已经在打印机里，转了会印两张：等它好了印完，再看要不要重打`
    : `${where}，剩下的在它的客户端那里，客户端离线，问不到印没印：等它连上再看`;
};

/** Asks the member, once for each time a printer stops. */
const ask = async (
  { ctx, tx, batch, group, source, unready }: Scene,
  plan: ReadonlyMap<Candidate | null, readonly Detail[]>,
): Promise<void> => {
  const [to] = [...plan.keys()].filter((one) => one !== null);
  const asked = batch.group_asked_at;
  if (!to || (asked !== null && (unready.since === null || asked >= unready.since))) return;
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
      text: `批次 ${batch.batch_no}：打印机组“${group.name}”里的“${to.printer.name}”能接着印，要不要转过去由你定。`,
      path: `/${batch.alias}/user/printStatDetail?batchNo=${encodeURIComponent(batch.batch_no)}`,
    },
  ]);
};

const getScene = async (
  ctx: Context,
  tx: Tx,
  batchId: number,
  printerId: number,
): Promise<Scene | { batch: Batch; source: Source } | null> => {
  const seen = await getBatch(tx, batchId);
  if (!seen || seen.printer_group_id === null) return null;
  await lockMember(tx, seen.member_id);
  const { client_id: clientId } = await getSource(tx, printerId);
  const found = await candidatesFor(ctx, tx, seen, [clientId]);
  // As they are behind the locks.
  const [batch, source] = [(await getBatch(tx, batchId)) ?? seen, await getSource(tx, printerId)];
  const unready = getReadiness(ctx, source, batch);
  if (!found || unready.kind === 'ready') return { batch, source };
  return { ctx, tx, batch, source, unready, ...found };
};

/**
 * Moves labels of a batch on from a printer of their group that cannot print: those that wait here, at once; those its
 * client has, it is asked for. A label goes only while nothing of it can have left for paper: it waits, and its client is
 * locked. Nothing is moved from a printer that is ready, or of a group that is gone.
 */
export const relocate = ({
  ctx,
  batchId,
  printerId,
  by,
}: {
  ctx: Context;
  batchId: number;
  printerId: number;
  by: MovedBy;
}): Promise<Relocated> =>
  transaction(ctx.db, async (tx) => {
    const scene = await getScene(ctx, tx, batchId, printerId);
    if (!scene) return NOTHING;
    const details = await openAt({ ...scene, ctx, tx }, by);
    if (!('group' in scene)) {
      await release(tx, details);
      return NOTHING;
    }
    if (details.length === 0) return NOTHING;
    const plan = await getPlan(scene, details);
    const { group, unready } = scene;
    if (by === 'rule' && group.asks === 1 && unready.kind !== 'gone') {
      await ask(scene, plan);
      return NOTHING;
    }
    const result = await apply(scene, plan);
    return result.moved + result.recalled > 0 ? result : { ...result, why: whyNot(scene, plan) };
  });
