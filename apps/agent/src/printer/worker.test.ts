import { describe, expect, it } from 'vitest';
import { servePrinter } from '../virtual/serve.ts';
import {
  prepareBytes,
  pauseTime,
  listEnds,
  createLease,
  createLedger,
  PATIENCE_MS,
  startTestWorker,
  waitUntil,
  startVirtualPrinter,
} from './testing.ts';

pauseTime();

describe.concurrent('a worker', { timeout: PATIENCE_MS }, () => {
  it('does not start a label that is leased to it a second time', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1)]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed counter-moved']));
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 printed counter-moved', '2 printed counter-moved']),
    );
    expect(labels()).toBe(2);
  });

  it('refuses a label that cannot be drawn before the printer sees a byte', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(ctx, ledger, port, {}, (item) =>
      item.data['n'] === '1' ? { ok: false, reason: '条码放不下' } : prepareBytes('2'),
    );
    worker.offer([createLease(1), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 failed none', '2 printed counter-moved']),
    );
    expect(ledger.listEntries()[0]?.final?.reason).toBe('条码放不下');
    expect(labels()).toBe(1);
  });

  it('does not start a label after its time', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(ctx, ledger, port);
    worker.offer([createLease(1, { expiresAt: Date.now() - 1 }), createLease(2)]);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 cancelled none', '2 printed counter-moved']),
    );
    expect(labels()).toBe(1);
  });

  it('cancels what waits, and starts nothing while paused', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port, labels } = await startVirtualPrinter(ctx, true);
    const worker = startTestWorker(ctx, ledger, port);
    worker.setEnabled(false);
    worker.offer([createLease(1), createLease(2)]);
    worker.cancel([
      { detailId: '1', attempt: 1 },
      { detailId: '9', attempt: 1 },
    ]);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 cancelled none']));
    expect(worker.listWaiting()).toEqual([{ detailId: '2', attempt: 1 }]);
    expect(labels()).toBe(0);
    worker.setEnabled(true);
    await waitUntil(() =>
      expect(listEnds(ledger)).toEqual(['1 cancelled none', '2 printed counter-moved']),
    );
  });

  it('leaves labels waiting while the printer cannot be reached, and prints them when it can', async (ctx) => {
    const ledger = await createLedger(ctx);
    const { port: free, printer } = await startVirtualPrinter(ctx, true);
    const closed = await servePrinter(printer, 0);
    await closed.close();
    const worker = startTestWorker(ctx, ledger, closed.port);
    worker.offer([createLease(1)]);
    await waitUntil(() =>
      expect(worker.view()).toMatchObject({
        stateText: expect.stringContaining(`连不上打印机 127.0.0.1:${closed.port}`),
        stateReasons: ['connecting-to-device'],
      }),
    );
    expect(ledger.listEntries()).toEqual([]);
    expect(free).not.toBe(closed.port);
    const back = await servePrinter(printer, closed.port);
    ctx.onTestFinished(back.close);
    await waitUntil(() => expect(listEnds(ledger)).toEqual(['1 printed counter-moved']));
  });
});
