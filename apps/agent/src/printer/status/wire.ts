import type { Duplex } from 'node:stream';

/** A socket that speaks and listens until it is lost or closed. */
export type Wire = {
  /** Sends bytes and, right behind them, text. */
  send: (text: string, bytes?: Uint8Array) => void;
  lost: () => boolean;
  close: () => void;
};

/** A printer that leaves its side open must not leave ours open too. */
const LINGER_MS = 500;

export const createWire = (
  socket: Duplex,
  on: { read: (chunk: Uint8Array) => void; lost: () => void },
): Wire => {
  let lost = false;
  // Unread answers would turn our own FIN into a reset that discards what was sent.
  socket.on('data', on.read);
  socket.on('close', () => {
    lost = true;
    on.lost();
  });
  return {
    send: (text, bytes) => {
      if (lost) return;
      socket.cork();
      if (bytes) socket.write(bytes);
      socket.write(text, 'latin1');
      socket.uncork();
    },
    lost: () => lost,
    close: () => {
      lost = true;
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
  };
};
