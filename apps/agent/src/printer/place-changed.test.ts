import { createConnection } from 'node:net';
import { expect, it } from 'vitest';
import { createPrinters } from '../daemon/printers.ts';
import {
  bytesOf,
  calmTime,
  ends,
  EVENTS,
  lease,
  newLedger,
  PATIENCE_MS,
  printerAt,
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
    const prepared = bytesOf('9');
    const socket = createConnection(other.port, '127.0.0.1');
    if (prepared.ok) socket.end(prepared.bytes);
    await until(() => expect(other.labels()).toBe(1));
    const printers = createPrinters(ledger, () => EVENTS);
    ctx.onTestFinished(printers.stop);
    await printers.apply([printerAt(first.port, COUNTS)]);
    printers.get('p1')?.offer([lease(1)]);
    await until(() => expect(ledger.entries()).toHaveLength(1));
    await printers.apply([printerAt(other.port, COUNTS)]);
    await until(() => expect(ends(ledger)).toHaveLength(1));
    expect(ends(ledger)).toEqual(['1 uncertain none']);
    expect(first.labels()).toBe(0);
  },
  PATIENCE_MS,
);
