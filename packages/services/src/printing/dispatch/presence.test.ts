import type { Database } from '@yunbiao/db';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { beforeEach, expect, it } from 'vitest';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  createTestContext,
  type TestContext,
} from '../../testing.ts';
import type { NodePlace } from '../../platform/context.ts';
import { createClientPresence } from '../../platform/presence.ts';
import { getClientSummary } from '../client/auth-stat.ts';
import { listOwnClients } from '../client/list.ts';
import {
  createDiscoveryRequestRouter,
  sendDiscoveryRequest,
} from '../discovery/discovery-requests.ts';
import { acceptHello } from './accept-hello.ts';
import { countExpectedClients, listNodeIds } from './list-node-ids.ts';
import {
  disconnectVirtualClients,
  markMissingClientsOffline,
  storeClientDisconnect,
} from './presence.ts';
import { type ClientConnection, reconcileConnections } from './reconcile-connections.ts';

const HELLO = {
  type: 'hello',
  version: 3,
  agentVersion: '0.1.0',
  machineName: '收银台',
  system: 'Linux',
  ledgerId: 'ledger',
  ledgerSeq: 0,
  held: [],
} as const satisfies Partial<Parameters<typeof acceptHello>[0]['hello']>;

const PRINTER = {
  localId: 'p1',
  name: '一号',
  language: 'zpl',
  dpi: 203,
  exclusive: false,
} as const;

