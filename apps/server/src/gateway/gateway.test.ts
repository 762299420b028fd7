import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { CLOSE_CODES } from '@yunbiao/contract/gateway/close-codes';
import {
  GATEWAY_PATH,
  GATEWAY_VERSION,
  MAX_CACHED_TEMPLATES,
} from '@yunbiao/contract/gateway/gateway';
import type { Lease, ServerMessage } from '@yunbiao/contract/gateway/gateway';
import {
  hashClientKey,
  NONCE_HEADER,
  computeRevocationProof,
  REVOKED_HEADER,
} from '@yunbiao/contract/gateway/revocation';
import { describeEachDatabase } from '@yunbiao/db/testing';
import {
  addIpRule,
  cancelBatch,
  listOwnClients,
  createClientPresence,
  createDiscoveryRequestRouter,
  deleteIpRule,
  listDiscoveredPrinters,
  listIpRules,
  revokeClient,
  savePrintConfig,
  setClientField,
  submitBatch,
} from '@yunbiao/services';
import {
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  addTestPicture,
  createConfigInput,
  createFlatPng,
  createTestContext,
  createPrintInput,
  setTestClientOnline,
  type TestContext,
} from '@yunbiao/services/testing';
import { getFontsDigest } from '@yunbiao/label/verify-font';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { createWorkBudget } from '../budget/work-budget.ts';
import { attachGateway } from './attach.ts';
import {
  makeFoundPrinter,
  makeHello,
  makeReport,
  makeReports,
  makeState,
  makeUnknownReports,
} from './testing/messages.ts';
import { addKeyedClient, type Served, serveGateway } from './testing/served.ts';

const KEY = 'a-key-of-the-print-client-0123456789';

const HELLO = makeHello(['p1']);

/** An agent's socket and the messages of the server, in order. `next` returns messages by type. */
type Line = {
  socket: WebSocket;
  send: (message: unknown) => void;
  next: <T extends ServerMessage['type']>(type: T) => Promise<Extract<ServerMessage, { type: T }>>;
  closed: Promise<number>;
  heard: ServerMessage[];
};

