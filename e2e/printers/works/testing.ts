import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';

/** A host on a raw socket that stores all it receives. */
export type Host = {
  socket: Socket;
  heard: () => string;
  send: (text: string) => void;
  /** Waits until the received text matches; rejects when the connection ends first. */
  until: (pattern: RegExp) => Promise<string>;
  closed: Promise<unknown>;
  ended: () => boolean;
};

export const dialPrinter = async (port: number): Promise<Host> => {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wakeWaiting = (): void => {
    for (const look of Array.from(waiting)) look();
  };
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    wakeWaiting();
  });
  const closed = new Promise((resolve) => {
    socket.on('close', () => {
      over = true;
      wakeWaiting();
      resolve(null);
    });
  });
  await once(socket, 'connect');
  return {
    socket,
    heard: () => text,
    send: (bytes) => socket.write(bytes, 'latin1'),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const checkPattern = (): void => {
          if (!pattern.test(text) && !over) return;
          waiting.delete(checkPattern);
          if (pattern.test(text)) resolve(text);
          else reject(new Error(`ended without ${pattern}: ${JSON.stringify(text)}`));
        };
        waiting.add(checkPattern);
        checkPattern();
      }),
    closed,
    ended: () => over,
  };
};

/** Waits until an expectation holds, with a timeout for busy machines. */
export const pollFact = <T>(fact: () => T) => expect.poll(fact, { timeout: 15_000 });
