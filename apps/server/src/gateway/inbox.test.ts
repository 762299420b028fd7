import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createTurns } from '../turns.ts';
import { createWorkBudget, type WorkBudget } from '../work-budget.ts';
import { type Inbox, openInbox, readFrame, readMessage } from './inbox.ts';
import { listLocalIds, makeHello, makeState } from './testing/messages.ts';

const said = (stateText: string): string =>
  JSON.stringify(makeState('p1', 0, { state: 'stopped', stateText }));

it('takes what no database keeps out of the words of a client', () => {
  expect(readMessage(said('缺纸 😀'))).toMatchObject({ stateText: '缺纸 😀' });
  expect(readMessage(said('\0缺纸 😀'.slice(0, 5)))).toMatchObject({ stateText: '缺纸 \uFFFD' });
});

it('is no message when it is none', () => {
  expect(['', '{', '[]', '"\\u0000"', '{"type":"\\u0000"}'].map(readMessage)).toEqual(
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
  expect(readFrame(Buffer.from(JSON.stringify(hello)))).toMatchObject({ type: 'hello', held });
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
