import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { addMember, addSoftware, contextForTest } from '@yunbiao/services/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkBudget } from '../work-budget.ts';
import { WORK } from '../work-costs.ts';
import { createApi } from './api.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase({ filename: ':memory:' });
  await migrate(db);
});
afterAll(() => db.close());

const BURST = 200;
const PER_SECOND = 100;

const world = async (name: string) => {
  const ctx = contextForTest(db);
  const { now, sleep } = ctx;
  const budget = createWorkBudget({ now, sleep, burst: BURST, perSecond: PER_SECOND, reserve: 0 });
  const api = createApi(ctx, { budget });
  await addSoftware(ctx, name);
  const { id, token } = await addMember(ctx, `member-${name}`);
  const ask = async (path: string, as = token, init: RequestInit = {}): Promise<Response> =>
    api.request(`/np/api/${path}`, { ...init, headers: { 'X-Token': as, 'X-Domain': name } });
  return { ctx, budget, id, token, ask };
};

it('calls, heavy calls, live streams and bodies of a member are one budget', async () => {
  const { ctx, budget, ask } = await world('shared');
  const from = ctx.now();
  for (let n = 0; n < 40; n += 1) {
    expect((await ask('uc/templateList')).status).toBe(200);
    const stream = await ask('uc/printEvents');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  }
  expect((await ask('uc/printStat')).status).toBe(200);
  const least = 40 * (WORK.call + WORK.stream) + WORK.heavyCall;
  expect(budget.spent()).toBeGreaterThanOrEqual(least);
  const passedS = (ctx.now() - from) / 1_000;
  expect(budget.spent()).toBeLessThanOrEqual(BURST + PER_SECOND * passedS + WORK.heavyCall);
});

it('a member far over the budget is told when to come back; others, and visitors, are answered', async () => {
  const { ctx, budget, id, ask } = await world('far');
  const other = await addMember(ctx, 'other-far');
  // As print clients of the member would.
  budget.charge(id, BURST + 10 * PER_SECOND);
  const refused = await ask('uc/templateList');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ msg: '你的账号这会儿用得太多，请 10 秒后再试' });
  expect((await ask('uc/templateList', other.token)).status).toBe(200);
  expect((await ask('common', '')).status).toBe(200);
  ctx.pass(10_000);
  expect((await ask('uc/templateList')).status).toBe(200);
});

it('the bytes of a body are paid for as they come, whatever its sender says of their number', async () => {
  const { budget, ask } = await world('bodies');
  const before = budget.spent();
  const body = new Blob(['x'.repeat(64_000)]).stream();
  await ask('uc/saveTemplate', undefined, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(budget.spent() - before).toBeGreaterThanOrEqual(WORK.call + 62);
});
