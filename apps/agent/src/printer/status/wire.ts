import type { Duplex } from 'node:stream';
import { createFlow, UNASKED_UNITS } from '../flow.ts';

/** A socket that speaks and listens until it is lost or closed. */
export type Wire = {
  /** Sends a label, if there is one, and text right behind it. */
  send: (text: string, label?: Uint8Array) => void;
  /** An answer came that was not asked for. */
  overhear: () => void;
  lost: () => boolean;
  /** It was given up because the printer sent more than anything asked for. */
  flooded: () => boolean;
  close: () => void;
};

/** So much of a chunk is read at a time: what is beyond the limit is not looked at. */
const SLICE_BYTES = 256;
/** A printer that leaves its side open must not leave ours open too. */
const LINGER_MS = 500;

export const createWire = (
  socket: Duplex,
  on: { read: (chunk: Uint8Array) => void; lost: () => void },
): Wire => {
  let lost = false;
  let flooded = false;
  const flow = createFlow();
  const spend = (units: number): void => {
    if (lost || flow.take(units)) return;
    flooded = lost = true;
    socket.destroy();
  };
  const read = (chunk: Uint8Array): void => {
    for (let from = 0; from < chunk.length && !lost; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      spend(slice.length);
      if (!lost) on.read(slice);
    }
  };
  // Unread answers would turn our own FIN into a reset that discards what was sent.
  socket.on('data', read);
  socket.on('close', () => {
    lost = true;
    on.lost();
  });
  return {
    send: (text, label) => {
      if (lost) return;
      socket.cork();
      if (label) {
        flow.noteLabel();
        socket.write(label);
      }
      socket.write(text, 'latin1');
      socket.uncork();
    },
    overhear: () => spend(UNASKED_UNITS),
    lost: () => lost,
    flooded: () => flooded,
    close: () => {
      lost = true;
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
  };
};
