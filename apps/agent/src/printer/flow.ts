import type { Duplex } from 'node:stream';

/** Work that what a printer says may make: a byte is one unit of it. */
const BURST_UNITS = 32 * 1024;
const UNITS_PER_SECOND = 16 * 1024;
/** An answer to no question costs as much as so many bytes: some are sent twice by healthy printers, a stream of them is not. */
export const UNASKED_UNITS = 256;

/** A token bucket. What printers answer to all that is ever asked of them stays far below it. */
export type Flow = {
  /** Takes so many units; false: there are not so many, and what follows is too much. */
  take: (units: number) => boolean;
};

/** `ticks`: a clock that is never set, ms. */
export const createFlow = (ticks: () => number = () => performance.now()): Flow => {
  let left = BURST_UNITS;
  let at = ticks();
  return {
    take: (units) => {
      const now = ticks();
      left = Math.min(BURST_UNITS, left + ((now - at) / 1000) * UNITS_PER_SECOND);
      at = now;
      if (left < units) return false;
      left -= units;
      return true;
    },
  };
};

const PAUSE_MS = 1000;

/** Throws away what a printer says that is not listened to: one that says too much waits, as its own sending is held up. */
export const throwAway = (stream: Duplex): void => {
  const flow = createFlow();
  stream.on('data', (chunk: Uint8Array) => {
    if (flow.take(Math.min(chunk.length, BURST_UNITS / 2)) || stream.destroyed) return;
    stream.pause();
    setTimeout(() => stream.resume(), PAUSE_MS).unref();
  });
};
