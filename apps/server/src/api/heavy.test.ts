import { type Database, migrate, openDatabase } from '@yunbiao/db';
import { addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmissionQueue } from '../http/admission.ts';
import { createApi } from './api.ts';

let db: Database;
beforeAll(async () => {
  db = openDatabase({ filename: ':memory:' });
  await migrate(db);
});
afterAll(() => db.close());

const waitForTurns = async (): Promise<void> => {
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

const createWorld = async (name: string) => {
  const ctx = createTestContext(db);
  const admission = createAdmissionQueue({ maxRunning: 1, maxWaitingPerCaller: 1, maxWaiting: 1 });
  const api = createApi(ctx, { admission });
  await addSoftware(ctx, name);
  const { token } = await addMember(ctx, `member-${name}`);
  const request = async (path: string): Promise<Response> =>
    api.request(`/np/api/uc/${path}`, { headers: { 'X-Token': token, 'X-Domain': name } });
  /** Takes the only slot until `giveBack` is called. */
  const takeSlot = (): { giveBack: () => void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void admission.run('other-member', () => promise);
    return { giveBack: resolve };
  };
  return { ask: request, take: takeSlot };
};

it('statistics wait for their turn, and are turned away at once when too much waits; what is light is answered', async () => {
  const { ask, take } = await createWorld('one');
  const { giveBack } = take();
  const waiting = ask('printStat');
  await waitForTurns();
  const refused = await ask('batchList');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toEqual({
    state: 'fail',
    code: 503,
    msg: '现在用的人太多，请稍后重试',
    data: { retryAfter: 1 },
  });
  expect((await ask('templateList')).status).toBe(200);
  giveBack();
  expect(await (await waiting).json()).toMatchObject({ state: 'ok' });
});

it('a workbook is made piece by piece, each in its turn, and keeps no place while nobody takes it', async () => {
  const { ask, take } = await createWorld('two');
  const reply = await ask('detailExport');
  expect(reply.status).toBe(200);
  await waitForTurns();
  const { giveBack } = take();
  let isWhole = false;
  const whole = reply.arrayBuffer().then((bytes) => {
    isWhole = true;
    return Buffer.from(bytes);
  });
  await waitForTurns();
  expect(isWhole).toBe(false);
  giveBack();
  expect((await whole).subarray(0, 2).toString()).toBe('PK');
});
