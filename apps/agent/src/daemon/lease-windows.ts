import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import type { Worker } from '../printer/worker.ts';

/**
 * Maximum number of leased labels per printer. They are in memory only and leased again after a
 * crash.
 */
const WINDOW_SIZE = 64;

export type LeaseWindows = {
  /** Resets all windows for a new connection: no lease is pending. */
  restart: (workers: readonly Worker[]) => void;
  recordReceived: (localId: string, count: number) => void;
  /** Requests more labels once half of the window is free. */
  requestMore: (worker: Worker) => void;
};

/** Fills each printer's window of leased labels whenever there is room. */
export const createLeaseRequester = (send: (message: AgentMessage) => void): LeaseWindows => {
  const requestedCounts = new Map<string, number>();
  const requestMoreLeases = (worker: Worker): void => {
    const { localId } = worker.printer;
    const waiting = worker.listWaiting().length;
    if (waiting + (requestedCounts.get(localId) ?? 0) > WINDOW_SIZE / 2) return;
    requestedCounts.set(localId, WINDOW_SIZE - waiting);
    send({ type: 'want', localId, room: WINDOW_SIZE - waiting });
  };
  return {
    restart: (workers) => {
      requestedCounts.clear();
      workers.forEach(requestMoreLeases);
    },
    recordReceived: (localId, count) =>
      requestedCounts.set(localId, Math.max(0, (requestedCounts.get(localId) ?? 0) - count)),
    requestMore: requestMoreLeases,
  };
};
