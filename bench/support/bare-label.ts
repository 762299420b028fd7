import { mkdtemp, open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startInstantPrinter } from './instant-printer.ts';

const LABELS = 500;
/** About what a label is in the ledger, and on its way to the printer. */
const RECORD = 'x'.repeat(400);
const LABEL = `^XA^FD${'y'.repeat(1500)}^XZ~HS\r\n`;

/**
 * The least a label can take that is on the disk before its first byte, and answered before the next: a record written and
 * synced, the label sent, its answer read. ms each.
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
