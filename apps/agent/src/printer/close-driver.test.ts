import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { TestContext } from 'vitest';
import type { Ledger } from '../ledger/ledger.ts';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startRawPrinter,
  sleepFor,
  startTestWorker,
  waitUntil,
} from './testing.ts';
import { startPrinterWorker } from './worker.ts';

/** Committing an intent takes 100 ms: an immediate reaction of the printer arrives first. */
const slowDisk = (ledger: Ledger): Ledger => ({
  ...ledger,
  commit: (changes) => sleepFor(100).then(() => ledger.commit(changes)),
});
const listenForConnection = async (
  ctx: TestContext,
  met: (socket: Socket) => void,
): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    met(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ctx.onTestFinished(() => void server.close());
  // A listening TCP server has an AddressInfo.
  return (server.address() as AddressInfo).port;
};
const cutConnection = (socket: Socket): unknown => socket.resetAndDestroy();
const hangUp = (socket: Socket): unknown => socket.end();

pauseTime();

describe.concurrent('a worker of a printer that only closes', { timeout: PATIENCE_MS }, () => {
  it('reports what only closes after the data as sent, one connection a label', async (ctx) => {
    const ledger = await createLedger(ctx);
    const connections = new Set<Socket>();
    const port = await startRawPrinter(ctx, (socket) => connections.add(socket));
    const worker = startTestWorker(ctx, ledger, port, { closeAfter: true });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed', '2 sent consumed']));
    expect(connections.size).toBe(2);
  });

  it('has a closing printer forget half a label before it sends the next one', async (ctx) => {
    const ledger = await createLedger(ctx);
    const heard: string[] = [];
    const port = await startRawPrinter(ctx, (socket, text) => {
      heard.push(text);
      // Closed within the graphic of the first label: a printer that continues there would read the
      // second label as dots.
      if (heard.length === 1) socket.resetAndDestroy();
    });
    const worker = startTestWorker(ctx, ledger, port, { closeAfter: true });
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 uncertain none', '2 sent consumed']),
    );
    expect(heard.map((text) => text.slice(0, 8))).toEqual(['~JX\r\n^XA', '~JX\r\n^XA']);
  });

  it.for([['cut it off', cutConnection] as const, ['hung up', hangUp] as const])(
    'goes on after a closing printer has %s before the label',
    async ([, leave], ctx) => {
      const ledger = await createLedger(ctx);
      const heard: string[] = [];
      let connections = 0;
      const port = await listenForConnection(ctx, (socket) => {
        connections += 1;
        // The first connection only checks that the printer is reachable.
        if (connections === 2) setTimeout(() => leave(socket), 20);
        socket.on('data', (bytes: Buffer) => heard.push(String(bytes)));
      });
      const worker = startTestWorker(ctx, slowDisk(ledger), port, { closeAfter: true });
      await waitUntil(() => expect(connections).toBe(1));
      worker.offer([createLease(1), createLease(2)]);
      await waitUntil(() =>
        expect(listEnds(ledger)).toEqual(['1 sending none', '2 sent consumed']),
      );
      expect(heard).toHaveLength(1);
    },
  );

  it('waits ever longer for a closing printer that turns everybody away, and says so', async (ctx) => {
    const ledger = await createLedger(ctx);
    let connections = 0;
    const port = await listenForConnection(ctx, (socket) => {
      connections += 1;
      if (connections > 1) setTimeout(() => cutConnection(socket), 1);
    });
    const worker = startTestWorker(ctx, slowDisk(ledger), port, { closeAfter: true });
    await waitUntil(() => expect(connections).toBe(1));
    worker.offer(Array.from({ length: 100 }, (_, n) => createLease(n + 1)));
    await waitUntil(() => expect(worker.view().stateText).toContain('打印机断开了连接'));
    await sleepFor(2_000);
    expect(listEnds(ledger).length).toBeLessThan(9);
    expect(listEnds(ledger).every((end) => end.endsWith('sending none'))).toBe(true);
  });

  it('connects again for a label that was covered later than a printer waits in silence', async (ctx) => {
    const ledger = await createLedger(ctx);
    let heard = '';
    let connections = 0;
    const port = await listenForConnection(ctx, (socket) => {
      connections += 1;
      const timer = setTimeout(() => socket.end(), 2000);
      socket.on('data', (bytes: Buffer) => {
        clearTimeout(timer);
        heard += String(bytes);
      });
    });
    const waitForCover = (): Promise<boolean> => sleepFor(3000).then(() => true);
    const worker = startPrinterWorker(createPrinterSettings(port, { closeAfter: true }), ledger, {
      ...EVENTS,
      waitUntilStored: waitForCover,
    });
    ctx.onTestFinished(() => worker.stop(0));
    await waitUntil(() => expect(connections).toBe(1));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sent consumed']));
    expect(heard.match(/\^XZ/g)).toHaveLength(1);
    expect(connections).toBe(3);
  });

  it('gives a covered label back when the printer is gone by then', async (ctx) => {
    const ledger = await createLedger(ctx);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let isAsked = false;
    const waitForCover = (): Promise<boolean> => {
      isAsked = true;
      return sleepFor(3000).then(() => true);
    };
    // A listening TCP server has an AddressInfo.
    const { port } = server.address() as AddressInfo;
    const worker = startPrinterWorker(createPrinterSettings(port, { closeAfter: true }), ledger, {
      ...EVENTS,
      waitUntilStored: waitForCover,
    });
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(isAsked).toBe(true));
    await sleepFor(1500);
    server.close();
    for (const socket of sockets) socket.destroy();
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 sending none']));
    await waitUntil(() =>
      expect(worker.view().stateText).toContain('它没有接：看看打印机开机没有，地址和端口对不对'),
    );
  });

  it('takes an early end of a closing printer for no proof', async (ctx) => {
    const ledger = await createLedger(ctx);
    const port = await startRawPrinter(ctx, (socket) => socket.resetAndDestroy());
    const worker = startTestWorker(ctx, ledger, port, { closeAfter: true });
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 uncertain none']));
  });
});
