import { runTransaction } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DetailUpdate, applyDetailChanges } from '../label-state/details.ts';
import { checkRollups } from '../label-state/rollups-check.ts';
import { rebuildRollups } from '../label-state/rollups-rebuild.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { countLabelsThisMonth } from '../../identity/software/usage.ts';
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
} from '../../testing.ts';
import { DAY } from '../../platform/time.ts';
import { getBatchInfo } from './batch-list.ts';
import { listDetailPage } from './detail-list.ts';
import { resolveDetail } from './incidents/detail-resolve.ts';
import { getPrintStatistics } from './statistics/stat.ts';
import { submitBatch } from './submission/submit.ts';
import { deleteExpiredLabels } from './delete-expired-labels.ts';

const DAYS = 60;
const zone = { tz: 'Asia/Shanghai' };

describeEachDatabase((open) => {
  let ctx: TestContext;
  let whose: { memberId: number; softwareId: number };
  let configId: string;
  let templateId: number;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'yunbiao', {
      retentionDays: DAYS,
      labelsPerMonth: 5_000,
    });
    const { id: memberId } = await addMember(ctx, 'owner');
    whose = { memberId, softwareId };
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    templateId = await addTemplate(ctx, softwareId);
    const input = createConfigInput(clientId, printerId);
    configId = (await savePrintConfig({ ctx, memberId, input })).id;
  });

  const listLabels = async (batchNo: string) =>
    (await listDetailPage({ ctx, whose, input: { ...zone, batchNo, pageSize: 100 } })).list;

  /** A batch whose labels have ended with the given state. */
  const addPrintedLabels = async (count: number, set: DetailUpdate = { state: 'printed' }) => {
    const rows = Array.from({ length: count }, (_, i) => ({ 货号: String(i), 品名: '苹果' }));
    const { batchNo } = await submitBatch({
      ctx,
      ...whose,
      input: createPrintInput(configId, templateId, { rows }),
    });
    const stored = await ctx.db.kysely
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select('detail.id')
      .where('batch.batch_no', '=', batchNo)
      .execute();
    const ids = stored.map(({ id }) => id);
    await runTransaction(ctx.db, (tx) => applyDetailChanges({ ctx, tx, changes: [{ ids, set }] }));
    return batchNo;
  };
  const getInfo = (batchNo: string) => getBatchInfo({ ctx, memberId: whose.memberId, batchNo });

  it('removes labels when the plan keeps them no longer, and not before', async () => {
    const batchNo = await addPrintedLabels(3);
    ctx.pass(DAYS * DAY);
    expect(await deleteExpiredLabels({ ctx })).toBe(0);
    expect(await listLabels(batchNo)).toHaveLength(3);
    ctx.pass(1);
    expect(await deleteExpiredLabels({ ctx })).toBe(3);
    expect(await listLabels(batchNo)).toEqual([]);
    expect(await getInfo(batchNo)).toMatchObject({
      isKept: false,
      total: 3,
      counts: { printed: 3 },
    });
    expect(await deleteExpiredLabels({ ctx })).toBe(0);
  });

  it('leaves the statistics as they were, to the check and to adding up again', async () => {
    await addPrintedLabels(3);
    await addPrintedLabels(2, { state: 'failed' });
    ctx.pass((DAYS + 1) * DAY);
    await addPrintedLabels(1);
    const asked = { ...zone, from: '2026-11-01', to: '2027-02-28' };
    const before = await getPrintStatistics({ ctx, whose, input: asked });
    expect(await deleteExpiredLabels({ ctx })).toBe(5);
    expect(await checkRollups({ ctx })).toEqual({ members: 1, differences: [] });
    await rebuildRollups({ ctx });
    expect(await getPrintStatistics({ ctx, whose, input: asked })).toEqual(before);
    expect(before.totals).toMatchObject({ batches: 3, labels: 6, printed: 4, failed: 2 });
  });

  it('keeps a batch with a label that waits for the word of the member', async () => {
    const batchNo = await addPrintedLabels(2, { state: 'uncertain' });
    ctx.pass(3 * DAYS * DAY);
    expect(await deleteExpiredLabels({ ctx })).toBe(0);
    expect(await listLabels(batchNo)).toHaveLength(2);
    expect((await getInfo(batchNo)).isKept).toBe(true);
  });

  it("keeps the month's labels for the quota, and any for the life of a repeated key", async () => {
    await ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: JSON.stringify({ labelsPerMonth: 100, retentionDays: 0 }) })
      .execute();
    await addPrintedLabels(2);
    ctx.pass(9 * DAY);
    expect(await countLabelsThisMonth(ctx.db.kysely, { ...whose, now: ctx.now() })).toBe(2);
    expect(await deleteExpiredLabels({ ctx })).toBe(0);
    ctx.pass(22 * DAY + 1);
    expect(await deleteExpiredLabels({ ctx })).toBe(2);
  });

  describe('a sweep that was stopped', () => {
    it('is gone on with, and no label of the batch is printed again meanwhile', async () => {
      const batchNo = await addPrintedLabels(501);
      const [label] = await listLabels(batchNo);
      ctx.pass((DAYS + 1) * DAY);
      const stopping = new AbortController();
      setTimeout(() => stopping.abort(), 0);
      await deleteExpiredLabels({ ctx, signal: stopping.signal });
      await ctx.db.kysely.updateTable('batch').set({ records: 'going' }).execute();
      await expect(
        resolveDetail({
          ctx,
          memberId: whose.memberId,
          input: { id: label?.id ?? '', action: 'reprint' },
        }),
      ).rejects.toMatchObject({ code: 404 });
      await deleteExpiredLabels({ ctx });
      expect(await listLabels(batchNo)).toEqual([]);
      const row = await ctx.db.kysely.selectFrom('batch').select('records').executeTakeFirst();
      expect(row).toMatchObject({ records: 'gone' });
    });
  });
});
