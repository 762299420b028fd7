import { parsePrintSetup } from '@yunbiao/contract/printing/print-setup';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { expect, it } from 'vitest';
import { openShop, type Shop } from '../dispatch/testing.ts';
import { listPrintConfigs } from '../print-config/list.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { addMember } from '../../testing.ts';
import { applyCalibration, undoCalibration } from './calibrate.ts';
import { printCalibrationLabel } from './calibrate-print.ts';

const getConfig = async ({ ctx, memberId }: Shop) => {
  const { list } = await listPrintConfigs({ ctx, memberId });
  const [config] = list;
  if (!config) throw new Error('no configuration');
  return config;
};
/** 60 × 40 mm without corrections, like a new configuration. */
const open = async (database: Parameters<typeof openShop>[0]): Promise<Shop> =>
  openShop(database, 1, {
    widthMm: 60,
    heightMm: 40,
    offsetXMm: 0,
    offsetYMm: 0,
    pitchScale: 100,
    rotation: 90,
  });
const printRuler = async (shop: Shop, idempotencyKey = 'calibrating-1') => {
  const { ctx, memberId } = shop;
  const { id } = await getConfig(shop);
  return { id, ...(await printCalibrationLabel({ ctx, memberId, input: { id, idempotencyKey } })) };
};

describeEachDatabase((database) => {
  it('prints its label as every label is printed, upright on the paper', async () => {
    const shop = await open(await database());
    const { batchNo, marks } = await printRuler(shop);
    expect(marks).toEqual({ leftMm: 5, topMm: 5, spanMm: 30 });
    const batch = await shop.ctx.db.kysely
      .selectFrom('batch')
      .selectAll()
      .where('batch_no', '=', batchNo)
      .executeTakeFirstOrThrow();
    expect(parsePrintSetup(batch.setup).rotation).toBe(0);
    const leased = await shop.lease(await shop.hello(), 9);
    expect(leased.map(({ title }) => title)).toEqual(['校准标签']);
    expect(await shop.used()).toBe(1);
    // The button was pressed twice.
    expect((await printRuler(shop)).batchNo).toBe(batchNo);
  });

  it('corrects by what was measured, and is taken back', async () => {
    const shop = await open(await database());
    const { ctx, memberId } = shop;
    const { id, batchNo } = await printRuler(shop);
    const measured = { id, batchNo, leftMm: 6.5, topMm: 4, spanMm: 30 };
    const after = await applyCalibration({ ctx, memberId, input: measured });
    expect(after).toMatchObject({
      offsetXMm: -1.5,
      offsetYMm: 1,
      pitchScale: 100,
      calibratedFrom: { offsetXMm: 0, offsetYMm: 0, pitchScale: 100 },
    });
    // Submitting the same measurement twice does not correct twice.
    expect(await applyCalibration({ ctx, memberId, input: measured })).toMatchObject({
      offsetXMm: -1.5,
    });
    const { batchNo: second, marks } = await printRuler(shop, 'calibrating-2');
    // The frame is printed at its nominal position: no further correction.
    const right = { id, batchNo: second, leftMm: marks.leftMm, topMm: marks.topMm };
    expect(await applyCalibration({ ctx, memberId, input: right })).toMatchObject({ offsetYMm: 1 });
    await applyCalibration({ ctx, memberId, input: measured });
    const back = await undoCalibration({ ctx, memberId, id });
    expect(back).toMatchObject({ offsetXMm: 0, offsetYMm: 0, calibratedFrom: null });
    await expect(undoCalibration({ ctx, memberId, id })).rejects.toMatchObject({ code: 409 });
  });

  it('stretches the feed by the frame that came out too tall', async () => {
    const shop = await open(await database());
    const { ctx, memberId } = shop;
    const { id, batchNo } = await printRuler(shop);
    const input = { id, batchNo, leftMm: 5, topMm: 5, spanMm: 30.6 };
    expect(await applyCalibration({ ctx, memberId, input })).toMatchObject({ pitchScale: 98.04 });
  });

  it('refuses what cannot be right, at its field', async () => {
    const shop = await open(await database());
    const { ctx, memberId } = shop;
    const { id, batchNo } = await printRuler(shop);
    const tryWrongInput = (change: object) =>
      applyCalibration({ ctx, memberId, input: { id, batchNo, leftMm: 5, topMm: 5, ...change } });
    await expect(tryWrongInput({ leftMm: 45 })).rejects.toMatchObject({
      data: { fields: { leftMm: expect.stringContaining('要移 -40 mm，超过 30 mm') } },
    });
    await expect(tryWrongInput({ spanMm: 15 })).rejects.toMatchObject({
      data: { fields: { spanMm: expect.stringContaining('走纸比例要改成 200 %') } },
    });
    await expect(tryWrongInput({ batchNo: '20261121-0099' })).rejects.toMatchObject({ code: 404 });
  });

  it('wants another label once the paper is another, and forgets the way back when it is set by hand', async () => {
    const shop = await open(await database());
    const { ctx, memberId } = shop;
    const { id, batchNo } = await printRuler(shop);
    await applyCalibration({ ctx, memberId, input: { id, batchNo, leftMm: 6, topMm: 5 } });
    const { calibratedFrom, ...config } = await getConfig(shop);
    expect(calibratedFrom).not.toBeNull();
    const kept = await savePrintConfig({ ctx, memberId, input: { ...config, darkness: 20 } });
    expect(kept.calibratedFrom).toEqual(calibratedFrom);
    const set = await savePrintConfig({ ctx, memberId, input: { ...config, offsetXMm: 3 } });
    expect(set.calibratedFrom).toBeNull();
    await savePrintConfig({ ctx, memberId, input: { ...config, widthMm: 70 } });
    const input = { id, batchNo, leftMm: 5, topMm: 5 };
    await expect(applyCalibration({ ctx, memberId, input })).rejects.toMatchObject({ code: 409 });
  });

  it('is no other member’s', async () => {
    const shop = await open(await database());
    const { ctx } = shop;
    const { id, batchNo } = await printRuler(shop);
    const { id: memberId } = await addMember(ctx, 'other');
    const input = { id, batchNo, leftMm: 5, topMm: 5 };
    await expect(applyCalibration({ ctx, memberId, input })).rejects.toMatchObject({ code: 404 });
    await expect(undoCalibration({ ctx, memberId, id })).rejects.toMatchObject({ code: 404 });
    await expect(
      printCalibrationLabel({ ctx, memberId, input: { id, idempotencyKey: 'calibrating-9' } }),
    ).rejects.toMatchObject({ code: 404 });
  });
});
