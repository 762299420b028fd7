import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { addMember, addSoftware, createTestContext, type TestContext } from '../../testing.ts';
import { createClientPresence } from '../../platform/presence.ts';
import { disconnectVirtualClients } from '../dispatch/presence.ts';
import { openOwnHome } from './get-virtual.ts';
import { openVirtualPrinter } from './open.ts';
import { readVirtualRoll } from './roll.ts';
import { setVirtualFault } from './switch.ts';
import { locateVirtualClients, startVirtualPrinterForWork } from './work.ts';

const MINUTE_MS = 60_000;
const STATE = {
  switches: { paperOut: false, coverOpen: false, slow: false, disconnected: false },
  printing: false,
  newest: 0,
  counter: 0,
};

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let memberId: number;
  let clientId: number;
  /** Ids of living servers by their data folder. */
  let living: Map<string, string>;
  let opened: number[];

  /** A server of the site with this data folder. */
  const useServer = (dataFolderId: string): void => {
    ctx.nodes = {
      dataFolderId,
      findNode: (folderId) => living.get(folderId) ?? null,
      call: () => Promise.reject(new Error('called another server')),
    };
    ctx.presence = createClientPresence({
      nodeId: `${dataFolderId}-node`,
      locateNode: (id) => (id === `${dataFolderId}-node` ? 'here' : 'elsewhere'),
    });
  };
  const offer = (): void => {
    ctx.virtual = {
      open: async (owner, newKey) => {
        opened.push(owner.clientId);
        await newKey();
      },
      readRoll: () => Promise.resolve({ state: STATE, labels: [], more: false }),
      set: () => Promise.resolve(STATE),
    };
  };

  beforeEach(async () => {
    db = await open();
    ctx = createTestContext(db);
    living = new Map();
    opened = [];
    offer();
    useServer('first');
    const softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    const { client } = await openVirtualPrinter({ ctx, memberId, softwareId });
    clientId = Number(client.id);
    opened = [];
  });

  const readHome = async () =>
    (
      await db.kysely
        .selectFrom('client')
        .select('virtual_home')
        .where('id', '=', clientId)
        .executeTakeFirstOrThrow()
    ).virtual_home;
  const setClient = (change: { virtual_home?: string | null; node_id?: string }) =>
    db.kysely.updateTable('client').set(change).where('id', '=', clientId).execute();
  const readRoll = () =>
    readVirtualRoll({ ctx, memberId, input: { id: String(clientId), after: 0 } });

  it('stays where it was when a server without virtual printers is asked', async () => {
    await setClient({ virtual_home: null });
    ctx.virtual = undefined;
    useServer('second');
    const input = { id: String(clientId), name: 'slow', on: true } as const;
    for (const asked of [readRoll(), setVirtualFault({ ctx, memberId, input })])
      await expect(asked).rejects.toMatchObject({ code: 403 });
    expect(await readHome()).toBeNull();
  });

  it('is not opened for another server by one without its home', async () => {
    useServer('second');
    living.set('first', 'first-node');
    await expect(openOwnHome(ctx, { id: clientId, memberId })).rejects.toMatchObject({ code: 503 });
    useServer('first');
    await openOwnHome(ctx, { id: clientId, memberId });
    expect(opened).toEqual([clientId]);
  });

  it.each([
    ['its server', 'first'],
    ['a server it was not recorded for', null],
  ])('is taken over after 5 minutes in which %s was missed', async (_of, home) => {
    await setClient({ virtual_home: home });
    useServer('second');
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    await expect(readRoll()).rejects.toMatchObject({ code: 503 });
    clock.mockReturnValue(1_000 + 4 * MINUTE_MS);
    await expect(readRoll()).rejects.toMatchObject({ code: 503 });
    expect(await readHome()).toBe(home);
    clock.mockReturnValue(1_000 + 5 * MINUTE_MS);
    await readRoll();
    expect(await readHome()).toBe('second');
  });

  it('is started at once after a restart while the process before still counts as living', async () => {
    living.set('first', 'ended-node');
    await setClient({ node_id: 'ended-node' });
    await startVirtualPrinterForWork({ ctx, clientId });
    expect(opened).toEqual([clientId]);
    useServer('second');
    await disconnectVirtualClients({ ctx });
    const readNode = () => db.kysely.selectFrom('client').select('node_id').execute();
    expect(await readNode()).toEqual([{ node_id: 'ended-node' }]);
    useServer('first');
    await disconnectVirtualClients({ ctx });
    expect(await readNode()).toEqual([{ node_id: null }]);
  });

  it('is elsewhere for other servers, and nowhere when it is no client', async () => {
    const clientIds = [clientId, clientId + 1];
    expect(await locateVirtualClients({ ctx, clientIds })).toEqual(new Map([[clientId, 'here']]));
    useServer('second');
    expect(await locateVirtualClients({ ctx, clientIds })).toEqual(
      new Map([[clientId, 'elsewhere']]),
    );
  });
});
