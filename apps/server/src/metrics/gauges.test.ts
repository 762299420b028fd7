import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase, sql } from '@yunbiao/db';
import { describeEachDatabase, type Opener } from '@yunbiao/db/testing';
import { addClient, addMember, addSoftware, createTestContext } from '@yunbiao/services/testing';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createGaugeReader } from './gauges.ts';
import { createDatabaseMonitor, createMetrics } from './metrics.ts';
import { sampleOwnNode } from './node-samples.ts';
import { formatSamples } from './samples.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'yb-gauges-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const admission = { getLoad: () => ({ running: 2, waiting: 5 }) };
const MINUTE_MS = 60_000;

/** Rows without those they belong to: the figures look at nothing else. */
const withoutForeignKeys = async (
  { dialect, kysely }: Database,
  act: () => Promise<void>,
): Promise<void> => {
  if (dialect === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(kysely);
    return act();
  }
  // Disabling the triggers takes a superuser.
  const { rows: constraints } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid in
      ('webhook_delivery'::regclass, 'payment'::regclass, 'payment_refund'::regclass)`.execute(
    kysely,
  );
  for (const { table, name } of constraints)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(kysely);
  await act();
  for (const { table, name, definition } of constraints)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)}
      ${sql.raw(definition)} not valid`.execute(kysely);
};

