import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../ledger/ledger.ts';
import type { Worker } from '../printer/worker.ts';

/** Decides whether labels may start: the site enables the client, and a local drain suspends it. */
export type PrintSwitch = {
  /** Sets the state from the site. */
  setEnabled: (enabled: boolean) => void;
  /** Applies the current state to all workers, including new ones. */
  notifyWorkers: () => void;
  countPending: () => number;
  /**
   * Starts no more labels and waits until none is pending. Returns false after `withinMs` and
   * allows labels to start again.
   */
  drain: (withinMs: number) => Promise<boolean>;
};

const POLL_MS = 50;
/** Time without pending labels after which none can still be starting, ms. */
const QUIET_MS = 300;

export const createPrintingSwitch = (
  ledger: Ledger,
  listWorkers: () => readonly Worker[],
): PrintSwitch => {
  let enabled = true;
  let draining = false;
  const updateWorkersEnabled = (): void => {
    for (const worker of listWorkers()) worker.setEnabled(enabled && !draining);
  };
  const countPendingLabels = (): number =>
    ledger.listEntries().filter((entry) => !entry.final).length;
  return {
    notifyWorkers: updateWorkersEnabled,
    countPending: countPendingLabels,
    setEnabled: (value) => {
      enabled = value;
      updateWorkersEnabled();
    },
    drain: async (withinMs) => {
      draining = true;
      updateWorkersEnabled();
      // Date.now() would jump when the user sets the clock.
      const end = performance.now() + withinMs;
      for (let idleSince = performance.now(); ; await sleep(POLL_MS)) {
        const now = performance.now();
        if (countPendingLabels() > 0) idleSince = now;
        if (now - idleSince >= QUIET_MS) return true;
        if (now <= end) continue;
        draining = false;
        updateWorkersEnabled();
        return false;
      }
    },
  };
};
