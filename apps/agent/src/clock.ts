import { uptime } from 'node:os';

/** The server's clock, as far as it is known here. Times of leases are on it: this machine's may be a day off. */
export type ServerClock = {
  /** Epoch ms. */
  now: () => number;
  /** The server has just said what time it is. */
  learn: (now: number) => void;
};

/** Clocks of this machine, ms: since it was started, since this process was, and what people set. */
export type OwnClocks = { boot: () => number; steady: () => number; wall: () => number };

const OWN: OwnClocks = {
  boot: () => uptime() * 1000,
  steady: () => performance.now(),
  wall: Date.now,
};

/** For how long the time since boot is counted on, and how far clocks that go alike may be apart, ms. */
const COUNTED_MS = 1000;
const APART_MS = 20;

/**
 * Runs on while the machine sleeps, and nobody sets it: neither is true of `Date.now` or of `performance.now`. Asking for
 * it opens a file on Linux, and it is asked for with each label: so it is counted on by the clock that stops in sleep,
 * until that and the one which does not have gone differently.
 */
export const sinceBoot = ({ boot, steady, wall }: OwnClocks = OWN): (() => number) => {
  const look = () => ({ boot: boot(), steady: steady(), wall: wall() });
  let seen = look();
  return () => {
    const passed = steady() - seen.steady;
    const isApart = Math.abs(wall() - seen.wall - passed) > APART_MS;
    if (passed > COUNTED_MS || isApart) seen = look();
    return seen.boot + steady() - seen.steady;
  };
};

export const createServerClock = (steady: () => number = sinceBoot()): ServerClock => {
  // Until the server has spoken there is no lease to judge.
  let offset = Date.now() - steady();
  return {
    now: () => steady() + offset,
    learn: (now) => {
      offset = now - steady();
    },
  };
};
