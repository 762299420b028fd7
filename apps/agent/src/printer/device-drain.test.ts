import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import { noCable, removeCable, openUsbCable } from '../../../../e2e/support/usb-cable.ts';
import { openStream } from './stream.ts';
import {
  pauseTime,
  createLedger,
  PATIENCE_MS,
  sleepFor,
  startTestWorker,
  waitUntil,
} from './testing.ts';

const EVERY_MS = 1000;

/** A device that sends one byte per second, independent of what it receives. */
const mutterAt = async (ctx: TestContext) => {
  if (noCable) ctx.skip(noCable);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timer = setInterval(() => sockets.forEach((socket) => socket.write('x')), EVERY_MS);
  // A listening TCP server has an AddressInfo.
  const { path, pull, plugIn } = await openUsbCable((server.address() as AddressInfo).port);
  ctx.onTestFinished(async () => {
    clearInterval(timer);
    await removeCable({ path, pull, plugIn });
    server.close();
  });
  return { kind: 'device', path } as const;
};

pauseTime();

it(
  'is given up when it does not fall silent, and its page says so',
  async (ctx) => {
    const at = await mutterAt(ctx);
    const ledger = await createLedger(ctx);
    const worker = startTestWorker(ctx, ledger, 0, { at, closeAfter: true });
    await waitUntil(() => expect(worker.view().stateText).toContain('不停地发来没有问过的数据'));
  },
  PATIENCE_MS,
);

it(
  'is not waited for once its driver stops',
  async (ctx) => {
    const at = await mutterAt(ctx);
    let isStopping = false;
    const began = performance.now();
    const opened = openStream(at, false, () => isStopping).then(
      () => 'open',
      () => performance.now() - began,
    );
    await sleepFor(1500);
    isStopping = true;
    expect(await opened).toBeLessThan(3000);
  },
  PATIENCE_MS,
);
