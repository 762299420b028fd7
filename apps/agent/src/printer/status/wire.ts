import type { Duplex } from 'node:stream';
import { createIncomingDataBucket, UNASKED_UNITS } from '../token-bucket.ts';

/** A socket to a printer that sends and reads until it is lost or closed. */
export type Wire = {
  /** Sends a label, if given, immediately followed by text. */
  send: (text: string, label?: Uint8Array) => void;
  /** Charges an answer without a query. */
  chargeUnasked: () => void;
  isLost: () => boolean;
  /** The socket was closed because the printer sent far more than requested. */
  isFlooded: () => boolean;
  close: () => void;
};

/** Bytes read at once. Data beyond the limit is not processed. */
const SLICE_BYTES = 256;
/** Time after which our side closes although the printer leaves its side open, ms. */
const CLOSE_TIMEOUT_MS = 500;

export const createSocketWire = (
  socket: Duplex,
  handlers: { read: (chunk: Uint8Array) => void; onLost: () => void },
): Wire => {
  let isLost = false;
  let isFlooded = false;
  const flow = createIncomingDataBucket();
  const consumeFlowAllowance = (units: number): void => {
    if (isLost || flow.tryConsume(units)) return;
    isFlooded = isLost = true;
    socket.destroy();
  };
  const readSocketChunk = (chunk: Uint8Array): void => {
    for (let from = 0; from < chunk.length && !isLost; from += SLICE_BYTES) {
      const slice = chunk.subarray(from, from + SLICE_BYTES);
      consumeFlowAllowance(slice.length);
      if (!isLost) handlers.read(slice);
    }
  };
  // Unread answers would turn our own FIN into a reset, which discards sent data.
  socket.on('data', readSocketChunk);
  socket.on('close', () => {
    isLost = true;
    handlers.onLost();
  });
  return {
    send: (text, label) => {
      if (isLost) return;
      socket.cork();
      if (label) {
        flow.recordLabel();
        socket.write(label);
      }
      socket.write(text, 'latin1');
      socket.uncork();
    },
    chargeUnasked: () => consumeFlowAllowance(UNASKED_UNITS),
    isLost: () => isLost,
    isFlooded: () => isFlooded,
    close: () => {
      isLost = true;
      socket.end();
      setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref();
    },
  };
};
