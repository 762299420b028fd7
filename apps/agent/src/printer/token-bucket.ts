import type { Duplex } from 'node:stream';

/** Allowed work for data from the printer: one unit per byte. */
const BURST_UNITS = 32 * 1024;
const UNITS_PER_SECOND = 16 * 1024;
/** Additional units per sent label. Its answers take about 200 bytes, 400 if each is repeated. */
const LABEL_UNITS = 1024;
/** Units for an answer without a query, beyond one for each query (`createExtraReplyAllowance`). */
export const UNASKED_UNITS = 256;

/**
 * A token bucket. At most two labels are queried each 20 ms: about 5 kB/s with status and counter,
 * 10 kB/s if each answer is repeated. A faster printer is queried once per label. So a sent label
 * adds allowance and a query none, because each answer of a flooding printer triggers another
 * query.
 */
export type TokenBucket = {
  /** Consumes units. Returns false when there are not enough: the printer sends too much. */
  tryConsume: (units: number) => boolean;
  /** Records that a label was sent. */
  recordLabel: () => void;
};

/** Creates the bucket that limits data from the printer. `ticks`: monotonic clock, ms. */
export const createIncomingDataBucket = (
  ticks: () => number = () => performance.now(),
): TokenBucket => {
  let available = BURST_UNITS;
  let updatedAt = ticks();
  const refillBucket = (units: number): void => {
    available = Math.min(BURST_UNITS, available + units);
  };
  return {
    recordLabel: () => refillBucket(LABEL_UNITS),
    tryConsume: (units) => {
      const now = ticks();
      refillBucket(((now - updatedAt) / 1000) * UNITS_PER_SECOND);
      updatedAt = now;
      if (available < units) return false;
      available -= units;
      return true;
    },
  };
};

/**
 * Maximum number of queries that may be answered twice: several of the longest counting queries
 * (ESC/POS).
 */
const MAX_REPEATS = 64;

/**
 * Some healthy printers answer each query twice. So one extra answer per query costs only its
 * bytes. We control the number of queries, so a flooding printer gains no more than they add.
 */
export type RepeatAllowance = {
  /** Records the number of answers that were requested. */
  recordQueries: (expectedReplyCount: number) => void;
  /**
   * Records an answer that nothing waits for. Charges it when there are more of them than queries.
   */
  recordExtra: () => void;
};

export const createExtraReplyAllowance = (charge: () => void): RepeatAllowance => {
  let allowance = 0;
  return {
    recordQueries: (expectedReplyCount) => {
      allowance = Math.min(MAX_REPEATS, allowance + expectedReplyCount);
    },
    recordExtra: () => {
      if (allowance > 0) allowance -= 1;
      else charge();
    },
  };
};

const PAUSE_MS = 1000;

/**
 * Discards data from the printer. Pauses reading when it sends too much, so that its sending
 * blocks.
 */
export const discardDataAndPauseFlood = (stream: Duplex): void => {
  const flow = createIncomingDataBucket();
  stream.on('data', (chunk: Uint8Array) => {
    if (flow.tryConsume(Math.min(chunk.length, BURST_UNITS / 2)) || stream.destroyed) return;
    stream.pause();
    setTimeout(() => stream.resume(), PAUSE_MS).unref();
  });
};
