import { transaction } from '@yunbiao/db';
import { eachDatabase } from '@yunbiao/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DetailUpdate, settleDetails } from '../label-state/details.ts';
import { checkQuarters } from '../label-state/quarters-check.ts';
import { rebuildQuarters } from '../label-state/quarters-rebuild.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { labelsThisMonth } from '../software/usage.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  configInput,
  contextForTest,
  printInput,
  type TestContext,
} from '../testing.ts';
import { DAY } from '../time.ts';
import { batchInfo } from './batch-list.ts';
import { detailList } from './detail-list.ts';
import { resolveDetail } from './detail-resolve.ts';
import { printStat } from './stat.ts';
import { submitBatch } from './submit.ts';
import { sweepLabels } from './sweep-labels.ts';

const DAYS = 60;
const zone = { tz: 'Asia/Shanghai' };

eachDatabase((open) => {
  let ctx: TestContext;
  let whose: { memberId: number; softwareId: number };
  let configId: string;
  let templateId: number;

  beforeEach(async () => {
    ctx = contextForTest(await open());
    const softwareId = await addSoftware(ctx, 'yunbiao', {
      retentionDays: DAYS,
      labelsPerMonth: 5_000,
    });
    const { id: memberId } = await addMember(ctx, 'owner');
    whose = { memberId, softwareId };
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    templateId = await addTemplate(ctx, softwareId);
    const input = configInput(clientId, printerId);
    configId = (await savePrintConfig({ ctx, memberId, input })).id;
  });

  const labels = async (batchNo: string) =>
    (await detailList({ ctx, whose, input: { ...zone, batchNo, pageSize: 100 } })).list;

  /** A batch whose labels ended so. */
  const printed = async (count: number, set: DetailUpdate = { state: 'printed' }) => {
    const rows = Array.from({ length: count }, (_, i) => ({ 货号: String(i), 品名: '苹果' }));
    const { batchNo } = await submitBatch({
      ctx,
      ...whose,
      input: printInput(configId, templateId, { rows }),
    });
    const stored = await ctx.db.kysely
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select('detail.id')
      .where('batch.batch_no', '=', batchNo)
      .execute();
    const ids = stored.map(({ id }) => id);
    await transaction(ctx.db, (tx) => settleDetails({ ctx, tx, changes: [{ ids, set }] }));
    return batchNo;
  };
  const info = (batchNo: string) => batchInfo({ ctx, memberId: whose.memberId, batchNo });

  it('removes labels when the plan keeps them no longer, and not before', async () => {
    const batchNo = await printed(3);
    ctx.pass(DAYS * DAY);
    expect(await sweepLabels({ ctx })).toBe(0);
    expect(await labels(batchNo)).toHaveLength(3);
    ctx.pass(1);
    expect(await sweepLabels({ ctx })).toBe(3);
    expect(await labels(batchNo)).toEqual([]);
    expect(await info(batchNo)).toMatchObject({ isKept: false, total: 3, counts: { printed: 3 } });
    expect(await sweepLabels({ ctx })).toBe(0);
  });

  it('leaves the statistics as they were, to the check and to adding up anew', async () => {
    await printed(3);
    await printed(2, { state: 'failed' });
    ctx.pass((DAYS + 1) * DAY);
    await printed(1);
    const asked = { ...zone, from: '2026-11-01', to: '2027-02-28' };
    const before = await printStat({ ctx, whose, input: asked });
    expect(await sweepLabels({ ctx })).toBe(5);
    expect(await checkQuarters({ ctx })).toEqual({ members: 1, differences: [] });
    await rebuildQuarters({ ctx });
    expect(await printStat({ ctx, whose, input: asked })).toEqual(before);
    expect(before.totals).toMatchObject({ batches: 3, labels: 6, printed: 4, failed: 2 });
  });

  it('keeps a batch with a label that waits for the word of the member', async () => {
    const batchNo = await printed(2, { state: 'uncertain' });
    ctx.pass(3 * DAYS * DAY);
    expect(await sweepLabels({ ctx })).toBe(0);
    expect(await labels(batchNo)).toHaveLength(2);
    expect((await info(batchNo)).isKept).toBe(true);
  });

  it("keeps the month's labels for the quota, and any for the life of a repeated key", async () => {
    await ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: JSON.stringify({ labelsPerMonth: 100, retentionDays: 0 }) })
      .execute();
    await printed(2);
    ctx.pass(9 * DAY);
    expect(await labelsThisMonth(ctx.db.kysely, { ...whose, now: ctx.now() })).toBe(2);
    expect(await sweepLabels({ ctx })).toBe(0);
    ctx.pass(22 * DAY + 1);
    expect(await sweepLabels({ ctx })).toBe(2);
  });

  describe('a sweep that was stopped', () => {
    it('is gone on with, and no label of the batch is printed again meanwhile', async () => {
      const batchNo = await printed(501);
      const [label] = await labels(batchNo);
      ctx.pass((DAYS + 1) * DAY);
      const stopping = new AbortController();
      setTimeout(() => stopping.abort(), 0);
      await sweepLabels({ ctx, signal: stopping.signal });
      await ctx.db.kysely.updateTable('batch').set({ records: 'going' }).execute();
      await expect(
        resolveDetail({
          ctx,
          memberId: whose.memberId,
          input: { id: label?.id ?? '', action: 'reprint' },
        }),
      ).rejects.toMatchObject({ code: 404 });
      await sweepLabels({ ctx });
      expect(await labels(batchNo)).toEqual([]);
      const row = await ctx.db.kysely.selectFrom('batch').select('records').executeTakeFirst();
      expect(row).toMatchObject({ records: 'gone' });
    });
  });
});
