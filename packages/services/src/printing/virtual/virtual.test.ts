import { hashClientKey } from '@yunbiao/contract/gateway/revocation';
import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getClientSummary } from '../client/auth-stat.ts';
import { listOwnClients } from '../client/list.ts';
import { revokeClient } from '../client/revoke.ts';
import { confirmPairing } from '../pairing/confirm.ts';
import { startPairing } from '../pairing/start.ts';
import { listPrintConfigs } from '../print-config/list.ts';
import { savePrintConfig } from '../print-config/save.ts';
import { getBatchInfo } from '../printing/batch-list.ts';
import { submitBatch } from '../printing/submission/submit.ts';
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
import { openVirtualPrinter } from './open.ts';
import { readVirtualRoll } from './roll.ts';
import { setVirtualFault } from './switch.ts';
import {
  listVirtualClientsWithWork,
  locateVirtualClients,
  startVirtualPrinterForWork,
} from './work.ts';

const STATE = {
  switches: { paperOut: false, coverOpen: false, slow: false, disconnected: false },
  printing: false,
  newest: 0,
  counter: 0,
};

/**
 * Keys of virtual clients by client id, as the server stores them: a client without a key gets one.
 */
const offer = (ctx: TestContext) => {
  const keys = new Map<number, string>();
  const woken: number[] = [];
  ctx.virtual = {
    open: async ({ clientId }, newKey) => {
      woken.push(clientId);
      if (!keys.has(clientId)) keys.set(clientId, await newKey());
    },
    readRoll: () => Promise.resolve({ state: STATE, labels: [], more: false }),
    set: (_clientId, name, on) =>
      Promise.resolve({ ...STATE, switches: { ...STATE.switches, [name]: on } }),
  };
  return { keys, woken };
};

