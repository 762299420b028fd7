import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createTurnScheduler } from '../budget/turn-scheduler.ts';
import { createWorkBudget, type WorkBudget } from '../budget/work-budget.ts';
import { type Inbox, openSocketInbox } from './inbox.ts';
import { parseFrame, parseClientMessage } from './parse-frame.ts';
import { listLocalIds, makeHello, makeState } from './testing/messages.ts';

const buildStateMessage = (stateText: string): string =>
  JSON.stringify(makeState('p1', 0, { state: 'stopped', stateText }));

it('takes what no database keeps out of the words of a client', () => {
  expect(parseClientMessage(buildStateMessage('缺纸 😀'))).toMatchObject({ stateText: '缺纸 😀' });
  expect(parseClientMessage(buildStateMessage('\0缺纸 😀'.slice(0, 5)))).toMatchObject({
    stateText: '缺纸 \uFFFD',
  });
});

it('is no message when it is none', () => {
  expect(['', '{', '[]', '"\\u0000"', '{"type":"\\u0000"}'].map(parseClientMessage)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

it('takes the fullest hello there may be', () => {
  const held = Array.from({ length: 10_000 }, (_, n) => ({ detailId: String(n + 1), attempt: 1 }));
  const full = makeHello(listLocalIds(50));
  const printers = full.printers.map((printer) => ({
    ...printer,
    name: '{[,"\\'.repeat(8),
    evidence: ['consumed', 'printer-idle', 'counter-moved'],
  }));
  const hello = { ...full, held, printers };
  expect(parseFrame(Buffer.from(JSON.stringify(hello)))).toMatchObject({ type: 'hello', held });
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
        const inbox = openSocketInbox({
          socket,
          memberId: 7,
          budget,
          pause: createTurnScheduler().pause,
          handle: () => Promise.resolve(void (handled += 1)),
          onError: () => {},
          onProtocolError: () => socket.close(),
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
    const budget = createWorkBudget({
      now: () => 0,
      sleep: () => new Promise<void>(() => {}),
      reserve: 0,
    });
    budget.charge(7, 1_000_000);
    const { socket, inbox, handled } = await serve(budget);
    // 12 MB of the smallest messages.
    for (let n = 0; n < 600_000; n += 1) socket.send(PING);
    let largest = 0;
    for (let quiet = 0; quiet < 20; quiet += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (inbox.getQueuedBytes() > largest) {
        largest = inbox.getQueuedBytes();
        quiet = 0;
      }
    }
    // The limit, plus one read of 64 KiB with frames of 21 bytes, which take 143 bytes of memory.
    expect(largest).toBeLessThanOrEqual(64 * 1024 + (64 * 1024 * 143) / 21);
    expect(socket.bufferedAmount).toBeGreaterThan(1_000_000);
    expect(handled()).toBe(0);
  });

  it('is busy while what it has received waits, so that a hello in it is not missed', async () => {
    const { promise: refilled, resolve } = Promise.withResolvers<void>();
    let now = 0;
    const budget = createWorkBudget({ now: () => now, sleep: () => refilled });
    budget.charge(7, 30_000);
    const { socket, inbox, handled } = await serve(budget);
    socket.send(PING);
    await expect.poll(() => budget.getWaits().socket).toBe(1);
    expect([inbox.isBusy(), handled()]).toEqual([true, 0]);
    now = 60_000;
    resolve();
    await expect.poll(handled).toBe(1);
    await inbox.waitUntilIdle();
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
