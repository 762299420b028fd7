import { parseTemplate } from '@yunbiao/contract';
import { lockMember, transaction, type Tx, within } from '@yunbiao/db';
import {
  actingAs,
  addDays,
  CHINA,
  confirmOrder,
  type Context,
  createOrder,
  DAY,
  getDay,
  findSoftware,
  HOUR,
  MINUTE,
  startOfDay,
  SYSTEM,
} from '@yunbiao/services';
import { asMember } from './acting.ts';
import type { Counter } from './ends.ts';
import { connect, leaveMachines, type Machine, type Owner, pairMachines } from './machines.ts';
import { MONTH_DAYS, type Place, planMonth } from './month.ts';
import { printBatch, type Printing } from './print-batch.ts';
import { talk } from './talk.ts';

const ALIAS = 'yunbiao';
const TEMPLATES: Record<Place, string> = { till: '商品价签', shelf: '货位标签', old: '商品价签' };
/** What the till's printer had counted before it was paired. */
const COUNTED_BEFORE = 18_204;

/** The site at another time, with the member acting. */
type At = (ms: number) => Context;
type Template = Printing['template'];

const getTemplate = async (ctx: Context, softwareId: number, name: string) => {
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

const listTemplates = async (
  ctx: Context,
  softwareId: number,
): Promise<Record<Place, Template> | null> => {
  const till = await getTemplate(ctx, softwareId, TEMPLATES.till);
  const shelf = await getTemplate(ctx, softwareId, TEMPLATES.shelf);
  const old = await getTemplate(ctx, softwareId, TEMPLATES.old);
  return till && shelf && old ? { till, shelf, old } : null;
};

/** The first paid plan, ordered the day before and paid: it lasts for all that follows. */
const buyPlan = async (at: At, { memberId, software }: Owner, joined: number): Promise<void> => {
  const plan = await at(joined)
    .db.kysely.selectFrom('product')
    .select('id')
    .where('software_id', '=', software.id)
    .where('state', '=', 'on')
    .where('is_free', '=', 0)
    .orderBy('level')
    .executeTakeFirst();
  if (!plan) return;
  const { orderNo } = await createOrder({
    ctx: at(joined + 20 * MINUTE),
    memberId,
    softwareId: software.id,
    input: { productId: String(plan.id), num: 1, payType: 'offline' },
  });
  await confirmOrder({ ctx: actingAs(at(joined + 2 * HOUR), SYSTEM), orderNo });
};

/** The agents start with the working day. */
const connectFor = async (
  at: At,
  machine: Machine,
  connected: Map<Machine, string>,
  batchAt: number,
): Promise<void> => {
  const day = getDay(batchAt, CHINA);
  if (connected.get(machine) === day) return;
  connected.set(machine, day);
  await connect(at(batchAt - 4 * MINUTE), machine);
};

const live = async (at: At, owner: Owner, now: number): Promise<boolean> => {
  const today = getDay(now, CHINA);
  const joined = startOfDay(addDays(today, -MONTH_DAYS), CHINA) + 9 * HOUR;
  const templates = await listTemplates(at(now), owner.software.id);
  if (!templates) return false;
  await at(now)
    .db.kysely.updateTable('member')
    .set({ created_at: joined - DAY })
    .where('id', '=', owner.memberId)
    .where('created_at', '>', joined - DAY)
    .execute();
  await buyPlan(at, owner, joined);
  const { machines, targets } = await pairMachines(at(joined + 5 * HOUR), owner);
  const counter: Counter = { value: COUNTED_BEFORE };
  const connected = new Map<Machine, string>();
  let last = joined;
  for (const planned of planMonth(now)) {
    const target = targets.get(planned.place);
    if (!target) continue;
    await connectFor(at, target.machine, connected, planned.at);
    const template = templates[planned.place];
    await printBatch({ owner, target, template, counter, at }, planned);
    last = planned.at;
  }
  const getCounter = (localId: string) => (localId === 'till' ? counter.value : null);
  await leaveMachines(at(last + 10 * MINUTE), owner, machines, getCounter);
  await talk(at, owner, now);
  return true;
};

const getOwner = async (tx: Tx): Promise<Owner | null> => {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('is_demo', '=', 1)
    .orderBy('id')
    .executeTakeFirst();
  const software = await findSoftware(tx, { alias: ALIAS });
  if (!member || software?.state !== 'online') return null;
  // Two that start at once: the second sees what the first has made.
  await lockMember(tx, member.id);
  const client = await tx
    .selectFrom('client')
    .select('id')
    .where('member_id', '=', member.id)
    .executeTakeFirst();
  return client ? null : { memberId: member.id, software };
};

/**
 * Gives the demo member a month of printing, an order and notices, all made by the verbs a member uses, at the times
 * they tell of. Once, whole or not at all; and not when the member has paired a client: then the history is theirs.
 * Returns whether it was made.
 */
export const addHistory = (ctx: Context): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const owner = await getOwner(tx);
    if (!owner) return false;
    const inside = asMember({ ...ctx, db: within(tx) }, owner.memberId);
    return live((ms) => ({ ...inside, now: () => ms }), owner, ctx.now());
  });
