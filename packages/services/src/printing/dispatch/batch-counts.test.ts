import { type Database, sql } from '@yunbiao/db';
import { countBatches, describeEachDatabase } from '@yunbiao/db/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ServiceError } from '../../platform/errors.ts';
import { cancelBatch } from '../printing/batch-cancel.ts';
import {
  countLabelsByStatePerBatch,
  createEmptyCounts,
  parseBatchCounts,
} from '../label-state/batch-counts.ts';
import { listBatchPage } from '../printing/batch-list.ts';
import { resolveDetail } from '../printing/incidents/detail-resolve.ts';
import { expireOverdueLabels } from '../printing/expire.ts';
import { MINUTE } from '../../platform/time.ts';
import { openShop, reportFor, type Shop } from './testing.ts';

const REPORTED = ['printed', 'sent', 'uncertain', 'failed', 'cancelled'] as const;
const SAID = ['printed', 'reprint'] as const;

/** One event; `which` selects among the existing objects. */
const act = fc.oneof(
  fc.record({ type: fc.constant('submit' as const), labels: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ type: fc.constant('lease' as const), room: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    type: fc.constant('report' as const),
    which: fc.nat(20),
    state: fc.constantFrom(...REPORTED),
  }),
  fc.record({
    type: fc.constant('resolve' as const),
    which: fc.nat(20),
    action: fc.constantFrom(...SAID),
  }),
  fc.record({ type: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({ type: fc.constant('expire' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ type: fc.constant('hello' as const), ledgerId: fc.constantFrom('known', 'another') }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const pickItem = <T>(items: readonly T[], which: number): T | undefined =>
  items[which % Math.max(1, items.length)];

/** Ignores actions that the rules refuse. */
const orRefused = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
};

const batchNos = async (shop: Shop): Promise<string[]> => {
  const rows = await shop.ctx.db.kysely.selectFrom('batch').select('batch_no').execute();
  return rows.map((row) => row.batch_no);
};

/** Runs the actions one after the other, over the connections of one agent. */
const carryOut = (shop: Shop) => {
  const { ctx, memberId } = shop;
  let fence = 0;
  let seq = 1;
  return async (act: Act): Promise<void> => {
    switch (act.type) {
      case 'submit':
        return void (await shop.submit(act.labels, 600));
      case 'hello':
        seq = 1;
        fence = await shop.hello({ ledgerId: act.ledgerId, ledgerSeq: 0 });
        return undefined;
      case 'lease':
        return void (await shop.lease(fence, act.room));
      case 'report': {
        const sending = (await shop.details()).filter(({ state }) => state === 'sending');
        const detail = pickItem(sending, act.which);
        if (detail) await shop.report(fence, [reportFor(detail, act.state)], (seq += 1));
        return undefined;
      }
      case 'resolve': {
        const detail = pickItem(await shop.details(), act.which);
        const input = { id: String(detail?.id), action: act.action };
        return detail && orRefused(resolveDetail({ ctx, memberId, input }));
      }
      case 'cancel': {
        const batchNo = pickItem(await batchNos(shop), act.which);
        return batchNo === undefined
          ? undefined
          : void (await cancelBatch({ ctx, memberId, batchNo }));
      }
      case 'expire':
        ctx.pass(act.minutes * MINUTE);
        return void (await expireOverdueLabels({ ctx }));
    }
  };
};

const listStoredCounts = async ({ kysely }: Database) => {
  const rows = await kysely.selectFrom('batch').select(['id', 'counts']).orderBy('id').execute();
  return rows.map((row) => [row.id, { ...createEmptyCounts(), ...parseBatchCounts(row.counts) }]);
};

const listComputedCounts = async ({ kysely }: Database) => {
  const rows = await kysely.selectFrom('batch').select('id').orderBy('id').execute();
  return [
    ...(await countLabelsByStatePerBatch(
      kysely,
      rows.map((row) => row.id),
    )),
  ];
};

describeEachDatabase((open) => {
  it('keeps with a batch what its labels say, whatever has happened', async () => {
    const reached = new Set<string>();
    const histories = fc.array(act, { minLength: 15, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(histories, async (acts) => {
        const shop = await openShop(await open());
        const { db } = shop.ctx;
        const happen = carryOut(shop);
        await happen({ type: 'submit', labels: 4 });
        await happen({ type: 'hello', ledgerId: 'known' });
        for (const act of acts) {
          await happen(act);
          expect(await listStoredCounts(db)).toEqual(await listComputedCounts(db));
        }
        for (const { state } of await shop.details()) reached.add(state);
      }),
      { numRuns: 6, seed: 11, endOnFailure: true },
    );
    // With fewer states reached, the test would prove little.
    expect(reached.size).toBeGreaterThanOrEqual(6);
  });

  it('counts the batches of an earlier version', async () => {
    const shop = await openShop(await open());
    const { db, now } = shop.ctx;
    const [a] = await shop.submit(3);
    const fence = await shop.hello();
    await shop.lease(fence, 2);
    const leased = (await shop.details()).find(({ id }) => id === a?.id);
    if (!leased) throw new Error('nothing was leased');
    await shop.report(fence, [reportFor(leased, 'printed')]);
    await sql`alter table batch drop column counts`.execute(db.kysely);
    await countBatches(db);
    const counts = { ...createEmptyCounts(), queued: 1, sending: 1, printed: 1 };
    const whose = { memberId: shop.memberId, softwareId: null };
    const input = { page: 1, pageSize: 20, tz: 'Asia/Shanghai' };
    const { list } = await listBatchPage({ ctx: shop.ctx, whose, input });
    expect(list).toMatchObject([{ total: 3, counts, cancellable: 2 }]);
    expect(list[0]?.createdAt).toBe(new Date(now()).toISOString());
  });
});