describeEachDatabase((open) => {
  let ctx: TestContext;
  let served: Served;
  let clientId: number;
  let memberId: number;
  let submit: (labels: number) => Promise<string>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    const softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    clientId = await addKeyedClient(ctx, { memberId, softwareId, key: KEY });
    const templateId = await addTemplate(ctx, softwareId);
    const config = await savePrintConfig({
      ctx,
      memberId,
      input: createConfigInput(clientId, await addPrinter(ctx, clientId)),
    });
    submit = async (labels) => {
      const rows = Array.from({ length: labels }, (_, i) => ({ 货号: String(i) }));
      const input = createPrintInput(config.id, templateId, { rows });
      return (await submitBatch({ ctx, memberId, softwareId, input })).batchNo;
    };
    served = await serveGateway({ ctx });
    return () => served.close();
  });

  const readClient = () =>
    ctx.db.kysely
      .selectFrom('client')
      .select(['node_id', 'fence'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow();
  const isOnline = async (): Promise<boolean | undefined> =>
    (await listOwnClients({ ctx, memberId })).list[0]?.online;

  // With the payload limit of the print client.
  const dialGateway = (key = KEY): WebSocket => served.dial(key, { maxPayload: 8 * 1024 * 1024 });

  const getRefusalStatus = (key: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const socket = dialGateway(key);
      socket.on('unexpected-response', (_request, response) => {
        response.destroy();
        resolve(response.statusCode);
      });
    });

  const call = async (): Promise<Line> => {
    const socket = dialGateway();
    onTestFinished(() => socket.terminate());
    const heard: ServerMessage[] = [];
    let wake: () => void = () => undefined;
    socket.on('message', (data) => {
      heard.push(JSON.parse(String(data)) as ServerMessage);
      wake();
    });
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.on('open', resolve));
    const taken = new Map<string, number>();
    // The next message of its type: a lease may arrive before the message that the client is
    // enabled again.
    const readNextMessage: Line['next'] = async (type) => {
      const nth = taken.get(type) ?? 0;
      taken.set(type, nth + 1);
      for (;;) {
        const found = heard.filter((message) => message.type === type)[nth];
        if (found) return found as Extract<ServerMessage, { type: typeof type }>;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    };
    return {
      socket,
      heard,
      next: readNextMessage,
      closed,
      send: (message) => socket.send(JSON.stringify(message)),
    };
  };

  const greetServer = async (): Promise<Line> => {
    const line = await call();
    line.send(HELLO);
    await line.next('welcome');
    return line;
  };

  /** Leases the printer's next labels, from as many messages as needed. */
  const leaseRows = async (line: Line, count: number): Promise<Lease[]> => {
    line.send({ type: 'want', localId: 'p1', room: count });
    const leases: Lease[] = [];
    while (leases.length < count) leases.push(...(await line.next('lease')).leases);
    return leases;
  };

  it('refuses an unknown key, and tells an address with many of them to slow down', async () => {
    expect(await getRefusalStatus('an-unknown-key-0123456789')).toBe(401);
    expect(await getRefusalStatus('short')).toBe(401);
    for (let i = 0; i < 28; i += 1) await getRefusalStatus('an-unknown-key-0123456789');
    expect(await getRefusalStatus('an-unknown-key-0123456789')).toBe(429);
    ctx.pass(60_000);
    expect(await getRefusalStatus('an-unknown-key-0123456789')).toBe(401);
  });

  it('leases nothing and lets no client in once it is halted, and still stores what is reported', async () => {
    const line = await greetServer();
    await submit(1);
    const [lease] = await leaseRows(line, 1);
    line.send({ type: 'want', localId: 'p1', room: 5 });
    line.send({ type: 'ping' });
    await line.next('pong');
    served.gateway.halt();
    await submit(2);
    expect(await getRefusalStatus(KEY)).toBe(503);
    if (!lease) throw new Error('no lease');
    line.send(makeReports([makeReport(lease)], 1));
    await line.next('ack');
    await served.gateway.close();
    const states = await ctx.db.kysely
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select('detail.state')
      .where('batch.member_id', '=', memberId)
      .orderBy('detail.id')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['printed', 'queued', 'queued']);
    expect(line.heard.filter(({ type }) => type === 'lease')).toHaveLength(1);
  });

  it('goes on counting bad keys of an address after a restart', async () => {
    for (let i = 0; i < 30; i += 1) await getRefusalStatus(`an-unknown-key-0123456789-${i}`);
    expect(await getRefusalStatus('an-unknown-key-0123456789-x')).toBe(429);
    await served.gateway.close();
    served.gateway = attachGateway({ server: served.server, ctx });
    expect(await getRefusalStatus('an-unknown-key-0123456789-y')).toBe(429);
    await greetServer();
  });

  it('frees the descriptor of a peer it refuses, though the peer keeps its own side open', async () => {
    const socket = connect({ port: served.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    const heard = once(socket, 'data');
    socket.write(
      `GET ${GATEWAY_PATH} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: Bearer an-unknown-key-0123456789\r\n\r\n`,
    );
    expect(String((await heard)[0])).toMatch(/^HTTP\/1.1 401 /);
    await expect.poll(served.countConnections).toBe(0);
  });

  it.each([
    ['says no hello', { helloMs: 50 }, {}, CLOSE_CODES.protocol],
    ['is not there any more', { heartbeatMs: 50 }, { autoPong: false }, 1006],
  ])('ends the connection of a client that %s', async (_name, patience, options, code) => {
    const hasty = await serveGateway({ ctx, timeouts: patience });
    onTestFinished(hasty.close);
    const socket = hasty.dial(KEY, options);
    expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(code);
    await expect.poll(hasty.countConnections).toBe(0);
  });

  it.each([
    [
      'answers pings instead of a hello',
      { helloMs: 50 },
      (socket: WebSocket) => {
        const ping = (): void => {
          for (let n = 0; n < 20; n += 1) socket.send(JSON.stringify({ type: 'ping' }));
        };
        socket.on('message', ping);
        ping();
      },
    ],
    [
      'reads nothing of what it is told',
      { heartbeatMs: 200 },
      (socket: WebSocket) => {
        socket.send(JSON.stringify(HELLO));
        socket.pause();
        for (let seq = 1; seq <= 700; seq += 1)
          socket.send(JSON.stringify(makeUnknownReports(500, seq)));
      },
    ],
  ])('ends the connection of a client that %s', async (_name, patience, act) => {
    const budget = createWorkBudget({ burst: 1e9, perSecond: 1e9 });
    const hasty = await serveGateway({ ctx, timeouts: patience, budget });
    onTestFinished(hasty.close);
    const socket = hasty.dial(KEY);
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    act(socket);
    await expect.poll(hasty.countConnections, { timeout: 20_000 }).toBe(0);
  });

  it('lets a good key in, however many bad ones came from its address', async () => {
    for (let i = 0; i < 40; i += 1) await getRefusalStatus(`an-unknown-key-0123456789-${i}`);
    expect(await getRefusalStatus('an-unknown-key-0123456789-x')).toBe(429);
    await greetServer();
    expect(await isOnline()).toBe(true);
  });

  it('proves that it revoked a key to anyone who asks with a nonce, and says nothing of others', async () => {
    const nonce = '0123456789abcdef0123456789abcdef';
    const askForProof = (key: string, asked: string): Promise<unknown> =>
      new Promise((resolve) => {
        const socket = served.dial(key, { headers: { [NONCE_HEADER]: asked } });
        socket.on('unexpected-response', (_request, response) => {
          response.destroy();
          resolve([response.statusCode, response.headers[REVOKED_HEADER]]);
        });
      });
    await revokeClient({ ctx, memberId, id: clientId });
    expect(await askForProof(KEY, nonce)).toEqual([
      401,
      computeRevocationProof(hashClientKey(KEY), nonce),
    ]);
    expect(await askForProof(KEY, 'short')).toEqual([401, undefined]);
    expect(await askForProof('an-unknown-key-0123456789', nonce)).toEqual([401, undefined]);
  });

  it('lets no client in from outside the white list, and shows its member that it tried', async () => {
    await addIpRule({ ctx, memberId, input: { network: '10.20.0.0/16', remark: '' } });
    expect(await getRefusalStatus(KEY)).toBe(403);
    const { refused } = await listIpRules({ ctx, memberId, address: '' });
    expect(refused).toMatchObject([{ address: '127.0.0.1', what: 'connect', times: 1 }]);
    await addIpRule({ ctx, memberId, input: { network: '127.0.0.1', remark: '' } });
    await greetServer();
  });

  it('ends the connection of a client the white list leaves out from now on', async () => {
    const line = await greetServer();
    await addIpRule({ ctx, memberId, input: { network: '127.0.0.0/8', remark: '' } });
    const { id } = await addIpRule({ ctx, memberId, input: { network: '::1', remark: '' } });
    const { list } = await listIpRules({ ctx, memberId, address: '' });
    expect(line.socket.readyState).toBe(WebSocket.OPEN);
    for (const rule of list)
      if (rule.id !== id) await deleteIpRule({ ctx, memberId, id: Number(rule.id) });
    expect(await line.closed).toBe(CLOSE_CODES.address);
  });

  it('sends its clients to other servers while those take it for dead', async () => {
    await served.close();
    let isConnected = true;
    served = await serveGateway({ ctx, isConnected: () => isConnected });
    const line = await call();
    line.send(HELLO);
    await line.next('welcome');
    isConnected = false;
    expect(await line.closed).toBe(1012);
    expect(await getRefusalStatus(KEY)).toBe(503);
    await expect.poll(isOnline).toBe(false);
    isConnected = true;
    const again = await call();
    again.send(HELLO);
    await again.next('welcome');
  });

  it('welcomes a client, shows it online, and offline when it leaves', async () => {
    const line = await call();
    expect(await isOnline()).toBe(false);
    line.send(HELLO);
    expect(await line.next('welcome')).toEqual({
      type: 'welcome',
      clientId: String(clientId),
      name: '3 号仓',
      enabled: true,
      now: ctx.now(),
      features: ['found', 'raw', 'history', 'pictures'],
    });
    expect(await isOnline()).toBe(true);
    const offline = new Promise((resolve) => {
      ctx.bus.on('print', ({ event }) => event.type === 'client' && resolve(event));
    });
    line.socket.close();
    expect(await offline).toEqual({ type: 'client', id: String(clientId), online: false });
    expect(await isOnline()).toBe(false);
  });

  describe('a server that starts in place of another', () => {
    const stateInList = async () => (await listOwnClients({ ctx, memberId })).list[0];

    /** The process ends without closing its connections; the next process starts with its data. */
    const restart = async (reconnectGraceMs: number): Promise<void> => {
      await served.gateway.close();
      ctx.presence = createClientPresence({ reconnectGraceMs });
      served.gateway = attachGateway({ server: served.server, ctx });
    };

    it('takes its clients for connected until they had time to come back', async () => {
      const line = await greetServer();
      const heard = new Promise((resolve) => {
        ctx.bus.on('print', ({ event }) => event.type === 'printer' && resolve(event));
      });
      line.send(makeState('p1', 0, { counter: null }));
      await heard;
      const told: unknown[] = [];
      ctx.bus.on('print', ({ event }) => event.type === 'client' && told.push(event));
      await restart(60_000);
      expect(told).toEqual([]);
      expect(await stateInList()).toMatchObject({ online: true, printers: [{ state: 'idle' }] });
      await restart(0);
      await expect
        .poll(() => told)
        .toContainEqual({ type: 'client', id: String(clientId), online: false });
      expect(await stateInList()).toMatchObject({
        online: false,
        printers: [{ state: 'offline' }],
      });
    });

    it('gives up no client that has come back, and expects none that had left', async () => {
      await greetServer();
      await restart(0);
      const line = await greetServer();
      expect(await isOnline()).toBe(true);
      line.socket.close();
      await expect.poll(readClient).toMatchObject({ node_id: null });
      await restart(60_000);
      expect(await isOnline()).toBe(false);
    });
  });

  describe('the rows of the clients and the connections of the process', () => {
    beforeEach(async () => {
      await served.close();
      served = await serveGateway({ ctx, timeouts: { reconcileMs: 0 } });
    });

    const listenForOnline = (): boolean[] => {
      const onlineEvents: boolean[] = [];
      ctx.bus.on(
        'print',
        ({ event }) => event.type === 'client' && onlineEvents.push(event.online),
      );
      return onlineEvents;
    };

    it('agree again after the write at the end of a connection failed', async () => {
      const line = await greetServer();
      const onlineEvents = listenForOnline();
      vi.spyOn(ctx.db.kysely, 'transaction').mockImplementationOnce(() => {
        throw new Error('the database is away');
      });
      line.socket.close();
      await line.closed;
      await expect.poll(readClient).toMatchObject({ node_id: null });
      expect(onlineEvents).toEqual([false]);
    });

    it('agree again after the row of a connected client was cleared', async () => {
      const line = await greetServer();
      const onlineEvents = listenForOnline();
      await setTestClientOnline(ctx, clientId, false);
      await expect.poll(readClient).toMatchObject({ node_id: ctx.presence.nodeId });
      expect(onlineEvents).toEqual([true]);
      expect(line.socket.readyState).toBe(WebSocket.OPEN);
    });

    it('leave the end of a connection unheard that has a newer one at another process', async () => {
      const line = await greetServer();
      const { fence } = await readClient();
      const onlineEvents = listenForOnline();
      const change = { node_id: 'another process', fence: fence + 1 };
      await ctx.db.kysely.updateTable('client').set(change).where('id', '=', clientId).execute();
      line.socket.close();
      await expect.poll(ctx.presence.countConnected).toBe(0);
      await served.close();
      served = await serveGateway({ ctx });
      expect(await readClient()).toEqual(change);
      expect(onlineEvents).toEqual([]);
    });
  });

  it.each([
    ['anything before the hello', { type: 'ping' }, { type: 'want', localId: 'p1', room: 1 }],
    ['what is no message', { type: 'nonsense' }],
    ['a hello of another version', { ...HELLO, version: GATEWAY_VERSION - 1 }],
    ['a second hello', HELLO, HELLO],
  ])('ends a connection that sends %s', async (_name, ...messages) => {
    const line = await call();
    for (const message of messages) line.send(message);
    expect(await line.closed).toBe(CLOSE_CODES.protocol);
  });

  it('ends a connection that sends bytes or broken JSON', async () => {
    const one = await call();
    one.socket.send(Buffer.from('{}'));
    expect(await one.closed).toBe(CLOSE_CODES.protocol);
    const two = await call();
    two.socket.send('{');
    expect(await two.closed).toBe(CLOSE_CODES.protocol);
  });

  it('sends a client the file of a picture of its member, and says when there is none', async () => {
    const line = await greetServer();
    const bytes = createFlatPng(7);
    await addTestPicture(ctx, { memberId, name: '鞋.png', bytes });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    line.send({ type: 'picture', sha256 });
    const { bytes: sent } = await line.next('picture');
    expect(Buffer.from(sent ?? '', 'base64')).toEqual(Buffer.from(bytes));
    line.send({ type: 'picture', sha256: 'f'.repeat(64) });
    expect(await line.next('picture')).toMatchObject({ bytes: null });
  });

  it('charges a picture by its size', async () => {
    const bytes = Buffer.alloc(1_000_000, 7);
    await addTestPicture(ctx, { memberId, name: '大.png', bytes });
    const budget = createWorkBudget();
    await served.close();
    served = await serveGateway({ ctx, budget });
    const line = await greetServer();
    const before = budget.getChargedUnits();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    line.send({ type: 'picture', sha256 });
    await line.next('picture');
    expect(budget.getChargedUnits() - before).toBeGreaterThan(bytes.length / 40_000);
  });

  it('sends the template once and leases up to the room that was asked for', async () => {
    const line = await greetServer();
    const batchNo = await submit(5);
    line.send({ type: 'want', localId: 'p1', room: 2 });
    const { leases } = await line.next('lease');
    expect(leases.map((lease) => [lease.batchNo, lease.sequence, lease.data])).toEqual([
      [batchNo, 1, { 货号: '0' }],
      [batchNo, 2, { 货号: '1' }],
    ]);
    line.send({ type: 'want', localId: 'p1', room: 10 });
    expect((await line.next('lease')).leases.map((lease) => lease.sequence)).toEqual([3, 4, 5]);
    const templates = line.heard.filter((message) => message.type === 'template');
    expect(templates).toHaveLength(1);
    expect(templates[0]).toMatchObject({
      key: leases[0]?.templateKey,
      setup: { widthMm: 50, dpi: 203, pitchScale: 99.75, barReduction: 1 },
    });
  });

  it('says what fonts the labels of a batch are drawn with, and again when those have become others', async () => {
    const line = await greetServer();
    await submit(3);
    const listTemplateFonts = () =>
      line.heard.flatMap((item) => (item.type === 'template' ? [item.fonts ?? 'none'] : []));
    await leaseRows(line, 2);
    const setBatchFonts = (set: string) =>
      ctx.db.kysely.updateTable('batch').set({ fonts: set }).execute();
    await setBatchFonts('of later');
    await leaseRows(line, 1);
    expect(listTemplateFonts()).toEqual([getFontsDigest(1), 'of later']);
    await submit(1);
    await setBatchFonts('');
    await leaseRows(line, 1);
    expect(listTemplateFonts().slice(2)).toEqual(['none']);
  });

  it('sends labels with much on them in messages the client takes', async () => {
    const line = await greetServer();
    await submit(64);
    const data = JSON.stringify({ 货号: '字'.repeat(60_000) });
    await ctx.db.kysely.updateTable('detail').set({ data }).execute();
    const leasedRows = await Promise.race([leaseRows(line, 64), line.closed.then(() => [])]);
    const sequences = leasedRows.map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 64 }, (_, i) => i + 1));
  });

  it('sends a template again that the client has forgotten over others', async () => {
    const line = await greetServer();
    const batches = MAX_CACHED_TEMPLATES + 1;
    for (let i = 0; i < batches; i += 1) await submit(2);
    const details = await leaseRows(line, batches * 2);
    const first = details[0]?.templateKey;
    await ctx.db.kysely
      .updateTable('detail')
      .set({ state: 'queued' })
      .where('id', '=', Number(details[0]?.detailId))
      .execute();
    await leaseRows(line, 1);
    const keys = line.heard.flatMap((item) => (item.type === 'template' ? [item.key] : []));
    expect(keys).toHaveLength(batches + 1);
    expect(keys.at(-1)).toBe(first);
  });

  it('leases to a waiting printer as soon as a batch is accepted', async () => {
    const line = await greetServer();
    line.send({ type: 'want', localId: 'p1', room: 8 });
    line.send({ type: 'ping' });
    await line.next('pong');
    await submit(1);
    expect((await line.next('lease')).leases).toHaveLength(1);
  });

  it("stores the name of a client's history, and asks about what it had when a copy without it comes", async () => {
    const line = await greetServer();
    await submit(1);
    line.send({ type: 'want', localId: 'p1', room: 1 });
    await line.next('lease');
    const token = 'of-its-first-one';
    line.send({ type: 'reports', seq: 1, reports: [], token });
    expect(await line.next('ack')).toEqual({ type: 'ack', seq: 1, units: [], token });
    const copy = await call();
    copy.send({ ...HELLO, ledgerSeq: 9, tokens: ['of-another-copy-'] });
    await copy.next('welcome');
    const detail = await ctx.db.kysely.selectFrom('detail').selectAll().executeTakeFirstOrThrow();
    expect(detail.state).toBe('uncertain');
  });

  it('acknowledges reports and shows the end of the batch', async () => {
    const line = await greetServer();
    await submit(1);
    line.send({ type: 'want', localId: 'p1', room: 1 });
    const [lease] = (await line.next('lease')).leases;
    if (!lease) throw new Error('nothing leased');
    const { detailId, attempt } = lease;
    line.send(makeReports([makeReport(lease)], 2));
    expect(await line.next('ack')).toEqual({ type: 'ack', seq: 2, units: [{ detailId, attempt }] });
    const batch = await ctx.db.kysely.selectFrom('batch').selectAll().executeTakeFirstOrThrow();
    expect(batch.state).toBe('done');
  });

  it('replaces an older connection of the same client', async () => {
    const older = await greetServer();
    const newer = await greetServer();
    expect(await older.closed).toBe(CLOSE_CODES.replaced);
    expect(await isOnline()).toBe(true);
    await submit(1);
    newer.send({ type: 'want', localId: 'p1', room: 1 });
    expect((await newer.next('lease')).leases).toHaveLength(1);
  });

  it('leases again on a new connection what was on its way on the old one', async () => {
    const older = await greetServer();
    await submit(1);
    older.send({ type: 'want', localId: 'p1', room: 1 });
    const [first] = (await older.next('lease')).leases;
    older.socket.terminate();
    const newer = await greetServer();
    newer.send({ type: 'want', localId: 'p1', room: 1 });
    const [second] = (await newer.next('lease')).leases;
    expect(second).toEqual({ ...first, fence: (first?.fence ?? 0) + 1 });
  });

  it('turns away a hello that comes after that of a newer connection', async () => {
    const older = await call();
    const newer = await greetServer();
    await submit(1);
    newer.send({ type: 'want', localId: 'p1', room: 1 });
    const [lease] = (await newer.next('lease')).leases;
    // Sent before the label was leased: this hello does not contain it.
    older.send(HELLO);
    expect(await older.closed).toBe(CLOSE_CODES.replaced);
    const detail = await ctx.db.kysely.selectFrom('detail').selectAll().executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ state: 'sending', fence: lease?.fence });
    newer.send({ type: 'ping' });
    await newer.next('pong');
    expect(await isOnline()).toBe(true);
  });

  it('sends a client away whose welcome failed, to come back', async () => {
    const line = await call();
    vi.spyOn(ctx.presence, 'setConnected').mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    line.send(HELLO);
    expect(await line.closed).toBe(1012);
    await greetServer();
    expect(await isOnline()).toBe(true);
  });

  it('sends a client away whose reports were not stored, to tell them again, and not at once', async () => {
    await served.close();
    const stayMs = 400;
    served = await serveGateway({ ctx, timeouts: { stayMs } });
    const calledAt = performance.now();
    const line = await greetServer();
    await submit(1);
    line.send({ type: 'want', localId: 'p1', room: 1 });
    const [lease] = (await line.next('lease')).leases;
    if (!lease) throw new Error('nothing leased');
    const failing = vi.spyOn(ctx.db.kysely, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    line.send(makeReports([makeReport(lease)], 2));
    line.send(makeReports([makeReport(lease)], 3));
    expect(await line.closed).toBe(1012);
    // A client of an earlier release reconnects at once, every time it is disconnected.
    expect(performance.now() - calledAt).toBeGreaterThan(stayMs - 50);
    failing.mockRestore();
    const { detailId, attempt } = lease;
    const back = await call();
    back.send({ ...HELLO, ledgerSeq: 3, held: [{ detailId, attempt }] });
    await back.next('welcome');
    back.send(makeReports([makeReport(lease)], 3));
    expect((await back.next('ack')).units).toEqual([{ detailId, attempt }]);
    const batch = await ctx.db.kysely.selectFrom('batch').selectAll().executeTakeFirstOrThrow();
    expect(batch.state).toBe('done');
  });

  it('lets a connection whose fence was overtaken come back for a new one', async () => {
    const line = await greetServer();
    await ctx.db.kysely
      .updateTable('client')
      .set((eb) => ({ fence: eb('fence', '+', 1) }))
      .where('id', '=', clientId)
      .execute();
    ctx.bus.emit('client-work', { clientId });
    line.send({ type: 'ping' });
    await line.next('pong');
    const moving = setInterval(() => ctx.pass(4000), 50);
    onTestFinished(() => clearInterval(moving));
    expect(await line.closed).toBe(1012);
  });

  it('tells a paused client, and gives it nothing until it is enabled', async () => {
    const line = await greetServer();
    line.send({ type: 'want', localId: 'p1', room: 4 });
    const set = (value: string) =>
      setClientField({
        ctx,
        memberId,
        input: { id: String(clientId), field: 'enabled', value },
      });
    await set('0');
    expect(await line.next('enabled')).toEqual({ type: 'enabled', enabled: false });
    await submit(1);
    line.send({ type: 'ping' });
    await line.next('pong');
    expect(line.heard.some((message) => message.type === 'lease')).toBe(false);
    await set('1');
    expect(await line.next('enabled')).toEqual({ type: 'enabled', enabled: true });
    expect((await line.next('lease')).leases).toHaveLength(1);
  });

  it('passes a cancel request on, once', async () => {
    const line = await greetServer();
    const batchNo = await submit(2);
    line.send({ type: 'want', localId: 'p1', room: 2 });
    const { leases } = await line.next('lease');
    await cancelBatch({ ctx, memberId, batchNo });
    expect((await line.next('cancel')).units).toEqual(
      leases.map(({ detailId, attempt }) => ({ detailId, attempt })),
    );
    ctx.bus.emit('client-work', { clientId });
    line.send({ type: 'ping' });
    await line.next('pong');
    expect(line.heard.filter((message) => message.type === 'cancel')).toHaveLength(1);
  });

  it('asks leased labels back when their time is over', async () => {
    const line = await greetServer();
    await submit(1);
    line.send({ type: 'want', localId: 'p1', room: 1 });
    const [lease] = (await line.next('lease')).leases;
    if (!lease) throw new Error('nothing leased');
    ctx.pass(86_400_000);
    ctx.bus.emit('client-work', { clientId });
    const { detailId, attempt } = lease;
    expect((await line.next('cancel')).units).toEqual([{ detailId, attempt }]);
    const ends = {
      state: 'cancelled',
      evidence: 'none',
      reason: '你取消了',
      at: 'whenever',
    } as const;
    line.send(makeReports([makeReport(lease, ends)], 2));
    await line.next('ack');
    const detail = await ctx.db.kysely.selectFrom('detail').selectAll().executeTakeFirstOrThrow();
    expect(detail).toMatchObject({
      state: 'expired',
      reason: '超过有效期没有发出',
      finished_at: ctx.now(),
    });
  });

  it('tells live pages that printers are away with their client', async () => {
    const line = await greetServer();
    line.send(makeState('p1', 7));
    line.send({ type: 'ping' });
    expect((await line.next('pong')).now).toBe(ctx.now());
    const told = new Promise((resolve) => {
      ctx.bus.on('print', ({ event }) => event.type === 'printer' && resolve(event));
    });
    line.socket.terminate();
    expect(await told).toMatchObject({ state: 'offline', stateText: '客户端不在线', counter: 7 });
  });

  it('sends a revoked client away for good', async () => {
    const line = await greetServer();
    await revokeClient({ ctx, memberId, id: clientId });
    expect(await line.closed).toBe(CLOSE_CODES.revoked);
    expect(await getRefusalStatus(KEY)).toBe(401);
  });

  it('stores what an agent says of a printer and tells live pages', async () => {
    const line = await greetServer();
    const told = new Promise((resolve) => {
      ctx.bus.on('print', ({ event }) => event.type === 'printer' && resolve(event));
    });
    const stateReasons = ['media-empty'];
    line.send(makeState('p1', 41, { state: 'stopped', stateReasons, stateText: '缺纸' }));
    expect(await told).toMatchObject({
      state: 'stopped',
      stateText: '缺纸',
      stateReasons: ['media-empty'],
      counter: 41,
    });
  });

  const FOUND = {
    ...makeFoundPrinter('a'.repeat(16), {
      name: 'Zebra\u202e ZD421',
      model: 'x'.repeat(400),
      state: null,
    }),
    language: 'a language of later',
  };

  it('stores what a client has found, cleaned and cut, and tells live pages', async () => {
    const line = await greetServer();
    const told = new Promise((resolve) => {
      ctx.bus.on('print', ({ event }) => event.type === 'found' && resolve(event));
    });
    line.send({ type: 'found', printers: [FOUND], addresses: [] });
    expect(await told).toEqual({ type: 'found', clientId: String(clientId) });
    const [client] = (await listDiscoveredPrinters({ ctx, memberId })).list;
    expect(client?.printers).toMatchObject([
      { name: 'Zebra ZD421', model: `${'x'.repeat(159)}…`, language: null, dpi: 203 },
    ]);
  });

  it('carries a wish to a client that understands it, and its answer back', async () => {
    const wishes = createDiscoveryRequestRouter();
    ctx.clientRequests = wishes;
    const search = { do: 'search' } as const;
    const older = await greetServer();
    await expect(wishes.send(clientId, search)).rejects.toMatchObject({ code: 409 });
    older.socket.close();
    await older.closed;
    const line = await call();
    line.send({ ...HELLO, features: ['found', 'something of later'] });
    await line.next('welcome');
    const answer = wishes.send(clientId, search);
    const { request, wish } = await line.next('wish');
    expect(wish).toEqual(search);
    const none = { localId: null, language: null, dpi: null };
    line.send({ type: 'wished', request: request + 1, ok: false, text: '别的', ...none });
    line.send({ type: 'wished', request, ok: true, text: '已查找', ...none });
    expect(await answer).toMatchObject({ ok: true, text: '已查找' });
    const lost = wishes.send(clientId, search).catch((error: unknown) => error);
    await line.next('wish');
    line.socket.terminate();
    expect(await lost).toMatchObject({ code: 409 });
  });

  it('hears an answer behind which the client connects again at once', async () => {
    const wishes = createDiscoveryRequestRouter();
    ctx.clientRequests = wishes;
    const line = await call();
    line.send({ ...HELLO, features: ['found'] });
    await line.next('welcome');
    const answer = wishes.send(clientId, { do: 'search' });
    const { request } = await line.next('wish');
    const idle = { state: 'idle', stateReasons: [], stateText: '', counter: null } as const;
    for (let n = 0; n < 20; n += 1) line.send({ type: 'printer', localId: 'p1', ...idle });
    const none = { localId: null, language: null, dpi: null };
    line.send({ type: 'wished', request, ok: true, text: '用上了', ...none });
    line.socket.close();
    expect(await answer).toMatchObject({ ok: true, text: '用上了' });
  });

  it('neither tells of printers nor takes wishes where the client runs on the site', async () => {
    const wishes = createDiscoveryRequestRouter();
    ctx.clientRequests = wishes;
    await ctx.db.kysely
      .updateTable('client')
      .set({ is_virtual: 1 })
      .where('id', '=', clientId)
      .execute();
    const line = await call();
    line.send({ ...HELLO, features: ['found'] });
    await line.next('welcome');
    line.send({ type: 'found', printers: [FOUND], addresses: [] });
    line.send({ type: 'ping' });
    await line.next('pong');
    expect((await listDiscoveredPrinters({ ctx, memberId })).list).toEqual([]);
    await expect(wishes.send(clientId, { do: 'search' })).rejects.toMatchObject({ code: 409 });
  });

  it('sends everybody away to come back later when it closes', async () => {
    const line = await greetServer();
    await served.gateway.close();
    expect(await line.closed).toBe(1001);
  });
});
