import { readFileSync, rmSync } from 'node:fs';
import { sql } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  type Context,
  DAY,
  HOUR,
  listOwnNotices,
  listOwnOrders,
  listPrintConfigs,
  getPrintStatistics,
  getPrintShares,
  savePrintConfig,
} from '@yunbiao/services';
import {
  addClient,
  addPrinter,
  createConfigInput,
  createTestContext,
  testContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../seed.ts';
import { TEST_CLIENT } from '../testing.ts';
import { planMonthOfBatches } from './month.ts';
import * as REASONS from './reasons.ts';

type Site = Context & { folder: string };

const seed = (ctx: Site, history = true) =>
  seedDemo({ ctx, dataDir: ctx.folder, client: TEST_CLIENT, history });

const getDemo = async ({ db }: Site) => {
  const member = await db.kysely
    .selectFrom('member')
    .select(['id', 'created_at'])
    .where('is_demo', '=', 1)
    .executeTakeFirstOrThrow();
  const software = await db.kysely
    .selectFrom('software')
    .select('id')
    .where('alias', '=', 'yunbiao')
    .executeTakeFirstOrThrow();
  return { memberId: member.id, softwareId: software.id, createdAt: member.created_at };
};

const countRows = async (
  { db }: Site,
  table: 'batch' | 'client' | 'member_order',
): Promise<number> =>
  (
    await db.kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

describe('the month', () => {
  it('is as full whatever day it ends on, in the order it happened, and over by now', () => {
    for (let day = 0; day < 400; day += 1) {
      const now = Date.UTC(2026, 10, 22) + day * DAY + (day % 24) * HOUR;
      const month = planMonthOfBatches(now);
      const labels = month.reduce((sum, { rows, copies }) => sum + rows * copies, 0);
      expect(month.length).toBeGreaterThanOrEqual(35);
      expect(labels).toBeGreaterThanOrEqual(1_000);
      expect(labels).toBeLessThanOrEqual(1_500);
      expect(new Set(month.map(({ fate }) => fate)).size).toBe(8);
      expect(month).toEqual(month.toSorted((a, b) => a.at - b.at));
      expect(month.at(-1)?.at).toBeLessThan(now - 3 * HOUR);
      expect(month[0]?.at).toBeGreaterThan(now - 31 * DAY);
    }
  });

  it('is the same for the same moment', () => {
    const now = Date.UTC(2027, 1, 3);
    expect(planMonthOfBatches(now)).toEqual(planMonthOfBatches(now));
  });

  it('gives the reasons the print client gives', () => {
    const source = ['reasons.ts', 'status/messages.ts', 'worker.ts']
      .map((name) => new URL(`../../../../apps/agent/src/printer/${name}`, import.meta.url))
      .map((url) => readFileSync(url, 'utf8'))
      .join('\n')
      .replace('打印机停过（${stop}），', '打印机停过（缺纸），')
      .replace('${cause}计数器走了，但不', '打印机停过（缺纸），计数器走了，但不');
    for (const reason of Object.values(REASONS)) expect(source).toContain(reason);
  });
});

describeEachDatabase((open) => {
  describe('a demo with a past', () => {
    let ctx: TestContext;
    beforeAll(async () => {
      ctx = testContext(await open());
      await seed(ctx);
    });
    afterAll(() => rmSync(ctx.folder, { recursive: true, force: true }));

    it('gives the demo member batches of every end, with what proves it', async () => {
      const { db } = ctx;
      const kinds = await db.kysely
        .selectFrom('detail')
        .select(['state', 'evidence'])
        .distinct()
        .execute();
      const found = kinds.map(({ state, evidence }) => `${state} ${evidence}`).toSorted();
      expect(found).toEqual([
        'cancelled none',
        'expired none',
        'failed none',
        'printed counter-moved',
        'printed member',
        'printed printer-idle',
        'sent consumed',
        'uncertain consumed',
      ]);
      const reprinted = await db.kysely
        .selectFrom('detail')
        .select(['state', 'counter_from', 'counter_to'])
        .where('attempt', '=', 2)
        .execute();
      expect(reprinted).toMatchObject([{ state: 'printed' }]);
      const failed = await db.kysely
        .selectFrom('detail')
        .select(['reason', 'charged_at'])
        .where('state', '=', 'failed')
        .execute();
      expect(failed).toHaveLength(2);
      for (const { reason, charged_at: chargedAt } of failed)
        expect([reason, chargedAt]).toEqual([expect.stringContaining('Code 128'), null]);
    });

    it('has figures that are right: the statistics, an order, notices, and a member as old as them', async () => {
      const { memberId, softwareId, createdAt } = await getDemo(ctx);
      const whose = { memberId, softwareId };
      const { totals, days } = await getPrintStatistics({
        ctx,
        whose,
        input: { tz: 'Asia/Shanghai' },
      });
      expect(totals.labels).toBeGreaterThanOrEqual(1_000);
      expect(totals.queued + totals.sending).toBe(0);
      expect(totals.uncertain).toBe(2);
      const labels = await ctx.db.kysely
        .selectFrom('detail')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(totals.labels).toBe(labels.count);
      expect(days.filter((day) => day.labels > 0).length).toBeGreaterThan(20);
      const { week } = await getPrintShares({ ctx, whose, input: { tz: 'Asia/Shanghai' } });
      const hours = Array.from({ length: 24 }, (_, hour) =>
        week.reduce((sum, day) => sum + (day[hour] ?? 0), 0),
      );
      const sumBefore = (from: number, to: number) =>
        hours.slice(from, to).reduce((sum, count) => sum + count, 0);
      expect(sumBefore(8, 12)).toBeGreaterThan(sumBefore(12, 24));
      expect(sumBefore(0, 8) + sumBefore(19, 24)).toBe(0);
      const orders = await listOwnOrders({ ctx, ...whose, lastId: undefined });
      expect(orders.list).toMatchObject([{ productName: 'VIP 月付', state: 'paid' }]);
      const notices = await listOwnNotices({ ctx, memberId, input: {} });
      expect(notices.list.map(({ kind }) => kind).toSorted()).toEqual([
        'accepted',
        'order',
        'reply',
      ]);
      const first = await ctx.db.kysely
        .selectFrom('member_order')
        .select('created_at')
        .executeTakeFirstOrThrow();
      expect(createdAt).toBeLessThan(first.created_at);
    });

    it('leaves no client online, no label waiting and no default printer', async () => {
      const { memberId } = await getDemo(ctx);
      const { list } = await listPrintConfigs({ ctx, memberId });
      expect(
        list.map(({ name, isDefault, printerState }) => [name, isDefault, printerState]),
      ).toEqual([
        ['示例 门店价签 60 × 40', false, 'offline'],
        ['示例 货位 50 × 30', false, 'offline'],
        ['示例 旧机价签 60 × 40', false, 'offline'],
      ]);
      expect(ctx.heard.filter(([, event]) => 'online' in event && event.online)).toEqual([]);
      const own = await addClient(ctx, memberId, (await getDemo(ctx)).softwareId);
      const input = createConfigInput(own, await addPrinter(ctx, own));
      expect((await savePrintConfig({ ctx, memberId, input })).isDefault).toBe(true);
    });
  });

  it('is made once, also for a demo that had none; and not beside a printer of the member', async () => {
    const ctx = createTestContext(await open());
    await seed(ctx, false);
    expect(await countRows(ctx, 'client')).toBe(0);
    await seed(ctx);
    const made = await countRows(ctx, 'batch');
    expect(made).toBeGreaterThan(30);
    ctx.pass(3 * DAY);
    await seed(ctx);
    expect([await countRows(ctx, 'batch'), await countRows(ctx, 'client')]).toEqual([made, 2]);
  });

  it('is not made beside what the member has paired', async () => {
    const ctx = createTestContext(await open());
    await seed(ctx, false);
    const { memberId, softwareId } = await getDemo(ctx);
    await addClient(ctx, memberId, softwareId);
    await seed(ctx);
    expect([await countRows(ctx, 'batch'), await countRows(ctx, 'member_order')]).toEqual([0, 0]);
  });

  it('tells who did what: the member, and the site what follows from it', async () => {
    const ctx = createTestContext(await open());
    await seed(ctx, false);
    for (const table of ['audit', 'security_event'] as const)
      await ctx.db.kysely.deleteFrom(table).execute();
    await seed(ctx);
    const me = `member:${(await getDemo(ctx)).memberId}`;
    const listActions = async (table: 'audit' | 'security_event', what: 'action' | 'kind') =>
      (
        await ctx.db.kysely
          .selectFrom(table)
          .select(['actor', sql.ref<string>(what).as('what')])
          .orderBy('id')
          .execute()
      ).map((row) => `${row.actor} ${row.what}`);
    expect(await listActions('audit', 'action')).toEqual([
      `${me} order.create`,
      'system order.paid',
      'system vip.grant',
    ]);
    expect(await listActions('security_event', 'kind')).toEqual([
      `${me} client.pair`,
      `${me} client.pair`,
    ]);
  });

  it('is not told of as made when a label it prints was taken away', async () => {
    const ctx = createTestContext(await open());
    await seed(ctx, false);
    await ctx.db.kysely
      .updateTable('template')
      .set({ deleted_at: ctx.now() })
      .where('name', '=', '货位标签')
      .execute();
    const said: string[] = [];
    const log = { ...ctx.log, info: (message: string) => void said.push(message) };
    await seed({ ...ctx, log });
    expect(said).not.toContain('sample history added');
    expect(await countRows(ctx, 'batch')).toBe(0);
  });

  it('is left out whole when the site as it is now refuses a step', async () => {
    const ctx = createTestContext(await open());
    await seed(ctx, false);
    const entitlements = JSON.stringify({ labelsPerMonth: 300, clients: 5, printers: 9 });
    await ctx.db.kysely.updateTable('product').set({ entitlements }).execute();
    const said: string[] = [];
    const log = { ...ctx.log, warn: (message: string) => void said.push(message) };
    await seed({ ...ctx, log });
    expect(said).toEqual(['sample history left out']);
    expect([await countRows(ctx, 'batch'), await countRows(ctx, 'client')]).toEqual([0, 0]);
  });
});
