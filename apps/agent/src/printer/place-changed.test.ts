import { expect, it } from 'vitest';
import { createPrinters } from '../daemon/printers.ts';
import {
  prepareBytes,
  calmTime,
  ends,
  EVENTS,
  lease,
  newLedger,
  PATIENCE_MS,
  printerAt,
  sendAside,
  until,
  virtualPrinter,
} from './testing.ts';

calmTime();

const COUNTS = { exclusive: true, wholeCounter: true } as const;

it(
  'takes the counter at another address for no proof of what was started at the one before',
  async (ctx) => {
    const ledger = await newLedger(ctx);
    // It is at its first label for long; the one at the other address has printed one.
    const first = await virtualPrinter(ctx, true, 600_000);
    const other = await virtualPrinter(ctx, true);
    sendAside(other.port, prepareBytes('9'));
    await until(() => expect(other.labels()).toBe(1));
    const printers = createPrinters(ledger, () => EVENTS);
    ctx.onTestFinished(printers.stop);
    await printers.apply([printerAt(first.port, COUNTS)]);
    printers.get('p1')?.offer([lease(1)]);
    // Its bytes are with the printer: before, the label would only go back.
    await until(() => expect(ledger.entries()[0]?.consumed).toBe(true));
    await printers.apply([printerAt(other.port, COUNTS)]);
    await until(() => expect(ends(ledger)).toHaveLength(1));
    expect(ends(ledger)).toEqual(['1 uncertain none']);
    expect(first.labels()).toBe(0);
  },
  PATIENCE_MS,
);
