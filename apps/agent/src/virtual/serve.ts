import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** Timeout of an idle connection while others wait, ms. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

/** A simulated printer of any language. */
export type VirtualPrinter = {
  /** Processes bytes. `sendReply` receives the answers. */
  receive: (chunk: Buffer, sendReply: (text: string) => void) => void;
  setPaper: (present: boolean) => void;
  setPaused: (paused: boolean) => void;
  getCounter: () => number;
};

export type PrinterServer = { port: number; close: () => Promise<void> };

/**
 * Serves a printer on a port. Reads one connection at a time, in order, like a printer with one raw
 * socket. Closes each once the peer has closed it and everything was read.
 */
export const servePrinter = (
  printer: VirtualPrinter,
  port: number,
  host = '127.0.0.1',
): Promise<PrinterServer> => {
  const queue: Socket[] = [];
  const serveNextConnection = (): void => {
    const socket = queue[0];
    if (!socket) return;
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) =>
      printer.receive(chunk, (text) => socket.writable && socket.write(text, 'latin1')),
    );
    socket.resume();
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    queue.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const wasFirst = queue[0] === socket;
      queue.splice(queue.indexOf(socket), 1);
      if (wasFirst) serveNextConnection();
    });
    if (queue.length === 1) serveNextConnection();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      // A server listening on a port has an AddressInfo.
      const { port: actual } = server.address() as AddressInfo;
      const closeServer = (): Promise<void> =>
        new Promise((resolve) => {
          server.close(() => resolve());
          for (const socket of Array.from(queue)) socket.destroy();
        });
      resolve({ port: actual, close: closeServer });
    });
  });
};
