import { DETAIL_STATES } from '@yunbiao/contract/evidence';
import { runTransaction } from '@yunbiao/db';
import { addQuarters, describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { submitBatch } from '../printing/submission/submit.ts';
import { savePrintConfig } from '../print-config/save.ts';
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
import { applyDetailChanges } from './details.ts';
import { checkRollups } from './rollups-check.ts';
import { rebuildRollups } from './rollups-rebuild.ts';

const chinaDay = (at: number): number => Math.floor((at + 28_800_000) / 86_400_000);

describeEachDatabase((open) => {
  let ctx: TestContext;
  let memberId: number;
  let softwareId: number;
  let configId: string;
  let templateId: number;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    const clientId = await addClient(ctx, memberId, softwareId);
    const printerId = await addPrinter(ctx, clientId);
    templateId = await addTemplate(ctx, softwareId);
    configId = (
      await savePrintConfig({ ctx, memberId, input: createConfigInput(clientId, printerId) })
    ).id;
  });

  const submit = (labels: number) =>
    submitBatch({
      ctx,
      memberId,
      softwareId,
      input: {
        ...createPrintInput(configId, templateId),
        idempotencyKey: `key-${ctx.now()}-${labels}`,
        rows: Array.from({ length: labels }, (_, i) => ({ 货号: String(i) })),
      },
    });

  it('keeps sums that are what the labels say, whatever becomes of them, side by side too', async () => {
    const first = chinaDay(ctx.now());
    for (let batch = 0; batch < 6; batch += 1) {
      await submit(7 + batch);
      // In China the last three are on another day, but not in UTC.
      ctx.pass(batch === 2 ? 14 * 3_600_000 : 7 * 60_000);
    }
    const details = await ctx.db.kysely.selectFrom('detail').select('id').execute();
    const settle = (nth: number): Promise<void> =>
      runTransaction(ctx.db, async (tx) => {
        const state = DETAIL_STATES[nth % DETAIL_STATES.length] ?? 'printed';
        const ids = details.filter((_, i) => (i * 7 + nth) % 5 === 0).map(({ id }) => id);
        await applyDetailChanges({ ctx, tx, changes: [{ ids, set: { state } }] });
      });
    await Promise.all(Array.from({ length: 20 }, (_, nth) => settle(nth)));
    expect(await checkRollups({ ctx })).toEqual({ members: 1, differences: [] });
    const rows = await ctx.db.kysely
      .selectFrom('batch_quarter')
      .selectAll()
      .orderBy('quarter', 'desc')
      .execute();
    const levels = [
      rows.filter((row) => row.quarter > 0 && row.source !== ''),
      rows.filter((row) => row.quarter > 0 && row.source === ''),
      rows.filter((row) => row.quarter < 0 && row.source !== ''),
      rows.filter((row) => row.quarter < 0 && row.source === ''),
      rows.filter((row) => row.quarter === 0),
    ];
    expect(levels.flat()).toHaveLength(rows.length);
    expect(levels[3]?.map((row) => row.quarter)).toEqual([-first, -first - 1]);
    for (const level of levels) {
      expect(level.reduce((sum, row) => sum + row.labels, 0)).toBe(details.length);
      expect(level.reduce((sum, row) => sum + row.batches, 0)).toBe(6);
    }
  });

  it('compares one instant: what is printed meanwhile is no difference', async () => {
    const { db } = ctx;
    // SQLite's only writer would wait until the comparison has ended.
    if (db.dialect === 'sqlite') return;
    await submit(3);
    const details = await db.kysely.selectFrom('detail').select('id').execute();
    let isRead = false;
    const kysely = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [row] = result.rows;
        if (isRead || row?.['quarter'] === undefined) return result;
        isRead = true;
        await runTransaction(db, async (tx) => {
          const ids = details.map(({ id }) => id);
          await applyDetailChanges({ ctx, tx, changes: [{ ids, set: { state: 'printed' } }] });
        });
        return result;
      },
    });
    const { differences } = await checkRollups({ ctx: { ...ctx, db: { ...db, kysely } } });
    expect([isRead, differences]).toEqual([true, []]);
  });

  it('says where the sums are wrong', async () => {
    await submit(3);
    const wrong = ctx.db.kysely.updateTable('batch_quarter').set({ queued: 2, printed: 1 });
    await wrong.where('source', '=', '').execute();
    const { differences } = await checkRollups({ ctx });
    const sums = { queued: { kept: 2, counted: 3 }, printed: { kept: 1, counted: 0 } };
    expect(differences.toSorted((a, b) => b.at - a.at)).toEqual([
      { memberId, at: Math.floor(ctx.now() / 900_000) * 900_000, sums },
      { memberId, at: chinaDay(ctx.now()) * 86_400_000 - 28_800_000, sums },
    ]);
  });

  it('adds everything up again, as an upgrade does', async () => {
    for (let batch = 0; batch < 4; batch += 1) {
      await submit(3 + batch);
      ctx.pass(9 * 60_000);
    }
    const listQuarters = () =>
      ctx.db.kysely
        .selectFrom('batch_quarter')
        .selectAll()
        .orderBy('quarter')
        .orderBy('source')
        .execute();
    const withoutIds = async () => (await listQuarters()).map((row) => ({ ...row, id: 0 }));
    const before = await withoutIds();
    await ctx.db.kysely.updateTable('batch_quarter').set({ labels: 0 }).execute();
    await rebuildRollups({ ctx });
    expect(await withoutIds()).toEqual(before);
    await ctx.db.kysely.schema.dropTable('batch_quarter').execute();
    await addQuarters(ctx.db);
    expect(await withoutIds()).toEqual(before);
  });

  it('takes nothing in of a change that is undone', async () => {
    await submit(3);
    const [one] = await ctx.db.kysely.selectFrom('detail').select('id').execute();
    await expect(
      runTransaction(ctx.db, async (tx) => {
        const changes = [{ ids: [one?.id ?? 0], set: { state: 'printed' as const } }];
        await applyDetailChanges({ ctx, tx, changes });
        throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    expect((await checkRollups({ ctx })).differences).toEqual([]);
  });
});
