import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { type ConnectedBus, createBus, savePrintConfig, submitBatch } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createPrintInput,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createVirtualPrinters } from './virtual-printers.ts';

const DAY_MS = 86_400_000;

describeEachDatabase((open) => {
  let ctx: TestContext;
  let bus: ConnectedBus;
  let opened: number[];
  let memberId: number;
  /** Software of the client added last. */
  let softwareId: number;
  let addVirtual: (home: string | null) => Promise<number>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    bus = createBus((error) => {
      throw error;
    });
    ctx.bus = bus;
    ctx.nodes = {
      dataFolderId: 'own',
      findNode: () => null,
      call: () => Promise.reject(new Error('called another server')),
    };
    opened = [];
    ctx.virtual = {
      open: ({ clientId }) => Promise.resolve(void opened.push(clientId)),
      readRoll: () => Promise.reject(new Error('no roll')),
      set: () => Promise.reject(new Error('no switch')),
    };
    memberId = (await addMember(ctx, 'owner')).id;
    let softwares = 0;
    addVirtual = async (home) => {
      softwares += 1;
      softwareId = await addSoftware(ctx, `software${softwares}`);
      const id = await addClient(ctx, memberId, softwareId);
      const change = { is_virtual: 1, virtual_home: home };
      await ctx.db.kysely.updateTable('client').set(change).where('id', '=', id).execute();
      return id;
    };
  });

  const start = () => {
    const virtual = createVirtualPrinters({
      ctx,
      dataDir: ctx.folder,
      max: 5,
      server: 'http://127.0.0.1:1',
    });
    onTestFinished(() => virtual.stop());
    return virtual;
  };
  const getHome = (name: number | string): string => join(ctx.folder, 'virtual', String(name));
  const makeHome = (clientId: number): void =>
    void mkdirSync(getHome(clientId), { recursive: true });

  it('keeps the home of a client that moved to another server for a week', async () => {
    const [own, moved, gone] = [await addVirtual(null), await addVirtual('other'), 9_999_999];
    for (const clientId of [own, moved, gone]) makeHome(clientId);
    start().resume();
    await expect.poll(() => existsSync(getHome(gone))).toBe(false);
    await expect.poll(() => existsSync(getHome(`${moved}.moved`))).toBe(true);
    expect([existsSync(getHome(own)), existsSync(getHome(moved))]).toEqual([true, false]);
    ctx.pass(6 * DAY_MS);
    makeHome(gone);
    start().resume();
    await expect.poll(() => existsSync(getHome(gone))).toBe(false);
    expect(existsSync(getHome(`${moved}.moved`))).toBe(true);
    ctx.pass(2 * DAY_MS);
    start().resume();
    await expect.poll(() => existsSync(getHome(`${moved}.moved`))).toBe(false);
    expect(existsSync(getHome(own))).toBe(true);
  });

  it('starts printers for events of other servers only when it has their homes', async () => {
    const [without, withHome] = [await addVirtual('own'), await addVirtual('own')];
    makeHome(withHome);
    start();
    bus.receive('b', 'client-work', { clientId: without });
    bus.receive('b', 'client-work', { clientId: withHome });
    await expect.poll(() => opened).toEqual([withHome]);
    bus.emit('client-work', { clientId: without });
    await expect.poll(() => opened).toEqual([withHome, without]);
  });

  it('starts printers with waiting labels after events of other servers were lost', async () => {
    const clientId = await addVirtual('own');
    const templateId = await addTemplate(ctx, softwareId);
    const input = createConfigInput(clientId, await addPrinter(ctx, clientId));
    const { id } = await savePrintConfig({ ctx, memberId, input });
    await submitBatch({ ctx, memberId, softwareId, input: createPrintInput(id, templateId) });
    opened = [];
    start();
    bus.receive('b', 'events-lost', {});
    await expect.poll(() => opened).toEqual([clientId]);
  });
});
