import { mkdtemp, open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstantPrinter } from './instant-printer.ts';

const LABELS = 500;
/** Approximate size of a label in the ledger and on the wire. */
const RECORD = 'x'.repeat(400);
const LABEL = `^XA^FD${'y'.repeat(1500)}^XZ~HS\r\n`;

/**
 * Lower bound for a label that is on disk before its first byte and acknowledged before the next:
 * write and sync a record, send the label, read the answer. ms per label.
 */
export const measureBareLabel = async (): Promise<number> => {
  const printer = await startInstantPrinter();
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-bare-'));
  const file = await open(join(folder, 'ledger.log'), 'a');
  const socket = connect({ port: printer.port, host: '127.0.0.1', noDelay: true });
  try {
    await once(socket, 'connect');
    const started = performance.now();
    for (let n = 0; n < LABELS; n += 1) {
      await file.write(RECORD);
      await file.datasync();
      socket.write(LABEL);
      await once(socket, 'data');
    }
    return (performance.now() - started) / LABELS;
  } finally {
    socket.destroy();
    printer.close();
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
};