let serial = 0;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let softwareId: number;
  let memberId: number;
  let homes: ReturnType<typeof offer>;

  beforeAll(async () => {
    db = await open();
  });
  beforeEach(async () => {
    ctx = createTestContext(db);
    homes = offer(ctx);
    serial += 1;
    softwareId = await addSoftware(ctx, `soft${serial}`);
    memberId = (await addMember(ctx, `member-${serial}`)).id;
  });

  const make = (who = memberId, software = softwareId) =>
    openVirtualPrinter({ ctx, memberId: who, softwareId: software });
  const keyHash = async (id: string) =>
    (
      await db.kysely
        .selectFrom('client')
        .select('key_hash')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow()
    ).key_hash;

  it('is one a member and software, however often is clicked, with a key only its home has', async () => {
    const all = await Promise.all([make(), make(), make()]);
    expect(new Set(all.map(({ client }) => client.id)).size).toBe(1);
    const { id } = (await make()).client;
    expect(homes.keys.size).toBe(1);
    expect(await keyHash(id)).toBe(hashClientKey(homes.keys.get(Number(id)) ?? ''));
    const other = await addSoftware(ctx, `soft${serial}-b`);
    expect((await make(memberId, other)).client.id).not.toBe(id);
    expect((await listOwnClients({ ctx, memberId })).list.map((item) => item.virtual)).toEqual([
      true,
      true,
    ]);
    const events = await db.kysely
      .selectFrom('security_event')
      .select('detail')
      .where('kind', '=', 'client.pair')
      .where('subject', '=', `client:${id}`)
      .execute();
    expect(events).toEqual([{ detail: '{"virtual":true}' }]);
  });

  it('gets another key when its home was lost, and the one before is worthless', async () => {
    const { id } = (await make()).client;
    const before = await keyHash(id);
    homes.keys.clear();
    await readVirtualRoll({ ctx, memberId, input: { id, after: 0 } });
    expect(await keyHash(id)).toBe(hashClientKey(homes.keys.get(Number(id)) ?? ''));
    expect(await keyHash(id)).not.toBe(before);
  });

  it('comes with a configuration of the size of the first template, and prints at once', async () => {
    const templateId = await addTemplate(ctx, softwareId);
    const { client, printConfigId } = await make();
    const { list } = await listPrintConfigs({ ctx, memberId });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      id: printConfigId,
      name: '虚拟打印机',
      clientId: client.id,
      widthMm: 50,
      heightMm: 30,
      isDefault: true,
      virtual: true,
    });
    const input = createPrintInput(printConfigId ?? '', templateId, { copies: 3 });
    const { batchNo } = await submitBatch({ ctx, memberId, softwareId, input });
    expect(await getBatchInfo({ ctx, memberId, batchNo })).toMatchObject({
      virtualClientId: client.id,
    });
    expect(await listVirtualClientsWithWork({ ctx })).toContain(Number(client.id));
    expect(await getClientSummary({ ctx, memberId, softwareId })).toMatchObject({
      labelsThisMonth: 3,
      virtualOffered: true,
    });
    expect((await make()).printConfigId).toBe(printConfigId);
  });

  it('comes with paper for the template to print first, if the member may use it', async () => {
    await addTemplate(ctx, softwareId);
    const addSizedTemplate = async (width: number, owner: number | null) => {
      const id = await addTemplate(ctx, softwareId);
      const change = { width, height: 4000, member_id: owner };
      await db.kysely.updateTable('template').set(change).where('id', '=', id).execute();
      return String(id);
    };
    const [ownTemplateId, foreignTemplateId] = [
      await addSizedTemplate(6000, memberId),
      await addSizedTemplate(9000, memberId),
    ];
    const other = (await addMember(ctx, `member-${serial}-b`)).id;
    const readWidth = async (who: number, templateId: string) => {
      await openVirtualPrinter({ ctx, memberId: who, softwareId, input: { templateId } });
      return (await listPrintConfigs({ ctx, memberId: who })).list.map(({ widthMm }) => widthMm);
    };
    expect(await readWidth(memberId, ownTemplateId)).toEqual([60]);
    await expect(readWidth(other, foreignTemplateId)).rejects.toMatchObject({ code: 404 });
    expect(homes.woken).toHaveLength(1);
  });

  it('leaves the member’s own default alone, and a plan without room as it is', async () => {
    const real = await addClient(ctx, memberId, softwareId);
    const input = createConfigInput(real, await addPrinter(ctx, real));
    await savePrintConfig({ ctx, memberId, input });
    const { printConfigId } = await make();
    const names = (await listPrintConfigs({ ctx, memberId })).list.map(
      ({ name, isDefault }) => `${name} ${isDefault}`,
    );
    expect(printConfigId).not.toBeNull();
    expect(names).toEqual(['发货台 true', '虚拟打印机 false']);
    const narrow = await addSoftware(ctx, `narrow${serial}`, { printers: 0 });
    expect((await make(memberId, narrow)).printConfigId).toBeNull();
  });

  it('has one again when it was deleted or put out of use, whatever else stands there', async () => {
    const real = await addClient(ctx, memberId, softwareId);
    await savePrintConfig({
      ctx,
      memberId,
      input: createConfigInput(real, await addPrinter(ctx, real)),
    });
    const first = (await make()).printConfigId ?? '';
    await db.kysely
      .updateTable('print_config')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', Number(first))
      .execute();
    const second = (await make()).printConfigId ?? '';
    expect([second, first]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.not.stringMatching(second),
    ]);
    await db.kysely
      .updateTable('print_config')
      .set({ enabled: 0 })
      .where('id', '=', Number(second))
      .execute();
    const third = (await make()).printConfigId;
    expect([null, first, second]).not.toContain(third);
  });

  it('takes over the configuration of one that was revoked', async () => {
    const { client, printConfigId } = await make();
    await revokeClient({ ctx, memberId, id: Number(client.id) });
    const again = await make();
    expect(again.printConfigId).toBe(printConfigId);
    const { list } = await listPrintConfigs({ ctx, memberId });
    expect(list).toMatchObject([{ id: printConfigId, clientId: again.client.id }]);
  });

  it('takes no place among the clients of the plan', async () => {
    await make();
    const pairClient = async () => {
      const input = { machineName: '电脑', system: 'Linux', version: '0.1.0' };
      const { code } = await startPairing({ ctx, input, address: '', software: null });
      return confirmPairing({ ctx, memberId, softwareId, input: { code, remark: '' } });
    };
    await pairClient();
    await pairClient();
    await expect(pairClient()).rejects.toMatchObject({ code: 403 });
    expect(await getClientSummary({ ctx, memberId, softwareId })).toMatchObject({ clientsUsed: 2 });
  });

  it('is its member’s alone, and no other client is one', async () => {
    const { id } = (await make()).client;
    const stranger = (await addMember(ctx, `stranger-${serial}`)).id;
    const real = String(await addClient(ctx, memberId, softwareId));
    const woken = homes.woken.length;
    for (const [who, which] of [
      [stranger, id],
      [memberId, real],
    ] as const) {
      const input = { id: which, after: 0 };
      await expect(readVirtualRoll({ ctx, memberId: who, input })).rejects.toMatchObject({
        code: 404,
      });
      await expect(
        setVirtualFault({ ctx, memberId: who, input: { id: which, name: 'slow', on: true } }),
      ).rejects.toMatchObject({ code: 404 });
    }
    expect(homes.woken.length).toBe(woken);
    const input = { id, name: 'paperOut', on: true } as const;
    expect(await setVirtualFault({ ctx, memberId, input })).toMatchObject({
      switches: { paperOut: true },
    });
  });

  it('is woken by labels that wait, and only when it is one and away', async () => {
    const id = Number((await make()).client.id);
    const real = await addClient(ctx, memberId, softwareId);
    homes.woken.length = 0;
    await startVirtualPrinterForWork({ ctx, clientId: real });
    ctx.presence.setConnected(id, true);
    await startVirtualPrinterForWork({ ctx, clientId: id });
    expect(homes.woken).toEqual([]);
    ctx.presence.setConnected(id, false);
    await startVirtualPrinterForWork({ ctx, clientId: id });
    expect(homes.woken).toEqual([id]);
  });

  it('is gone when it is revoked, and another one can be made', async () => {
    const { id } = (await make()).client;
    await revokeClient({ ctx, memberId, id: Number(id) });
    expect(await locateVirtualClients({ ctx, clientIds: [Number(id)] })).toEqual(new Map());
    await expect(readVirtualRoll({ ctx, memberId, input: { id, after: 0 } })).rejects.toMatchObject(
      {
        code: 404,
      },
    );
    const next = await make();
    expect(next.client.id).not.toBe(id);
    expect(
      await locateVirtualClients({ ctx, clientIds: [Number(id), Number(next.client.id)] }),
    ).toEqual(new Map([[Number(next.client.id), 'here']]));
  });

  it('is not made where the site offers none', async () => {
    ctx.virtual = undefined;
    await expect(make()).rejects.toMatchObject({ code: 403, message: '这个网站没有开虚拟打印机' });
    expect((await listOwnClients({ ctx, memberId })).list).toEqual([]);
    expect(await getClientSummary({ ctx, memberId, softwareId })).toMatchObject({
      virtualOffered: false,
    });
  });
});
