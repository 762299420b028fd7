import type { Duplex } from 'node:stream';

/** Work that what a printer says may make: a byte is one unit of it. */
const BURST_UNITS = 32 * 1024;
const UNITS_PER_SECOND = 16 * 1024;
/** Allowed beyond it for each label sent: the answers about one are some 200 bytes, 400 where each comes twice. */
const LABEL_UNITS = 1024;
/** An answer to no question costs as much as so many bytes, beyond one for each question (`createRepeats`). */
export const UNASKED_UNITS = 256;

/**
 * A token bucket. Two labels are asked about each 20 ms at most: some 5 kB a second where a status and a counter answer, 10 kB
 * where each comes twice. A printer that prints faster is asked as often as it prints. So a label sent brings some allowance,
 * and a question none: a printer that floods is asked again with each answer.
 */
export type Flow = {
  /** Takes so many units; false: there are not so many, and what follows is too much. */
  take: (units: number) => boolean;
  /** A label has been sent. */
  noteLabel: () => void;
};

/** `ticks`: a clock that is never set, ms. */
export const createFlow = (ticks: () => number = () => performance.now()): Flow => {
  let left = BURST_UNITS;
  let at = ticks();
  const add = (units: number): void => {
    left = Math.min(BURST_UNITS, left + units);
  };
  return {
    noteLabel: () => add(LABEL_UNITS),
    take: (units) => {
      const now = ticks();
      add(((now - at) / 1000) * UNITS_PER_SECOND);
      at = now;
      if (left < units) return false;
      left -= units;
      return true;
    },
  };
};

/** Questions that may be answered a second time at once: those of the longest count (ESC/POS), several times over. */
const MAX_REPEATS = 64;

/**
 * Some healthy printers answer each question twice. So an answer that nobody waits for costs no more than its bytes as often
 * as something was asked; questions are asked at our pace, so a printer that floods gains no more by it than they bring.
 */
export type Repeats = {
  /** So many answers were asked for. */
  noteAsked: (answers: number) => void;
  /** An answer came that nobody waits for: charged for once there are more of them than questions. */
  noteExtra: () => void;
};

export const createRepeats = (charge: () => void): Repeats => {
  let left = 0;
  return {
    noteAsked: (answers) => {
      left = Math.min(MAX_REPEATS, left + answers);
    },
    noteExtra: () => {
      if (left > 0) left -= 1;
      else charge();
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
