import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { GATEWAY_PATH, GATEWAY_VERSION, type ServerMessage } from '@yunbiao/contract/gateway';
import { eachDatabase } from '@yunbiao/db/testing';
import { savePrintConfig, sha256, submitBatch } from '@yunbiao/services';
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
} from '@yunbiao/services/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createTurns } from '../turns.ts';
import { createWorkBudget, type WorkBudget } from '../work-budget.ts';
import { costOfMessage } from '../work-costs.ts';
import { attachGateway, type Gateway } from './attach.ts';
import { type Inbox, openInbox } from './inbox.ts';

const BURST = 400;
const PER_SECOND = 100;
/** The dearest message of these tests, beside which a bucket may be overdrawn. */
const LARGEST = 1_500;
/** As many as a free account may print. */
const LABELS = 100;

const printer = (localId: string, counter = 0) => ({
  type: 'printer',
  localId,
  state: 'idle',
  stateReasons: [],
  stateText: '',
  counter,
});
const hello = (printers: number) => ({
  type: 'hello',
  version: GATEWAY_VERSION,
  agentVersion: '0.1.0',
  machineName: '3 号仓',
  system: 'Linux',
  ledgerId: 'ledger-of-the-agent',
  ledgerSeq: 0,
  held: [],
  printers: Array.from({ length: printers }, (_, n) => ({
    localId: `p${n}`,
    name: `${n} 号`,
    language: 'zpl',
    dpi: 203,
    exclusive: false,
    evidence: ['consumed'],
  })),
});
const reports = (count: number) => ({
  type: 'reports',
  seq: 1,
  reports: Array.from({ length: count }, (_, n) => ({
    detailId: String(900_000 + n),
    attempt: 1,
    fence: 1,
    state: 'printed',
    evidence: 'consumed',
    reason: '',
    counterFrom: null,
    counterTo: null,
    at: '2026-11-21T02:00:00.000Z',
  })),
});
const found = (count: number) => ({
  type: 'found',
  addresses: [],
  printers: Array.from({ length: count }, (_, n) => ({
    id: n.toString(16).padStart(16, '0'),
    name: '一'.repeat(400),
    kind: 'tcp',
    where: '192.168.1.50:9100',
    also: [],
    model: '',
    usable: true,
    language: 'zpl',
    dpi: 203,
    state: 'idle',
    stateReasons: [],
    media: [],
    localId: null,
    movedFrom: null,
  })),
});

