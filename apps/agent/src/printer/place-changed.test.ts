import { expect, it } from 'vitest';
import { createPrinterWorkers } from '../daemon/printers.ts';
import {
  prepareBytes,
  pauseTime,
  listEnds,
  EVENTS,
  createLease,
  createLedger,
  PATIENCE_MS,
  createPrinterSettings,
  sendAside,
  waitUntil,
  startVirtualPrinter,
} from './testing.ts';

pauseTime();

const COUNTS = { exclusive: true, wholeCounter: true } as const;

it(
  'takes the counter at another address for no proof of what was started at the one before',
  async (ctx) => {
    const ledger = await createLedger(ctx);
    // The first printer is busy with its first label throughout the test. The printer at the other
    // address has printed one label.
    const first = await startVirtualPrinter(ctx, true, 600_000);
    const other = await startVirtualPrinter(ctx, true);
    sendAside(other.port, prepareBytes('9'));
    await waitUntil(() => expect(other.labels()).toBe(1));
    const printers = createPrinterWorkers(ledger, () => EVENTS);
    ctx.onTestFinished(printers.stop);
    await printers.applySettings([createPrinterSettings(first.port, COUNTS)]);
    printers.find('p1')?.offer([createLease(1)]);
    // Wait until the printer has the bytes: before that the label would only be returned.
    await waitUntil(() => expect(ledger.listEntries()[0]?.consumed).toBe(true));
    await printers.applySettings([createPrinterSettings(other.port, COUNTS)]);
    await waitUntil(() => expect(listEnds(ledger)).toHaveLength(1));
    expect(listEnds(ledger)).toEqual(['1 uncertain none']);
    expect(first.labels()).toBe(0);
  },
  PATIENCE_MS,
);
