import type { Language } from '@yunbiao/contract/evidence';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { getPrinterBrand } from '../../community/printer-models/list-printer-models.ts';
import { syncPrinterModels } from '../../community/printer-models/seed-printer-models.ts';
import { addMember } from '../../testing.ts';
import { openShop, reportFor, type Shop } from '../dispatch/testing.ts';
import { listPrintConfigs } from '../print-config/list.ts';
import {
  listOwnReportsAndModelChoices,
  reportPrinterModel,
  withdrawPrinterReport,
} from './printer-report.ts';

const MODEL = 'zebra-zd421';

describeEachDatabase((open) => {
  let shop: Shop;
  let configId: string;
  beforeEach(async () => {
    shop = await openShop(await open());
    const { ctx, memberId } = shop;
    await syncPrinterModels({ ctx });
    const { list } = await listPrintConfigs({ ctx, memberId });
    configId = list[0]?.id ?? '';
  });

  const report = (model = MODEL, memberId = shop.memberId) =>
    reportPrinterModel({ ctx: shop.ctx, memberId, input: { id: configId, model } });

  let seq = 0;
  const printLabel = async (state: 'printed' | 'sent' | 'uncertain'): Promise<void> => {
    await shop.submitRows([{ 货号: String((seq += 1)), 品名: '苹果' }]);
    const fence = await shop.hello();
    const [label] = await shop.lease(fence, 1);
    if (!label) throw new Error('no label was leased');
    const proof = state === 'sent' ? ({ evidence: 'consumed' } as const) : {};
    await shop.report(fence, [reportFor(label, state, { fence, ...proof })], seq);
  };

  /** The language that the labels were printed in. */
  const changeSetup = async (language: Language): Promise<void> => {
    const { kysely } = shop.ctx.db;
    const { setup } = await kysely.selectFrom('batch').select('setup').executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...JSON.parse(setup), language });
    await kysely.updateTable('batch').set({ setup: changed }).execute();
  };

  const countReports = async (): Promise<number | undefined> => {
    const { models } = await getPrinterBrand({ ctx: shop.ctx, name: 'zebra' });
    return models.find(({ name }) => name === MODEL)?.reports;
  };

  it('is counted once per member and model, with the label that proves it, and taken back', async () => {
    const { ctx, memberId } = shop;
    await printLabel('printed');
    const told = ctx.heard.length;
    const { list } = await report();
    expect(list).toMatchObject([{ model: MODEL, title: '斑马 ZD421', printerName: '仓库一号' }]);
    expect(ctx.heard.slice(told)).toEqual([['content-changed', { tags: ['printer-model'] }]]);
    await report();
    expect(await countReports()).toBe(1);
    const row = await ctx.db.kysely
      .selectFrom('printer_model_report')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ language: 'zpl', state: 'printed', evidence: 'printer-idle' });
    expect(row.batch_no).not.toBe('');

    const other = await addMember(ctx, 'other');
    const input = { model: MODEL };
    const heard = ctx.heard.length;
    await withdrawPrinterReport({ ctx, memberId: other.id, input });
    expect(ctx.heard.slice(heard)).toEqual([]);
    expect(await countReports()).toBe(1);
    expect((await withdrawPrinterReport({ ctx, memberId, input })).list).toEqual([]);
    expect(await countReports()).toBe(0);
    expect(await listOwnReportsAndModelChoices({ ctx, memberId, input: {} })).toEqual({
      list: [],
      choices: null,
    });
  });

  it('needs a label that came out, or reached a printer that can prove no more', async () => {
    await expect(report()).rejects.toMatchObject({ code: 409 });
    await printLabel('uncertain');
    await expect(report()).rejects.toMatchObject({ code: 409 });
    await printLabel('sent');
    expect((await report()).list).toHaveLength(1);
  });

  it('refuses a model of another language than the label, but through a queue', async () => {
    const { ctx } = shop;
    await printLabel('printed');
    // The printer is set up again, the label stays.
    await ctx.db.kysely.updateTable('printer').set({ language: 'tspl' }).execute();
    await expect(report('deli-dl-888d-pro')).rejects.toMatchObject({
      code: 400,
      message: '这个型号的语言是 TSPL，打印出来的标签用的是 ZPL',
    });
    expect((await report()).list).toHaveLength(1);
    await changeSetup('driver');
    expect((await report('deli-dl-888d-pro')).list).toHaveLength(2);
  });

  it('offers the models that can have printed the label, and counts the others', async () => {
    const { ctx, memberId } = shop;
    const readChoices = async () =>
      (await listOwnReportsAndModelChoices({ ctx, memberId, input: { id: configId } })).choices;
    const before = await readChoices();
    expect(before?.language).toBeNull();
    expect(before?.brands.every(({ leftOut }) => leftOut === 0)).toBe(true);
    await printLabel('printed');
    const choices = await readChoices();
    expect(choices?.language).toBe('zpl');
    const offered = choices?.brands.flatMap(({ models }) => models) ?? [];
    expect(offered.map(({ name }) => name)).toContain(MODEL);
    const deli = choices?.brands.find(({ name }) => name === 'deli');
    expect(deli?.models.map(({ name }) => name)).not.toContain('deli-dl-888d-pro');
    expect(deli?.leftOut).toBeGreaterThan(0);
    // None of what is offered is refused.
    for (const { name } of offered) await report(name);
    expect((await listOwnReportsAndModelChoices({ ctx, memberId, input: {} })).list).toHaveLength(
      offered.length,
    );
    await changeSetup('driver');
    expect((await readChoices())?.brands.every(({ leftOut }) => leftOut === 0)).toBe(true);
  });

  it('refuses the choices of what another member owns', async () => {
    const { ctx } = shop;
    const other = await addMember(ctx, 'other');
    const input = { id: configId };
    await expect(
      listOwnReportsAndModelChoices({ ctx, memberId: other.id, input }),
    ).rejects.toMatchObject({
      code: 404,
    });
  });

  it('goes by the printer that took the label over from another of its group', async () => {
    const { ctx } = shop;
    await printLabel('printed');
    const batch = await ctx.db.kysely.selectFrom('batch').selectAll().executeTakeFirstOrThrow();
    await ctx.db.kysely
      .insertInto('batch_place')
      .values({
        batch_id: batch.id,
        member_id: batch.member_id,
        print_config_id: Number(configId),
        config_name: batch.config_name,
        client_id: batch.client_id,
        client_name: batch.client_name,
        setup: JSON.stringify({ ...JSON.parse(batch.setup), language: 'tspl' }),
        printer_id: batch.printer_id,
        printer_name: batch.printer_name,
        created_at: ctx.now(),
      })
      .execute();
    await expect(report()).rejects.toMatchObject({ code: 400 });
    expect((await report('deli-dl-888d-pro')).list).toHaveLength(1);
  });

  it('refuses an unknown model, a virtual printer and what another member owns', async () => {
    const { ctx } = shop;
    await printLabel('printed');
    await expect(report('zebra-nothing')).rejects.toMatchObject({ code: 400 });
    const other = await addMember(ctx, 'other');
    await expect(report(MODEL, other.id)).rejects.toMatchObject({ code: 404 });
    await ctx.db.kysely.updateTable('client').set({ is_virtual: 1 }).execute();
    await expect(report()).rejects.toMatchObject({ code: 409 });
    expect(await countReports()).toBe(0);
  });
});