eachDatabase((open) => {
  let ctx: TestContext;
  let server: Server;
  let gateway: Gateway;
  let budget: WorkBudget;
  let memberId: number;
  let softwareId: number;
  let clientId: number;
  let keys: string[];

  beforeEach(async () => {
    ctx = contextForTest(await open());
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    keys = await Promise.all(
      [0, 1, 2].map(async (n) => {
        const id = await addClient(ctx, memberId, softwareId);
        if (n === 0) clientId = id;
        const key = `a-key-of-the-print-client-012345678${n}`;
        await ctx.db.kysely
          .updateTable('client')
          .set({ key_hash: sha256(key) })
          .where('id', '=', id)
          .execute();
        return key;
      }),
    );
    budget = createWorkBudget({
      now: ctx.now,
      sleep: ctx.sleep,
      burst: BURST,
      perSecond: PER_SECOND,
      reserve: BURST / 4,
    });
    server = createServer();
    gateway = attachGateway({ server, ctx, budget });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return async () => {
      await gateway.close();
      server.closeAllConnections();
      server.close();
    };
  });

  const dial = async (key: string): Promise<WebSocket> => {
    // A listening TCP server has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${GATEWAY_PATH}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  };
  const say = (socket: WebSocket, message: object): void => socket.send(JSON.stringify(message));
  /** Says hello and then all of it; resolves when the server has handled everything. */
  const flood = async (key: string, messages: readonly object[], printers = 1): Promise<void> => {
    const socket = await dial(key);
    const pong = new Promise<void>((resolve, reject) => {
      socket.on('close', (code) => reject(new Error(`cut off: ${code}`)));
      socket.on('message', (data) => String(data).includes('"pong"') && resolve());
    });
    say(socket, hello(printers));
    for (const message of messages) say(socket, message);
    say(socket, { type: 'ping' });
    await pong;
    socket.removeAllListeners('close');
    socket.close();
  };
  const allowed = (passedMs: number): number => BURST + (PER_SECOND * passedMs) / 1_000 + LARGEST;
  const many = (count: number, make: (n: number) => object): object[] =>
    Array.from({ length: count }, (_, n) => make(n));

  it.each([
    ['4,900 wants', many(4_900, () => ({ type: 'want', localId: 'p0', room: 0 })), 4_900],
    ['1,000 questions for the newest program', many(1_000, () => ({ type: 'newest' })), 1_000],
    [
      'states and wants in turn',
      many(600, (n) => (n % 2 ? printer('p0', n) : { type: 'want', localId: 'p0', room: 0 })),
      600,
    ],
    ['reports of 12,500 labels nobody knows', many(25, () => reports(500)), 25_000],
    ['what 60 printers look like, 20 times', many(20, () => found(60)), 1_200],
  ])('slows %s, and cuts nothing off', async (_name, messages, least) => {
    const from = ctx.now();
    await flood(keys[0] ?? '', messages);
    expect(budget.spent()).toBeGreaterThan(least);
    expect(budget.spent()).toBeLessThanOrEqual(allowed(ctx.now() - from));
    expect(budget.waits().socket).toBeGreaterThan(0);
  });

  it('is shared by reconnects and by all clients of the member', async () => {
    const from = ctx.now();
    for (let round = 0; round < 8; round += 1)
      await Promise.all(
        keys.map((key) =>
          flood(
            key,
            many(20, () => ({ type: 'newest' })),
            20,
          ),
        ),
      );
    const atLeast = 24 * (costOfMessage({ ...hello(20), type: 'hello' } as never) + 20);
    expect(budget.spent()).toBeGreaterThan(atLeast);
    expect(budget.spent()).toBeLessThanOrEqual(allowed(ctx.now() - from));
  });

  it('stores the last state of a printer when many wait together', async () => {
    const told: unknown[] = [];
    ctx.bus.on('print', ({ event }) => event.type === 'printer' && told.push(event.counter));
    await flood(
      keys[0] ?? '',
      many(100, (n) => printer('p0', n)),
    );
    expect(told.at(-1)).toBe(99);
    expect(told.length).toBeLessThan(50);
  });

  const submit = async (localId: string): Promise<void> => {
    const templateId = await addTemplate(ctx, softwareId);
    const config = await savePrintConfig({
      ctx,
      memberId,
      input: configInput(clientId, await addPrinter(ctx, clientId, localId)),
    });
    const rows = many(LABELS, (n) => ({ 货号: String(n) })) as Record<string, string>[];
    const input = printInput(config.id, templateId, { rows });
    await submitBatch({ ctx, memberId, softwareId, input });
  };

  it('earns nothing by labels that are leased once more after each reconnect', async () => {
    await submit('p0');
    const from = ctx.now();
    for (let round = 0; round < 10; round += 1) {
      const socket = await dial(keys[0] ?? '');
      const isLeased = Promise.withResolvers<void>();
      const isAnswered = Promise.withResolvers<void>();
      let leased = 0;
      socket.on('message', (data) => {
        // What the server sends is its own format.
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'pong') isAnswered.resolve();
        if (message.type === 'lease' && (leased += message.leases.length) === LABELS)
          isLeased.resolve();
      });
      say(socket, hello(1));
      say(socket, { type: 'want', localId: 'p0', room: LABELS });
      await isLeased.promise;
      for (let n = 0; n < 50; n += 1) say(socket, { type: 'newest' });
      say(socket, { type: 'ping' });
      await isAnswered.promise;
      socket.terminate();
    }
    expect(budget.spent()).toBeGreaterThan(10 * 50 * 6);
    expect(budget.spent()).toBeLessThanOrEqual(allowed(ctx.now() - from) - LARGEST + 100);
  });

  it('earns by the labels it has printed, so that printing never uses it up', async () => {
    await submit('p0');
    const socket = await dial(keys[0] ?? '');
    const done = new Promise<void>((resolve) => {
      let ended = 0;
      socket.on('message', (data) => {
        // What the server sends is its own format.
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'ack' && ended === LABELS) resolve();
        if (message.type === 'ack') say(socket, { type: 'want', localId: 'p0', room: 5 });
        if (message.type !== 'lease') return;
        ended += message.leases.length;
        const list = message.leases.map(({ detailId, attempt, fence }) => ({
          ...reports(1).reports[0],
          detailId,
          attempt,
          fence,
        }));
        say(socket, { type: 'reports', seq: ended, reports: list });
      });
    });
    say(socket, hello(1));
    say(socket, { type: 'want', localId: 'p0', room: 5 });
    await done;
    expect(budget.spent()).toBeGreaterThan(BURST);
    expect(budget.waits()).toEqual({ socket: 0, request: 0 });
  });

  it('lets eight upgrades of a client wait, forgets those whose peer is gone, and keeps eight open', async () => {
    const open = createServer();
    const refilled = Promise.withResolvers<void>();
    let now = 0;
    const waiting = createWorkBudget({ now: () => now, sleep: () => refilled.promise });
    const other = attachGateway({ server: open, ctx, budget: waiting });
    await new Promise<void>((resolve) => open.listen(0, '127.0.0.1', resolve));
    onTestFinished(async () => {
      await other.close();
      open.close();
    });
    // Nothing is left: 2.5 s until there is more than sockets leave, 6 s by their share.
    waiting.charge(memberId, 17_000);
    waiting.charge(memberId, 3_000, 'socket');
    const answers: string[] = [];
    const knock = () => {
      // A listening TCP server has an AddressInfo.
      const socket = connect((open.address() as AddressInfo).port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('data', (data) => answers.push(String(data).slice(9, 12)));
      socket.on('error', () => {});
      socket.write(
        `GET ${GATEWAY_PATH} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${keys[0]}\r\n\r\n`,
      );
      return socket;
    };
    const sockets = Array.from({ length: 8 }, knock);
    await expect.poll(() => waiting.waits().socket).toBe(8);
    knock();
    await expect.poll(() => answers).toEqual(['429']);
    for (const socket of sockets.slice(0, 3)) socket.end();
    // Their places are free again.
    await expect.poll(() => answers.length).toBe(4);
    for (let n = 0; n < 3; n += 1) knock();
    await expect.poll(() => waiting.waits().socket).toBe(11);
    now = 60_000;
    refilled.resolve();
    await expect.poll(() => answers.filter((status) => status === '101')).toHaveLength(8);
  });

  it('keeps eight connections of one client, the newest', async () => {
    const sockets: WebSocket[] = [];
    for (let n = 0; n < 10; n += 1) sockets.push(await dial(keys[0] ?? ''));
    const areOpen = () => sockets.map(({ readyState }) => readyState === WebSocket.OPEN);
    await expect
      .poll(areOpen)
      .toEqual([false, false, true, true, true, true, true, true, true, true]);
  });
});

