import { parseTemplate } from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx, createTransactionDatabase } from '@yunbiao/db';
import {
  copyContextWithActor,
  addDays,
  CHINA,
  confirmOrderTransfer,
  type Context,
  createOrder,
  DAY,
  getCalendarDay,
  findSoftware,
  HOUR,
  MINUTE,
  getStartOfDay,
  SYSTEM,
} from '@yunbiao/services';
import { createMemberContext } from './contexts.ts';
import type { Counter } from './label-results.ts';
import {
  connectClient,
  takeClientsOffline,
  type PairedClient,
  type Owner,
  pairClients,
} from './clients.ts';
import { MONTH_DAYS, type PrinterPlace, planMonthOfBatches } from './month.ts';
import { simulateBatchPrinting, type Printing } from './print-batch.ts';
import { addForumActivity } from './forum-activity.ts';

const ALIAS = 'yunbiao';
const TEMPLATES: Record<PrinterPlace, string> = {
  till: '商品价签',
  shelf: '货位标签',
  old: '商品价签',
};
/** Counter value of the till's printer before it was paired. */
const INITIAL_COUNTER = 18_204;

/** Context of the member at another time. */
type ContextAt = (ms: number) => Context;
type Template = Printing['template'];

const findTemplateByName = async (ctx: Context, softwareId: number, name: string) => {
  const row = await ctx.db.kysely
    .selectFrom('template')
    .select(['id', 'content'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { id: row.id, content: parseTemplate(JSON.parse(row.content)) };
};

const findTemplates = async (
  ctx: Context,
  softwareId: number,
): Promise<Record<PrinterPlace, Template> | null> => {
  const till = await findTemplateByName(ctx, softwareId, TEMPLATES.till);
  const shelf = await findTemplateByName(ctx, softwareId, TEMPLATES.shelf);
  const old = await findTemplateByName(ctx, softwareId, TEMPLATES.old);
  return till && shelf && old ? { till, shelf, old } : null;
};

/** Orders and pays the first paid plan the day before. It covers the whole month. */
const buyFirstPaidPlan = async (
  at: ContextAt,
  { memberId, software }: Owner,
  joinedAt: number,
): Promise<void> => {
  const plan = await at(joinedAt)
    .db.kysely.selectFrom('product')
    .select('id')
    .where('software_id', '=', software.id)
    .where('state', '=', 'on')
    .where('is_free', '=', 0)
    .orderBy('level')
    .executeTakeFirst();
  if (!plan) return;
  const { orderNo } = await createOrder({
    ctx: at(joinedAt + 20 * MINUTE),
    memberId,
    softwareId: software.id,
    input: { productId: String(plan.id), num: 1, payType: 'offline' },
  });
  await confirmOrderTransfer({
    ctx: copyContextWithActor(at(joinedAt + 2 * HOUR), SYSTEM),
    orderNo,
  });
};

/** Connects the agents at the start of a working day. */
const connectClientOncePerDay = async (
  at: ContextAt,
  client: PairedClient,
  connected: Map<PairedClient, string>,
  batchAt: number,
): Promise<void> => {
  const day = getCalendarDay(batchAt, CHINA);
  if (connected.get(client) === day) return;
  connected.set(client, day);
  await connectClient(at(batchAt - 4 * MINUTE), client);
};

const simulatePrintingMonth = async (
  at: ContextAt,
  owner: Owner,
  now: number,
): Promise<boolean> => {
  const today = getCalendarDay(now, CHINA);
  const joinedAt = getStartOfDay(addDays(today, -MONTH_DAYS), CHINA) + 9 * HOUR;
  const templates = await findTemplates(at(now), owner.software.id);
  if (!templates) return false;
  await at(now)
    .db.kysely.updateTable('member')
    .set({ created_at: joinedAt - DAY })
    .where('id', '=', owner.memberId)
    .where('created_at', '>', joinedAt - DAY)
    .execute();
  await buyFirstPaidPlan(at, owner, joinedAt);
  const { clients, targets } = await pairClients(at(joinedAt + 5 * HOUR), owner);
  const counter: Counter = { value: INITIAL_COUNTER };
  const connected = new Map<PairedClient, string>();
  let last = joinedAt;
  for (const plannedBatch of planMonthOfBatches(now)) {
    const target = targets.get(plannedBatch.place);
    if (!target) continue;
    await connectClientOncePerDay(at, target.client, connected, plannedBatch.at);
    const template = templates[plannedBatch.place];
    await simulateBatchPrinting({ owner, target, template, counter, at }, plannedBatch);
    last = plannedBatch.at;
  }
  const getPrinterCounter = (localId: string) => (localId === 'till' ? counter.value : null);
  await takeClientsOffline(at(last + 10 * MINUTE), owner, clients, getPrinterCounter);
  await addForumActivity(at, owner, now);
  return true;
};

const findDemoOwner = async (tx: Tx): Promise<Owner | null> => {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('is_demo', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  const software = await findSoftware(tx, { alias: ALIAS });
  if (!member || software?.state !== 'online') return null;
  // With two concurrent starts, the second one sees the history of the first.
  await lockMemberRow(tx, member.id);
  const client = await tx
    .selectFrom('client')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  return client ? null : { memberId: member.id, software };
};

/**
 * Adds a month of printing, an order and notices to the demo member, by calling the services at
 * simulated times. One transaction, once only. Skipped if the member has paired a client. Returns
 * whether the history was added.
 */
export const addSampleHistory = (ctx: Context): Promise<boolean> =>
  runTransaction(ctx.db, async (tx) => {
    const owner = await findDemoOwner(tx);
    if (!owner) return false;
    const inside = createMemberContext(
      { ...ctx, db: createTransactionDatabase(tx) },
      owner.memberId,
    );
    return simulatePrintingMonth((ms) => ({ ...inside, now: () => ms }), owner, ctx.now());
  });