describeEachDatabase((open) => {
  let db: Database;
  let ctx: TestContext;
  let memberId: number;
  let softwareId: number;
  let clientId: number;
  /** Places of processes; those missing are gone. */
  let places: Record<string, NodePlace>;

  /** Another server process on the same database. */
  const createNode = (nodeId: string): TestContext => {
    const other = createTestContext(db);
    const locateNode = (id: string): NodePlace => (id === nodeId ? 'here' : (places[id] ?? 'gone'));
    other.presence = createClientPresence({ nodeId, locateNode });
    return other;
  };

  beforeEach(async () => {
    db = await open();
    places = { a: 'elsewhere', b: 'elsewhere' };
    ctx = createNode('a');
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    clientId = await addClient(ctx, memberId, softwareId);
    await addPrinter(ctx, clientId);
  });

  const connect = async (node: TestContext): Promise<number> => {
    const hello = { ...HELLO, held: [], printers: [{ ...PRINTER, evidence: [] }] };
    const accepted = await acceptHello({ ctx: node, clientId, hello, address: '' });
    if (!accepted) throw new Error('the hello was not accepted');
    await db.kysely.updateTable('printer').set({ state: 'idle', unready_since: null }).execute();
    return accepted.fence;
  };
  const readRow = () =>
    db.kysely
      .selectFrom('client')
      .innerJoin('printer', 'printer.client_id', 'client.id')
      .select(['client.node_id', 'printer.unready_since'])
      .where('client.id', '=', clientId)
      .executeTakeFirstOrThrow();
  const isOnline = async (node: TestContext): Promise<boolean | undefined> =>
    (await listOwnClients({ ctx: node, memberId })).list[0]?.online;
  const listEvents = (node: TestContext) =>
    node.heard.flatMap(([name, told]) => (name === 'print' ? [told.event] : []));
  const offlineEvents = () => [
    { type: 'client', id: String(clientId), online: false },
    expect.objectContaining({ type: 'printer', clientId: String(clientId), state: 'offline' }),
  ];
  const reconcile = (connections: readonly ClientConnection[]): Promise<void> =>
    reconcileConnections({
      ctx,
      connections: {
        listAccepted: () => [...connections],
        hasOpen: (id) => connections.some((connection) => connection.clientId === id),
      },
    });

  it('shows a client online on every server process, wherever it is connected', async () => {
    const other = createNode('b');
    expect([await isOnline(ctx), await isOnline(other)]).toEqual([false, false]);
    const fence = await connect(other);
    expect([await isOnline(ctx), await isOnline(other)]).toEqual([true, true]);
    for (const node of [ctx, other])
      expect(await getClientSummary({ ctx: node, memberId, softwareId })).toMatchObject({
        clientsOnline: 1,
        printersReady: 1,
      });
    await storeClientDisconnect({ ctx: other, clientId, fence });
    expect([await isOnline(ctx), await isOnline(other)]).toEqual([false, false]);
    expect(await readRow()).toEqual({ node_id: null, unready_since: other.now() });
    expect(listEvents(other)).toEqual(offlineEvents());
  });

  it('changes nothing and notifies no page at the end of a replaced connection', async () => {
    const other = createNode('b');
    const fence = await connect(ctx);
    const newerFence = await connect(other);
    await storeClientDisconnect({ ctx, clientId, fence });
    expect(await readRow()).toEqual({ node_id: 'b', unready_since: null });
    // Replaced by a connection to the same process.
    await connect(other);
    await storeClientDisconnect({ ctx: other, clientId, fence: newerFence });
    expect(await readRow()).toEqual({ node_id: 'b', unready_since: null });
    expect([...listEvents(ctx), ...listEvents(other)]).toEqual([]);
  });

  it('takes the clients of a process offline once it is gone, and no others', async () => {
    await connect(createNode('b'));
    places['b'] = 'expected';
    expect(await isOnline(ctx)).toBe(true);
    expect(await countExpectedClients({ ctx })).toBe(1);
    await markMissingClientsOffline({ ctx });
    expect(await readRow()).toEqual({ node_id: 'b', unready_since: null });
    delete places['b'];
    expect(await isOnline(ctx)).toBe(false);
    expect(await countExpectedClients({ ctx })).toBe(0);
    const own = await addClient(ctx, memberId, softwareId);
    await db.kysely.updateTable('client').set({ node_id: 'a' }).where('id', '=', own).execute();
    await markMissingClientsOffline({ ctx });
    expect(await readRow()).toEqual({ node_id: null, unready_since: ctx.now() });
    expect(listEvents(ctx)).toEqual(offlineEvents());
    expect(await listNodeIds(db.kysely)).toEqual(['a']);
  });

  it('takes more clients of a gone process offline than fit one transaction', async () => {
    for (let n = 0; n < 450; n += 1) await addClient(ctx, memberId, softwareId);
    await db.kysely.updateTable('client').set({ node_id: 'ended' }).execute();
    await markMissingClientsOffline({ ctx });
    expect(await listNodeIds(db.kysely)).toEqual([]);
    expect(listEvents(ctx).filter(({ type }) => type === 'client')).toHaveLength(451);
  });

  it('leaves out a client that another transaction has locked, and takes it next time', async () => {
    if (open.dialect !== 'postgres') return;
    const [lockedId, printersId] = [
      await addClient(ctx, memberId, softwareId),
      await addClient(ctx, memberId, softwareId),
    ];
    await addPrinter(ctx, printersId);
    await db.kysely.updateTable('client').set({ node_id: 'ended' }).execute();
    const listMissing = async () =>
      (await db.kysely.selectFrom('client').select('id').where('node_id', '=', 'ended').execute())
        .map(({ id }) => id)
        .toSorted((a, b) => a - b);
    await db.kysely.transaction().execute(async (tx) => {
      await tx.selectFrom('client').where('id', '=', lockedId).forUpdate().select('id').execute();
      const printers = tx.selectFrom('printer').where('client_id', '=', printersId);
      await printers.forUpdate().select('id').execute();
      await markMissingClientsOffline({ ctx });
      expect(await listMissing()).toEqual([lockedId, printersId]);
    });
    await markMissingClientsOffline({ ctx });
    expect(await listMissing()).toEqual([]);
  });

  it('clears a row that says the client is connected here when it is not', async () => {
    await connect(ctx);
    await reconcile([]);
    expect(await readRow()).toEqual({ node_id: null, unready_since: ctx.now() });
    expect(listEvents(ctx)).toEqual(offlineEvents());
  });

  it('clears the rows of many clients that are not connected here in few transactions', async () => {
    for (let n = 0; n < 450; n += 1) await addClient(ctx, memberId, softwareId);
    await db.kysely.updateTable('client').set({ node_id: 'a' }).execute();
    let transactions = 0;
    const { kysely } = db;
    const countingKysely = new Proxy(kysely, {
      get: (target, name) => {
        if (name === 'transaction') transactions += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    ctx.db = { ...db, kysely: countingKysely };
    await reconcile([]);
    expect(await listNodeIds(kysely)).toEqual([]);
    expect(transactions).toBeLessThan(5);
    expect(listEvents(ctx).filter(({ type }) => type === 'client')).toHaveLength(451);
  });

  it('writes the row again that has lost the process of a connected client', async () => {
    const fence = await connect(ctx);
    const connection = { clientId, memberId, fence };
    await reconcile([connection]);
    expect(listEvents(ctx)).toEqual([]);
    await db.kysely.updateTable('client').set({ node_id: null }).execute();
    await reconcile([{ ...connection, fence: fence - 1 }]);
    expect(await readRow()).toMatchObject({ node_id: null });
    await reconcile([connection]);
    expect(await readRow()).toMatchObject({ node_id: 'a' });
    expect(listEvents(ctx)).toEqual([{ type: 'client', id: String(clientId), online: true }]);
    await connect(createNode('b'));
    await reconcile([connection]);
    expect(await readRow()).toMatchObject({ node_id: 'b' });
  });

  it('disconnects virtual clients at a start unless their process lives', async () => {
    const change = { is_virtual: 1, node_id: 'b' };
    await db.kysely.updateTable('client').set(change).execute();
    await disconnectVirtualClients({ ctx });
    expect(await readRow()).toMatchObject({ node_id: 'b' });
    places['b'] = 'expected';
    await disconnectVirtualClients({ ctx });
    expect(await readRow()).toMatchObject({ node_id: null });
  });

  it('tells who asks a client of a process that ended a moment ago to wait for it', async () => {
    ctx.clientRequests = createDiscoveryRequestRouter();
    const ask = (nodeId: string | null) =>
      sendDiscoveryRequest(ctx, { id: clientId, node_id: nodeId }, { do: 'search' });
    places['b'] = 'expected';
    await expect(ask('b')).rejects.toThrow('还没有连回来');
    await expect(ask('ended')).rejects.toThrow('客户端不在线');
    await expect(ask(null)).rejects.toThrow('客户端不在线');
  });
});

it('expects the clients of any other process until the grace period is over', () => {
  const fresh = createClientPresence({ nodeId: 'a' });
  expect([fresh.locateNode('a'), fresh.locateNode('b')]).toEqual(['here', 'expected']);
  const settled = createClientPresence({ nodeId: 'a', reconnectGraceMs: 0 });
  expect([settled.locateNode('a'), settled.locateNode('b')]).toEqual(['here', 'gone']);
});