describe('an inbox', () => {
  const serve = async (budget: WorkBudget) => {
    const sockets = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      allowSynchronousEvents: false,
    });
    onTestFinished(() => sockets.close());
    let handled = 0;
    const opened = new Promise<Inbox>((resolve) => {
      sockets.on('connection', (socket) => {
        const inbox = openInbox({
          socket,
          memberId: 7,
          budget,
          pause: createTurns().pause,
          handle: () => Promise.resolve(void (handled += 1)),
          onError: () => {},
          onProtocol: () => socket.close(),
        });
        onTestFinished(() => inbox.close());
        resolve(inbox);
      });
    });
    await once(sockets, 'listening');
    const { port } = sockets.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return { socket, inbox: await opened, handled: () => handled };
  };
  const PING = JSON.stringify({ type: 'ping' });

  it('holds what one read brings at most while its member is over the budget', async () => {
    const budget = createWorkBudget({ sleep: () => new Promise<void>(() => {}), reserve: 0 });
    budget.charge(7, 1_000_000);
    const { socket, inbox, handled } = await serve(budget);
    // 12 MB of the smallest messages.
    for (let n = 0; n < 600_000; n += 1) socket.send(PING);
    let largest = 0;
    for (let quiet = 0; quiet < 20; quiet += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (inbox.queuedBytes() > largest) {
        largest = inbox.queuedBytes();
        quiet = 0;
      }
    }
    // The limit, and what one read of 64 KiB brings in frames of 21 bytes, 143 in memory.
    expect(largest).toBeLessThanOrEqual(64 * 1024 + (64 * 1024 * 143) / 21);
    expect(socket.bufferedAmount).toBeGreaterThan(1_000_000);
    expect(handled()).toBe(0);
  });

  it('is busy while what it has received waits, so that a hello in it is not missed', async () => {
    const { promise: refilled, resolve: refill } = Promise.withResolvers<void>();
    let now = 0;
    const budget = createWorkBudget({ now: () => now, sleep: () => refilled });
    budget.charge(7, 30_000);
    const { socket, inbox, handled } = await serve(budget);
    socket.send(PING);
    await expect.poll(() => budget.waits().socket).toBe(1);
    expect([inbox.isBusy(), handled()]).toEqual([true, 0]);
    now = 60_000;
    refill();
    await expect.poll(handled).toBe(1);
    await inbox.idle();
    expect(inbox.isBusy()).toBe(false);
  });

  it('gives others a turn between two messages', async () => {
    const { socket, handled } = await serve(createWorkBudget());
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    for (let n = 0; n < 2_000; n += 1) socket.send(PING);
    count();
    await expect.poll(handled).toBe(2_000);
    isOver = true;
    expect(turns).toBeGreaterThan(1_000);
  });

  it.each([
    ['150,000 keys', `{"type":"ping",${'"a":1,'.repeat(150_000)}"b":1}`],
    ['keys in a list', `{"type":"ping","a":[{${'"a":"\\",",'.repeat(1_000)}"b":1}]}`],
    ['a list of 200,000 numbers', `{"type":"ping","a":[${'1,'.repeat(200_000)}1]}`],
    ['brackets in brackets', `{"type":"ping","a":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
  ])('takes %s for no message, without parsing them', async (_name, text) => {
    const { socket, handled } = await serve(createWorkBudget());
    socket.send(text);
    await once(socket, 'close');
    expect(handled()).toBe(0);
  });
});
