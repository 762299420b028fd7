import { once } from 'node:events';
import { connect } from 'node:net';
import { type Report, GATEWAY_PATH, type ServerMessage } from '@yunbiao/contract/gateway/gateway';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { resolveDetail, savePrintConfig, submitBatch } from '@yunbiao/services';
import {
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  createPrintInput,
  type TestContext,
} from '@yunbiao/services/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { createWorkBudget, type WorkBudget } from '../budget/work-budget.ts';
import { computeMessageCost } from '../budget/work-costs.ts';
import {
  listLocalIds,
  makeFound,
  makeHello,
  makeReport,
  makeReports,
  makeState,
  makeUnknownReports,
} from './testing/messages.ts';
import { addKeyedClient, type Served, serveGateway } from './testing/served.ts';

const BURST = 400;
const PER_SECOND = 100;
/** The most expensive message of these tests: a bucket may be overdrawn by that much. */
const LARGEST = 1_500;
/** The number of labels a free account may print. */
const LABELS = 100;

describeEachDatabase((open) => {
  let ctx: TestContext;
  let served: Served;
  let budget: WorkBudget;
  let memberId: number;
  let softwareId: number;
  let clientId: number;
  let keys: string[];

  beforeEach(async () => {
    ctx = createTestContext(await open());
    softwareId = await addSoftware(ctx, 'yunbiao');
    memberId = (await addMember(ctx, 'owner')).id;
    keys = [0, 1, 2].map((n) => `a-key-of-the-print-client-012345678${n}`);
    [clientId = 0] = await Promise.all(
      keys.map((key) => addKeyedClient(ctx, { memberId, softwareId, key })),
    );
    budget = createWorkBudget({
      now: ctx.now,
      sleep: ctx.sleep,
      burst: BURST,
      perSecond: PER_SECOND,
      reserve: BURST / 4,
    });
    served = await serveGateway({ ctx, budget });
    return () => served.close();
  });

  const dialGateway = async (key: string): Promise<WebSocket> => {
    const socket = served.dial(key);
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  };
  const sendMessage = (socket: WebSocket, message: object): void =>
    socket.send(JSON.stringify(message));
  /** Sends the hello and all messages; resolves when the server has handled everything. */
  const sendFlood = async (
    key: string,
    messages: readonly object[],
    printers = 1,
  ): Promise<void> => {
    const socket = await dialGateway(key);
    const pong = new Promise<void>((resolve, reject) => {
      socket.on('close', (code) => reject(new Error(`cut off: ${code}`)));
      socket.on('message', (data) => String(data).includes('"pong"') && resolve());
    });
    sendMessage(socket, makeHello(listLocalIds(printers)));
    for (const message of messages) sendMessage(socket, message);
    sendMessage(socket, { type: 'ping' });
    await pong;
    socket.removeAllListeners('close');
    socket.close();
  };
  const computeAllowedUnits = (passedMs: number): number =>
    BURST + (PER_SECOND * passedMs) / 1_000 + LARGEST;
  const createMessages = (count: number, make: (n: number) => object): object[] =>
    Array.from({ length: count }, (_, n) => make(n));

  it.each([
    ['4,900 wants', createMessages(4_900, () => ({ type: 'want', localId: 'p0', room: 0 })), 4_900],
    [
      '1,000 questions for the newest program',
      createMessages(1_000, () => ({ type: 'newest' })),
      1_000,
    ],
    [
      'states and wants in turn',
      createMessages(600, (n) =>
        n % 2 ? makeState('p0', n) : { type: 'want', localId: 'p0', room: 0 },
      ),
      600,
    ],
    [
      'reports of 12,500 labels nobody knows',
      createMessages(25, () => makeUnknownReports(500)),
      25_000,
    ],
    ['what 60 printers look like, 20 times', createMessages(20, () => makeFound(60)), 1_200],
  ])('slows %s, and cuts nothing off', async (_name, messages, min) => {
    const from = ctx.now();
    await sendFlood(keys[0] ?? '', messages);
    expect(budget.getChargedUnits()).toBeGreaterThan(min);
    expect(budget.getChargedUnits()).toBeLessThanOrEqual(computeAllowedUnits(ctx.now() - from));
    expect(budget.getWaits().socket).toBeGreaterThan(0);
  });

  it('is shared by reconnects and by all clients of the member', async () => {
    const from = ctx.now();
    for (let round = 0; round < 8; round += 1)
      await Promise.all(
        keys.map((key) =>
          sendFlood(
            key,
            createMessages(20, () => ({ type: 'newest' })),
            20,
          ),
        ),
      );
    const atLeast = 24 * (computeMessageCost(makeHello(listLocalIds(20))) + 20);
    expect(budget.getChargedUnits()).toBeGreaterThan(atLeast);
    expect(budget.getChargedUnits()).toBeLessThanOrEqual(computeAllowedUnits(ctx.now() - from));
  });

  it('stores the last state of a printer when many wait together', async () => {
    const counters: unknown[] = [];
    ctx.bus.on('print', ({ event }) => event.type === 'printer' && counters.push(event.counter));
    const socket = await dialGateway(keys[0] ?? '');
    const { admit } = budget;
    const received = Promise.withResolvers<void>();
    budget.admit = async (options) => {
      await received.promise;
      return admit(options);
    };
    sendMessage(socket, makeHello(listLocalIds(1)));
    for (let n = 0; n < 100; n += 1) sendMessage(socket, makeState('p0', n));
    // Answered by the server's socket in order, so all states have arrived before.
    socket.ping();
    await once(socket, 'pong');
    received.resolve();
    await expect.poll(() => counters.at(-1)).toBe(99);
    expect(counters).toEqual([99]);
  });

  const submit = async (localId: string): Promise<void> => {
    const templateId = await addTemplate(ctx, softwareId);
    const config = await savePrintConfig({
      ctx,
      memberId,
      input: createConfigInput(clientId, await addPrinter(ctx, clientId, localId)),
    });
    const rows = createMessages(LABELS, (n) => ({ 货号: String(n) })) as Record<string, string>[];
    const input = createPrintInput(config.id, templateId, { rows });
    await submitBatch({ ctx, memberId, softwareId, input });
  };

  it('earns nothing by labels that are leased again after each reconnect', async () => {
    await submit('p0');
    const from = ctx.now();
    for (let round = 0; round < 10; round += 1) {
      const socket = await dialGateway(keys[0] ?? '');
      const isLeased = Promise.withResolvers<void>();
      const isAnswered = Promise.withResolvers<void>();
      let leased = 0;
      socket.on('message', (data) => {
        // The server's own message format.
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'pong') isAnswered.resolve();
        if (message.type === 'lease' && (leased += message.leases.length) === LABELS)
          isLeased.resolve();
      });
      sendMessage(socket, makeHello(['p0']));
      sendMessage(socket, { type: 'want', localId: 'p0', room: LABELS });
      await isLeased.promise;
      for (let n = 0; n < 50; n += 1) sendMessage(socket, { type: 'newest' });
      sendMessage(socket, { type: 'ping' });
      await isAnswered.promise;
      socket.terminate();
    }
    expect(budget.getChargedUnits()).toBeGreaterThan(10 * 50 * 6);
    expect(budget.getChargedUnits()).toBeLessThanOrEqual(
      computeAllowedUnits(ctx.now() - from) - LARGEST + 100,
    );
  });

  /** Leases all labels, five at a time, and reports how they ended. */
  const printAll = async (ends: Partial<Report>): Promise<void> => {
    const socket = await dialGateway(keys[0] ?? '');
    const done = new Promise<void>((resolve) => {
      let ended = 0;
      socket.on('message', (data) => {
        // The server's own message format.
        const message = JSON.parse(String(data)) as ServerMessage;
        if (message.type === 'ack' && ended === LABELS) resolve();
        if (message.type === 'ack') sendMessage(socket, { type: 'want', localId: 'p0', room: 5 });
        if (message.type !== 'lease') return;
        ended += message.leases.length;
        const list = message.leases.map((lease) => makeReport(lease, ends));
        sendMessage(socket, makeReports(list, ended));
      });
    });
    sendMessage(socket, makeHello(['p0']));
    sendMessage(socket, { type: 'want', localId: 'p0', room: 5 });
    await done;
    socket.close();
  };
  const sendAllAgain = async (): Promise<void> => {
    const rows = await ctx.db.kysely.selectFrom('detail').select('id').execute();
    for (const { id } of rows)
      await resolveDetail({ ctx, memberId, input: { id: String(id), action: 'reprint' } });
  };

  const PRINTED = { state: 'printed', evidence: 'printer-idle' } as const;

  it.each([
    ['printed', []],
    ['uncertain, and sent again', ['uncertain']],
    ['failed, and sent again', ['failed']],
    ['cancelled at the printer, and sent again', ['cancelled']],
    ['uncertain twice, and sent again', ['uncertain', 'uncertain']],
  ] as const)('is not used up by labels that are %s', async (_name, before) => {
    await submit('p0');
    for (const state of before) {
      await printAll({ state, evidence: 'none' });
      await sendAllAgain();
    }
    await printAll(PRINTED);
    expect(budget.getChargedUnits()).toBeGreaterThan(BURST * (before.length + 1));
    expect(budget.getWaits()).toEqual({ socket: 0, request: 0 });
  });

  it('lets eight upgrades of a client wait, forgets those whose peer is gone, and keeps eight open', async () => {
    const refilled = Promise.withResolvers<void>();
    let now = 0;
    const waiting = createWorkBudget({ now: () => now, sleep: () => refilled.promise });
    const other = await serveGateway({ ctx, budget: waiting });
    onTestFinished(other.close);
    // The bucket is empty: 2.5 s until it holds more than sockets must leave, 6 s until their own
    // share allows a request.
    waiting.charge(memberId, 17_000);
    waiting.charge(memberId, 3_000, 'socket');
    const answers: string[] = [];
    const openRawConnection = () => {
      const socket = connect(other.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.on('data', (data) => answers.push(String(data).slice(9, 12)));
      socket.on('error', () => {});
      socket.write(
        `GET ${GATEWAY_PATH} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: Bearer ${keys[0]}\r\n\r\n`,
      );
      return socket;
    };
    const sockets = Array.from({ length: 8 }, openRawConnection);
    await expect.poll(() => waiting.getWaits().socket).toBe(8);
    openRawConnection();
    await expect.poll(() => answers).toEqual(['429']);
    for (const socket of sockets.slice(0, 3)) socket.end();
    // Their slots are free again.
    await expect.poll(() => answers.length).toBe(4);
    for (let n = 0; n < 3; n += 1) openRawConnection();
    await expect.poll(() => waiting.getWaits().socket).toBe(11);
    now = 60_000;
    refilled.resolve();
    await expect.poll(() => answers.filter((status) => status === '101')).toHaveLength(8);
  });

  it('keeps eight connections of one client, the newest', async () => {
    const sockets: WebSocket[] = [];
    for (let n = 0; n < 10; n += 1) sockets.push(await dialGateway(keys[0] ?? ''));
    const areOpen = () => sockets.map(({ readyState }) => readyState === WebSocket.OPEN);
    await expect
      .poll(areOpen)
      .toEqual([false, false, true, true, true, true, true, true, true, true]);
  });
});
