import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import { deletePrintConfig } from '../print-config/delete.ts';
import { savePrintConfig } from '../print-config/save.ts';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  createConfigInput,
  createTestContext,
  type TestContext,
} from '../../testing.ts';
import { deletePrinterGroup } from './delete.ts';
import { listPrinterGroups } from './list.ts';
import { savePrinterGroup } from './save.ts';

describeEachDatabase((open) => {
  let ctx: TestContext;
  let serial = 0;
  let shop: { memberId: number; softwareId: number; clientId: number };

  const addConfig = async (clientId: number, localId: string): Promise<string> => {
    const printerId = await addPrinter(ctx, clientId, localId);
    const { memberId } = shop;
    const input = createConfigInput(clientId, printerId, { name: localId });
    return (await savePrintConfig({ ctx, memberId, input })).id;
  };
  beforeEach(async () => {
    ctx = createTestContext(await open());
    serial += 1;
    const softwareId = await addSoftware(ctx, `soft${serial}`, { clients: 5, printers: 30 });
    const { id: memberId } = await addMember(ctx, `member-${serial}`);
    shop = { memberId, softwareId, clientId: await addClient(ctx, memberId, softwareId) };
  });

  const createGroupInput = (printConfigIds: string[], rest: object = {}) => ({
    name: '发货台',
    rule: 'in-order' as const,
    delayMinutes: 5,
    asks: false,
    printConfigIds,
    ...rest,
  });
  const save = (input: Parameters<typeof savePrinterGroup>[0]['input']) =>
    savePrinterGroup({ ctx, memberId: shop.memberId, input });
  const list = async () => (await listPrinterGroups({ ctx, memberId: shop.memberId })).list;

  it('keeps the order, the rule and the delay, and changes them', async () => {
    const [a, b] = [await addConfig(shop.clientId, 'a'), await addConfig(shop.clientId, 'b')];
    const group = await save(createGroupInput([b, a]));
    expect(group).toMatchObject({ printConfigIds: [b, a], delayMinutes: 5, asks: false });
    const change = { id: group.id, rule: 'least-busy' as const, delayMinutes: 0, asks: true };
    await save({ ...createGroupInput([a, b]), ...change });
    expect(await list()).toMatchObject([{ ...change, name: '发货台', printConfigIds: [a, b] }]);
  });

  it('loses a printer whose configuration is deleted', async () => {
    const [a, b] = [await addConfig(shop.clientId, 'a'), await addConfig(shop.clientId, 'b')];
    await save(createGroupInput([a, b]));
    await deletePrintConfig({ ctx, memberId: shop.memberId, id: Number(a) });
    expect((await list())[0]?.printConfigIds).toEqual([b]);
  });

  it('refuses what is not the member’s, and lets nobody else see, change or delete it', async () => {
    const [a, b] = [await addConfig(shop.clientId, 'a'), await addConfig(shop.clientId, 'b')];
    const group = await save(createGroupInput([a, b]));
    const { id: memberId } = await addMember(ctx, `stranger-${serial}`);
    const own = savePrinterGroup({ ctx, memberId, input: createGroupInput([a, b]) });
    await expect(own).rejects.toMatchObject({ code: 404 });
    const change = savePrinterGroup({
      ctx,
      memberId,
      input: { ...createGroupInput([a, b]), id: group.id },
    });
    await expect(change).rejects.toMatchObject({ code: 404 });
    const gone = deletePrinterGroup({ ctx, memberId, id: Number(group.id) });
    await expect(gone).rejects.toMatchObject({ code: 404 });
    expect((await listPrinterGroups({ ctx, memberId })).list).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('refuses one printer twice, also by two configurations', async () => {
    const a = await addConfig(shop.clientId, 'a');
    const printer = await ctx.db.kysely
      .selectFrom('print_config')
      .select('printer_id')
      .where('id', '=', Number(a))
      .executeTakeFirstOrThrow();
    const input = createConfigInput(shop.clientId, printer.printer_id, { name: '小纸' });
    const small = await savePrintConfig({ ctx, memberId: shop.memberId, input });
    for (const ids of [
      [a, a],
      [a, small.id],
    ])
      await expect(save(createGroupInput(ids))).rejects.toMatchObject({
        code: 400,
        message: '一台打印机在组里只能有一个配置',
      });
  });

  it('refuses a virtual printer beside one with paper', async () => {
    const a = await addConfig(shop.clientId, 'a');
    const { memberId, softwareId } = shop;
    const virtual = await addClient(ctx, memberId, softwareId);
    const set = { is_virtual: 1 };
    await ctx.db.kysely.updateTable('client').set(set).where('id', '=', virtual).execute();
    const v = await addConfig(virtual, 'v');
    await expect(save(createGroupInput([a, v]))).rejects.toMatchObject({ code: 400 });
  });

  it('refuses a second group of the same name, and more than there may be', async () => {
    const [a, b] = [await addConfig(shop.clientId, 'a'), await addConfig(shop.clientId, 'b')];
    const first = await save(createGroupInput([a, b]));
    await expect(save(createGroupInput([a, b]))).rejects.toMatchObject({ code: 400 });
    await expect(save({ ...createGroupInput([a, b]), id: first.id })).resolves.toMatchObject({
      id: first.id,
    });
    for (let n = 2; n <= 20; n += 1) await save(createGroupInput([a, b], { name: `组 ${n}` }));
    await expect(save(createGroupInput([a, b], { name: '多的' }))).rejects.toMatchObject({
      code: 409,
    });
    await deletePrinterGroup({ ctx, memberId: shop.memberId, id: Number(first.id) });
    await expect(save(createGroupInput([a, b], { name: '多的' }))).resolves.toBeDefined();
  });
});
