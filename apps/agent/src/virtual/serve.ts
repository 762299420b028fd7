import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Others wait no longer than this for a silent connection, ms. */
const IDLE_MS = 5 * 60_000;

/** The inside of a printer, in whatever language it speaks. */
export type VirtualPrinter = {
  /** Feeds bytes; `reply` takes the answers to what they ask. */
  receive: (chunk: Buffer, reply: (text: string) => void) => void;
  setPaper: (present: boolean) => void;
  setPaused: (paused: boolean) => void;
  counter: () => number;
};

export type PrinterServer = { port: number; close: () => Promise<void> };

/**
 * Serves a printer on a port. One connection is read at a time, in the order they came, as in a printer with one raw
 * socket; each is closed once the other side has closed and everything of it was read.
 */
export const servePrinter = (
  printer: VirtualPrinter,
  port: number,
  host = '127.0.0.1',
): Promise<PrinterServer> => {
  const queue: Socket[] = [];
  const admit = (): void => {
    const socket = queue[0];
    if (!socket) return;
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) =>
      printer.receive(chunk, (text) => socket.writable && socket.write(text, 'latin1')),
    );
    socket.resume();
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    queue.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const first = queue[0] === socket;
      queue.splice(queue.indexOf(socket), 1);
      if (first) admit();
    });
    if (queue.length === 1) admit();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      // A server listening on a port has an AddressInfo.
      const { port: actual } = server.address() as AddressInfo;
      const close = (): Promise<void> =>
        new Promise((done) => {
          server.close(() => done());
          for (const socket of Array.from(queue)) socket.destroy();
        });
      resolve({ port: actual, close });
    });
  });
};
