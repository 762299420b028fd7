import { describe, expect, it } from 'vitest';
import { createIncomingDataBucket, UNASKED_UNITS } from './token-bucket.ts';
import {
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  startRawPrinter,
  startTestWorker,
  waitUntil,
  startVirtualPrinter,
} from './testing.ts';
import { startPrinterWorker } from './worker.ts';

const READY = ['030,0,0,0320,000,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000000,1,000', '1234,0']
  .map((line) => `\u0002${line}\u0003\r\n`)
  .join('');

it('lets a printer say what it is asked, as often as it ever is, for as long as that lasts', () => {
  let now = 0;
  const flow = createIncomingDataBucket(() => now);
  // A status and a counter every 20 ms for several minutes. Every fifth answer comes twice.
  for (let n = 0; n < 20_000; n += 1) {
    now += 20;
    expect(flow.tryConsume(READY.length + 12)).toBe(true);
    if (n % 5 === 0) expect(flow.tryConsume(UNASKED_UNITS)).toBe(true);
  }
});

it('lets a printer answer about as many labels as it prints', () => {
  const flow = createIncomingDataBucket(() => 0);
  // A status and a counter, both twice.
  for (let n = 0; n < 5000; n += 1) {
    flow.recordLabel();
    for (let answer = 0; answer < 2; answer += 1)
      expect(flow.tryConsume(READY.length + 12)).toBe(true);
  }
});

it('gains no more than one burst by labels that are not answered', () => {
  const flow = createIncomingDataBucket(() => 0);
  for (let n = 0; n < 5000; n += 1) flow.recordLabel();
  let taken = 0;
  while (flow.tryConsume(READY.length)) taken += READY.length;
  expect(taken).toBeLessThanOrEqual(32 * 1024);
});

pauseTime();

describe('a client of several printers', { timeout: PATIENCE_MS }, () => {
  it('leaves one alone that sends without end, says so, and prints on the others', async (ctx) => {
    let connections = 0;
    let bytes = 0;
    const port = await startRawPrinter(ctx, (socket) => {
      connections += 1;
      const floodSocket = (): void => {
        for (let goesOn = !socket.destroyed; goesOn && bytes < 2 ** 28;) {
          bytes += READY.length * 64;
          goesOn = socket.write(READY.repeat(64));
        }
      };
      socket.removeAllListeners('data').resume();
      socket.on('drain', floodSocket);
      floodSocket();
    });
    const worker = startPrinterWorker(createPrinterSettings(port), await createLedger(ctx), EVENTS);
    ctx.onTestFinished(() => worker.stop(0));
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(worker.view().stateText).toContain('不停地发来'));
    const ledger = await createLedger(ctx);
    const healthy = await startVirtualPrinter(ctx, false, 150);
    startTestWorker(ctx, ledger, healthy.port).offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed printer-idle']));
    // At first one connection every five seconds, then fewer.
    expect(connections).toBeLessThan(6);
    expect(worker.view().state).toBe('stopped');
  });
});
