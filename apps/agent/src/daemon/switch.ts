import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../ledger/ledger.ts';
import type { Worker } from '../printer/worker.ts';

/** Whether labels may be begun: the site says so, and nobody here brings the client to rest. */
export type Switch = {
  /** As the site says. */
  set: (enabled: boolean) => void;
  /** Tells workers that are new. */
  tellAll: () => void;
  underWay: () => number;
  /**
   * Begins no label any more and waits until none is under way. False when that took longer than `withinMs`: then labels
   * are begun again.
   */
  rest: (withinMs: number) => Promise<boolean>;
};

const LOOK_MS = 50;
/** A label that was about to begin has begun within this time. */
const STILL_MS = 300;

export const createSwitch = (ledger: Ledger, workers: () => readonly Worker[]): Switch => {
  let enabled = true;
  let resting = false;
  const tellAll = (): void => {
    for (const worker of workers()) worker.setEnabled(enabled && !resting);
  };
  const underWay = (): number => ledger.entries().filter((entry) => !entry.final).length;
  return {
    tellAll,
    underWay,
    set: (value) => {
      enabled = value;
      tellAll();
    },
    rest: async (withinMs) => {
      resting = true;
      tellAll();
      // Not Date.now(): somebody may set that clock.
      const end = performance.now() + withinMs;
      for (let since = performance.now(); ; await sleep(LOOK_MS)) {
        const now = performance.now();
        if (underWay() > 0) since = now;
        if (now - since >= STILL_MS) return true;
        if (now <= end) continue;
        resting = false;
        tellAll();
        return false;
      }
    },
  };
};
