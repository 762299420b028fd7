import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { savePrintConfig, submitBatch } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
} from '@yunbiao/services/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkBudget } from '../budget/work-budget.ts';
import { WORK_COSTS } from '../budget/work-costs.ts';
import { createApi } from './api.ts';
import { chargeByChunk } from './await-budget.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase({ filename: ':memory:' });
  await migrate(db);
});
afterAll(() => db.close());

const BURST = 200;
const PER_SECOND = 100;

const createWorld = async (name: string) => {
  const ctx = createTestContext(db);
  const { now, sleep } = ctx;
  const budget = createWorkBudget({ now, sleep, burst: BURST, perSecond: PER_SECOND, reserve: 0 });
  const api = createApi(ctx, { budget });
  const softwareId = await addSoftware(ctx, name);
  const { id, token } = await addMember(ctx, `member-${name}`);
  const request = async (path: string, as = token, init: RequestInit = {}): Promise<Response> =>
    api.request(`/np/api/${path}`, { ...init, headers: { 'X-Token': as, 'X-Domain': name } });
  return { ctx, budget, id, softwareId, token, ask: request };
};

/** Adds labels of the member: one batch, and copies of its labels. Returns the number of labels. */
const addLabels = async (
  ctx: TestContext,
  whose: { memberId: number; softwareId: number },
): Promise<number> => {
  const clientId = await addClient(ctx, whose.memberId, whose.softwareId);
  const input = createConfigInput(clientId, await addPrinter(ctx, clientId));
  const config = await savePrintConfig({ ctx, memberId: whose.memberId, input });
  const templateId = await addTemplate(ctx, whose.softwareId);
  const rows = Array.from({ length: 50 }, (_, n) => ({ 货号: String(n) }));
  await submitBatch({ ctx, ...whose, input: createPrintInput(config.id, templateId, { rows }) });
  const labels = await db.kysely
    .selectFrom('detail')
    .innerJoin('batch', 'batch.id', 'detail.batch_id')
    .selectAll('detail')
    .where('batch.member_id', '=', whose.memberId)
    .execute();
  for (let n = 1; n < 60; n += 1)
    await db.kysely
      .insertInto('detail')
      .values(
        labels.map((label) => ({
          ...label,
          id: n * 1_000_000 + label.id,
          sequence: n * 50 + label.sequence,
        })),
      )
      .execute();
  return 60 * labels.length;
};

it('calls, heavy calls, live streams and bodies of a member are one budget', async () => {
  const { ctx, budget, ask } = await createWorld('shared');
  const from = ctx.now();
  for (let n = 0; n < 40; n += 1) {
    expect((await ask('uc/templateList')).status).toBe(200);
    const stream = await ask('uc/printEvents');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  }
  expect((await ask('uc/printStat')).status).toBe(200);
  const min = 40 * (WORK_COSTS.call + WORK_COSTS.stream) + WORK_COSTS.heavyCall;
  expect(budget.getChargedUnits()).toBeGreaterThanOrEqual(min);
  const passedS = (ctx.now() - from) / 1_000;
  expect(budget.getChargedUnits()).toBeLessThanOrEqual(
    BURST + PER_SECOND * passedS + WORK_COSTS.heavyCall,
  );
});

it('a member far over the budget is told when to come back; others, and visitors, are answered', async () => {
  const { ctx, budget, id, ask } = await createWorld('far');
  const other = await addMember(ctx, 'other-far');
  // The load that the member's print clients would cause.
  budget.charge(id, BURST + 10 * PER_SECOND);
  const refused = await ask('uc/templateList');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ msg: '你的账号这会儿用得太多，请 10 秒后重试' });
  expect((await ask('uc/templateList', other.token)).status).toBe(200);
  expect((await ask('common', '')).status).toBe(200);
  ctx.pass(10_000);
  expect((await ask('uc/templateList')).status).toBe(200);
});

it('a workbook is paid for by its rows as it is made, in turns with the calls of its member', async () => {
  const { ctx, budget, id, softwareId, ask } = await createWorld('export');
  const labels = await addLabels(ctx, { memberId: id, softwareId });
  const [from, before] = [ctx.now(), budget.getChargedUnits()];
  const reply = await ask('uc/detailExport');
  expect(reply.status).toBe(200);
  const reader = reply.body?.getReader();
  let pieces = 0;
  let paid = 0;
  let max = 0;
  for (
    let spent = budget.getChargedUnits();
    !(await reader?.read())?.done;
    spent = budget.getChargedUnits()
  ) {
    pieces += 1;
    const cost = budget.getChargedUnits() - spent;
    paid += cost > 0 ? 1 : 0;
    max = Math.max(max, cost);
    if (pieces % 5 === 0) expect((await ask('uc/templateList')).status).toBe(200);
  }
  const spent = budget.getChargedUnits() - before;
  // A piece costs the CPU time it took, which on a busy machine is sometimes several times as much.
  expect(pieces).toBeGreaterThan(10);
  expect(paid).toBeGreaterThan(3);
  expect(spent).toBeGreaterThan(WORK_COSTS.heavyCall + labels * WORK_COSTS.row);
  expect(max).toBeLessThan(spent / 2);
  const passedS = (ctx.now() - from) / 1_000;
  expect(spent).toBeLessThanOrEqual(BURST + PER_SECOND * passedS + WORK_COSTS.heavyCall + max);
});

it('what a file has cost is paid for when its reader leaves, and when the peer of one that waits is gone', async () => {
  const { budget, id } = await createWorld('left');
  const gone = new AbortController();
  const open = (units: number) => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
    });
    const payer = { memberId: id, signal: gone.signal };
    const made = { fileName: 'a', contentType: 'text/plain', stream, consumeUnits: () => units };
    return chargeByChunk(budget, payer, made).stream.getReader();
  };
  const before = budget.getChargedUnits();
  const left = open(7);
  await left.read();
  expect(budget.getChargedUnits() - before).toBe(0);
  await left.cancel();
  expect(budget.getChargedUnits() - before).toBe(14);
  const waiting = open(BURST + 10 * PER_SECOND);
  await waiting.read();
  await waiting.read();
  gone.abort();
  expect(await waiting.read()).toMatchObject({ done: true });
  expect(budget.getChargedUnits() - before).toBeGreaterThan(2 * BURST);
});

it('the bytes of a body are paid for as they come, whatever its sender says of their number', async () => {
  const { budget, ask } = await createWorld('bodies');
  const before = budget.getChargedUnits();
  const body = new Blob(['x'.repeat(64_000)]).stream();
  await ask('uc/saveTemplate', undefined, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(budget.getChargedUnits() - before).toBeGreaterThanOrEqual(WORK_COSTS.call + 62);
});