/** On SQLite only: PostgreSQL reads empty tables whole. */
const readsIndexes = (open: Opener): void => {
  it('reads indexes, and no table that grows as a whole', async () => {
    const ctx = createTestContext(await open());
    const { kysely } = ctx.db;
    const executor = kysely.getExecutor();
    const asked: ReturnType<typeof executor.compileQuery>[] = [];
    const watched = kysely.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(executor.compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const watchedCtx = { ...ctx, db: { ...ctx.db, kysely: watched } };
    await createGaugeReader({ ctx: watchedCtx, dataDir, admission })();
    expect(asked.length).toBeGreaterThan(10);
    for (const query of asked) {
      const explain = { ...query, sql: `explain query plan ${query.sql}` };
      const { rows } = await kysely.executeQuery<{ detail: string }>(explain);
      const steps = rows.map(({ detail }) => detail);
      const whole = steps.filter((step) =>
        /^SCAN (?:detail|batch|webhook_delivery|payment|first|moving)/.test(step),
      );
      expect([query.sql, whole]).toEqual([query.sql, []]);
    }
  });
};

describeEachDatabase((open) => {
  const readText = async (given: Omit<Parameters<typeof createGaugeReader>[0], 'admission'>) =>
    formatSamples(await createGaugeReader({ ...given, admission })());

  it('tells clients, pool, work, backlogs and disk', async () => {
    const ctx = createTestContext(await open());
    ctx.presence.setConnected(7, true);
    const softwareId = await addSoftware(ctx, 'yunbiao');
    const { id: memberId } = await addMember(ctx, 'owner');
    for (const nodeId of [ctx.presence.nodeId, 'the process before', null]) {
      const id = await addClient(ctx, memberId, softwareId);
      await ctx.db.kysely
        .updateTable('client')
        .set({ node_id: nodeId })
        .where('id', '=', id)
        .execute();
    }
    const text = await readText({ ctx, dataDir });
    for (const line of [
      'yunbiao_clients_online 1',
      'yunbiao_clients_expected 1',
      'yunbiao_db_pool_waiting 0',
      'yunbiao_work_tasks{state="waiting"} 5',
      'yunbiao_database_up 1',
      'yunbiao_labels{state="queued"} 0',
      'yunbiao_webhook_messages_waiting 0',
      'yunbiao_payments{state="open"} 0',
      'yunbiao_refunds{state="failed"} 0',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^yunbiao_data_disk_free_bytes [1-9]\d+$/m);
    const max = open.dialect === 'sqlite' ? 1 : 5;
    expect(text).toContain(`yunbiao_db_pool_max_connections ${max}\n`);
  });

  it('tells of several servers, and nothing of them where there is one', async () => {
    const ctx = createTestContext(await open());
    const cluster = {
      isLeader: () => true,
      countNodes: () => 3,
      readTraffic: () => ({ sent: 7, received: 8, lost: 1, lagMs: 1_500 }),
    };
    const own = { nodeId: 'a1', build: 'b2' };
    const text = await readText({ ctx, dataDir, readNode: () => sampleOwnNode(cluster, own) });
    for (const line of [
      'yunbiao_node_info{node="a1",build="b2"} 1',
      'yunbiao_nodes 3',
      'yunbiao_node_leader 1',
      'yunbiao_node_events_lag_seconds 1.5',
      'yunbiao_node_events_sent_total 7',
      'yunbiao_node_events_received_total 8',
      'yunbiao_node_events_lost_total 1',
    ])
      expect(text).toContain(`${line}\n`);
    const alone = { ...cluster, readTraffic: () => null };
    expect(
      await readText({ ctx, dataDir, readNode: () => sampleOwnNode(alone, own) }),
    ).not.toContain('yunbiao_node');
  });

  it('counts what labels become', async () => {
    const ctx = createTestContext(await open());
    const read = createGaugeReader({ ctx, dataDir, admission });
    const event = {
      type: 'detail',
      batchNo: 'B1',
      id: '1',
      state: 'printed',
      evidence: 'none',
      reason: '',
      counterFrom: null,
      counterTo: null,
      at: '2026-11-21T02:00:00.000Z',
    } as const;
    for (let i = 0; i < 3; i += 1) ctx.bus.emit('print', { memberId: 1, event });
    const text = formatSamples(await read());
    expect(text).toContain('# TYPE yunbiao_label_changes_total counter\n');
    expect(text).toContain('yunbiao_label_changes_total{state="printed"} 3\n');
    expect(text).toContain('yunbiao_label_changes_total{state="failed"} 0\n');
  });

  it('knows how late webhooks, payments and refunds are', async () => {
    const ctx = createTestContext(await open());
    const now = ctx.now();
    const { kysely } = ctx.db;
    const delivery = {
      member_id: 1,
      api_key_id: 1,
      webhook_id: null,
      url: 'https://a.example',
      event: 'x',
      subject: '',
      body: '{}',
      tries: 0,
      status: null,
      error: '',
      created_at: now,
      give_up_at: now,
      last_at: null,
    };
    const payment = {
      order_id: 1,
      channel: 'alipay',
      scene: 'qr',
      channel_trade_no: '',
      action: '',
      amount_fen: 1,
      queries: 0,
      last_query_at: null,
      created_at: now,
      expires_at: now,
      paid_at: null,
    };
    const refund = {
      kind: 'order',
      reason: '',
      amount_fen: 1,
      tries: 0,
      created_at: now,
      done_at: null,
    };
    await withoutForeignKeys(ctx.db, async () => {
      for (const [message_id, state, next_at] of [
        ['a', 'waiting', now - MINUTE_MS],
        ['b', 'waiting', now + MINUTE_MS],
        ['c', 'delivered', null],
      ] as const)
        await kysely
          .insertInto('webhook_delivery')
          .values({ ...delivery, message_id, state, next_at })
          .execute();
      for (const [trade_no, state, next_at] of [
        ['a', 'open', now + MINUTE_MS],
        ['b', 'paid', now - MINUTE_MS],
      ] as const)
        await kysely
          .insertInto('payment')
          .values({ ...payment, trade_no, state, next_at })
          .execute();
      for (const [payment_id, state, next_at] of [
        [1, 'due', now - 2 * MINUTE_MS],
        [2, 'failed', now - 9 * MINUTE_MS],
      ] as const)
        await kysely
          .insertInto('payment_refund')
          .values({ ...refund, payment_id, refund_no: state, state, next_at })
          .execute();
    });
    const text = await readText({ ctx, dataDir });
    for (const line of [
      'yunbiao_webhook_messages_waiting 2',
      'yunbiao_webhook_overdue_seconds 60',
      'yunbiao_payments{state="open"} 1',
      'yunbiao_refunds{state="due"} 1',
      'yunbiao_refunds{state="failed"} 1',
      'yunbiao_payment_overdue_seconds 120',
    ])
      expect(text).toContain(`${line}\n`);
  });

  it('shares a reading of the database between readers', async () => {
    const db = await open();
    const metrics = createMetrics();
    onTestFinished(() => metrics.stop());
    const { databaseUrl, filename } = open.location(db);
    const monitor = createDatabaseMonitor(metrics);
    const watched = openDatabase({ databaseUrl, filename, monitor });
    const read = createGaugeReader({ ctx: createTestContext(watched), dataDir, admission });
    const countQueries = () =>
      metrics.querySeconds.read().counts.reduce((sum, count) => sum + count, 0);
    await Promise.all([read(), read()]);
    const first = countQueries();
    expect(first).toBeGreaterThan(0);
    await read();
    expect(countQueries()).toBe(first);
    await watched.close();
  });

  ({ sqlite: readsIndexes, postgres: () => {} })[open.dialect](open);

  it('tells the rest when the database is broken, hangs, or the folder is gone', async () => {
    const ctx = createTestContext(await open());
    const broken = { ...ctx, db: { ...ctx.db, kysely: ctx.db.kysely.withSchema('nowhere') } };
    const text = await readText({ ctx: broken, dataDir: join(dataDir, 'nowhere') });
    expect(text).toContain('yunbiao_database_up 0\n');
    expect(text).toContain('yunbiao_clients_online 0\n');
    expect(text).not.toContain('yunbiao_labels{');
    expect(text).not.toContain('yunbiao_data_disk');
  });

  it('waits for a statement, and no longer than it may', async () => {
    const db = await open();
    const metrics = createMetrics();
    onTestFinished(() => metrics.stop());
    const { databaseUrl, filename } = open.location(db);
    const monitor = createDatabaseMonitor(metrics);
    const single = openDatabase({ databaseUrl, filename, connections: 1, monitor });
    const ctx = createTestContext(single);
    await single.kysely.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      const held = await readText({ ctx, dataDir, timeoutMs: 20 });
      expect(held).toContain('yunbiao_database_up 0\n');
      expect(held).toContain('yunbiao_db_pool_waiting 1\n');
      expect(held).toContain('yunbiao_db_pool_connections{state="busy"} 1\n');
    });
    await expect.poll(() => single.getPoolState?.().waiting).toBe(0);
    const { counts } = metrics.poolWaitSeconds.read();
    expect(counts.slice(3).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    await single.close();
  });
});
