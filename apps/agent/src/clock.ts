import { uptime } from 'node:os';

/**
 * The server's clock as estimated on this machine. Lease times use it, because this machine's clock
 * may be a day off.
 */
export type ServerClock = {
  now: () => number;
  /** Sets the clock from a server timestamp, epoch ms. */
  synchronize: (now: number) => void;
};

/**
 * Clocks of this machine, ms: since boot, since process start (stops during sleep), and wall clock.
 */
export type LocalClocks = {
  getBootMs: () => number;
  getSteadyMs: () => number;
  getWallMs: () => number;
};

const LOCAL_CLOCKS: LocalClocks = {
  getBootMs: () => uptime() * 1000,
  getSteadyMs: () => performance.now(),
  getWallMs: Date.now,
};

/**
 * Longest time to extrapolate from one reading of the boot clock, ms; and tolerated drift between
 * the steady and the wall clock, ms.
 */
const MAX_EXTRAPOLATION_MS = 1000;
const MAX_DRIFT_MS = 20;

/**
 * Returns a clock that keeps running while the machine sleeps and that users cannot set, unlike
 * `performance.now` and `Date.now`. Reading the time since boot opens a file on Linux, and every
 * label needs it. So this extrapolates from the last reading with the steady clock until the steady
 * and the wall clock diverge.
 */
export const createBootClock = ({
  getBootMs,
  getSteadyMs,
  getWallMs,
}: LocalClocks = LOCAL_CLOCKS): (() => number) => {
  const readLocalClocks = () => ({ boot: getBootMs(), steady: getSteadyMs(), wall: getWallMs() });
  let lastReading = readLocalClocks();
  return () => {
    const elapsedMs = getSteadyMs() - lastReading.steady;
    const hasDrifted = Math.abs(getWallMs() - lastReading.wall - elapsedMs) > MAX_DRIFT_MS;
    if (elapsedMs > MAX_EXTRAPOLATION_MS || hasDrifted) lastReading = readLocalClocks();
    return lastReading.boot + getSteadyMs() - lastReading.steady;
  };
};

export const createServerClock = (steady: () => number = createBootClock()): ServerClock => {
  // The offset is irrelevant before the first synchronization: there are no leases yet.
  let offset = Date.now() - steady();
  return {
    now: () => steady() + offset,
    synchronize: (now) => {
      offset = now - steady();
    },
  };
};
