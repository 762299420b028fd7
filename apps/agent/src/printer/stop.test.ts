import { expect, it, onTestFinished, vi } from 'vitest';
import { getDriver } from './drivers.ts';
import { EVENTS, createLedger, createPrinterSettings } from './testing.ts';
import { createStatuslessPrinterView } from './view.ts';
import type { PrinterView } from './view.ts';
import { startPrinterWorker } from './worker.ts';

it('stops although the clock is set back while a label is under way', async (ctx) => {
  const ledger = await createLedger(ctx);
  const at = '2026-11-21T02:00:00.000Z';
  await ledger.commit([
    { kind: 'intent', detailId: '1', attempt: 1, fence: 1, localId: 'p1', base: 7, at },
  ]);
  const worker = startPrinterWorker(createPrinterSettings(1), ledger, EVENTS);
  let now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now -= 1000));
  onTestFinished(() => clock.mockRestore());
  await worker.stop(100);
  expect(ledger.listEntries()).toHaveLength(1);
});

it('shows nothing more of a printer once it was stopped: another driver has it by then', async (ctx) => {
  const ledger = await createLedger(ctx);
  const shown: PrinterView[] = [];
  const events = { ...EVENTS, onView: (view: PrinterView) => void shown.push(view) };
  const worker = startPrinterWorker(createPrinterSettings(1), ledger, events, {
    ...getDriver(createPrinterSettings(1)),
    run: async (context) => {
      while (!context.isStopping()) await context.signal.wait(1000);
      context.show(createStatuslessPrinterView(false));
    },
  });
  await worker.stop(0);
  expect(shown).toEqual([]);
});
