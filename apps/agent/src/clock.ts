import { uptime } from 'node:os';

/** The server's clock, as far as it is known here. Times of leases are on it: this machine's may be a day off. */
export type ServerClock = {
  /** Epoch ms. */
  now: () => number;
  /** The server has just said what time it is. */
  learn: (now: number) => void;
};

/** Runs on while the machine sleeps, and nobody sets it: neither is true of `Date.now` or of `performance.now`. */
const sinceBoot = (): number => uptime() * 1000;

export const createServerClock = (steady: () => number = sinceBoot): ServerClock => {
  // Until the server has spoken there is no lease to judge.
  let offset = Date.now() - steady();
  return {
    now: () => steady() + offset,
    learn: (now) => {
      offset = now - steady();
    },
  };
};
