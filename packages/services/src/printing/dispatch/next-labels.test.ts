import { CAPABILITIES } from '@yunbiao/contract/gateway/capabilities';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { splitIntoChunks } from '../../platform/chunks.ts';
import { leaseLabels } from './lease-labels.ts';
import { openShop, type Shop } from './testing.ts';

const ALL = { capabilities: { ...CAPABILITIES, draws: [...CAPABILITIES.draws] } };
const NO_AZTEC = {
  capabilities: { ...CAPABILITIES, draws: CAPABILITIES.draws.filter((name) => name !== 'aztec') },
};

/** Adds open copies of the first batch, each with different needs that include an Aztec code. */
const addOpenBatches = async (db: Database, count: number): Promise<number[]> => {
  const { id: _id, ...batch } = await db.kysely
    .selectFrom('batch')
    .selectAll()
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: count }, (_, n) => ({
    ...batch,
    batch_no: `X${n}`,
    idempotency_key: `again-${n}`,
    needs: `1 aztec of-batch-${n}`,
    finished_at: null,
  }));
  const ids: number[] = [];
  for (const some of splitIntoChunks(rows, 100)) {
    const stored = await db.kysely.insertInto('batch').values(some).returning('id').execute();
    ids.push(...stored.map(({ id }) => id));
  }
  return ids;
};

/** Adds a label of each batch in front of the queue. */
const queueInFront = async (db: Database, batchIds: readonly number[]): Promise<void> => {
  const { id: _id, ...detail } = await db.kysely
    .selectFrom('detail')
    .selectAll()
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const rows = batchIds.map((batchId, n) => ({
    ...detail,
    batch_id: batchId,
    queue_order: n - batchIds.length,
  }));
  for (const some of splitIntoChunks(rows, 100))
    await db.kysely.insertInto('detail').values(some).execute();
};

/** Leases labels. Returns the numbers of leased labels and of rows read from the database. */
const countRead = async ({ ctx, clientId }: Shop, fence: number): Promise<[number, number]> => {
  let read = 0;
  const kysely = ctx.db.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      read += result.rows.length;
      return Promise.resolve(result);
    },
  });
  const spied = { ...ctx, db: { ...ctx.db, kysely } };
  const { rows } = await leaseLabels({ ctx: spied, clientId, fence, localId: 'p1', room: 2 });
  return [rows.length, read];
};

describeEachDatabase((open) => {
  it('does not look at what else a member has open, however much it is', async () => {
    for (const hello of [ALL, NO_AZTEC]) {
      const db = await open();
      const shop = await openShop(db);
      await shop.submit(4);
      await addOpenBatches(db, 400);
      const [leased, read] = await countRead(shop, await shop.hello(hello));
      expect(leased).toBe(2);
      expect(read).toBeLessThan(50);
    }
  });

  it('finds what can be drawn behind many batches that cannot, in order', async () => {
    const db = await open();
    const shop = await openShop(db);
    const wanted = await shop.submit(3);
    await queueInFront(db, await addOpenBatches(db, 1_250));
    const fence = await shop.hello(NO_AZTEC);
    const first = await shop.lease(fence, 2);
    expect(first.map(({ id }) => id)).toEqual(wanted.slice(0, 2).map(({ id }) => id));
    expect(await shop.lease(fence, 2)).toHaveLength(1);
    expect(await shop.lease(fence, 2)).toEqual([]);
    const newer = await shop.hello(ALL);
    await db.kysely.updateTable('batch').set({ needs: '1 aztec' }).execute();
    expect((await shop.lease(newer, 2)).every(({ queue_order: at }) => at < 0)).toBe(true);
  });
});
