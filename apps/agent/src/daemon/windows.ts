import type { AgentMessage } from '@yunbiao/contract/gateway';
import type { Worker } from '../printer/worker.ts';

/** Labels a printer has waiting at most. They are in memory only, and leased again when we die. */
const WINDOW = 64;

export type Windows = {
  /** A new connection: nothing is on its way to us. */
  restart: (workers: readonly Worker[]) => void;
  received: (localId: string, count: number) => void;
  /** Asks for more once half of the window is free. */
  ask: (worker: Worker) => void;
};

/** Fills each printer's window of leased labels up whenever there is room. */
export const createWindows = (send: (message: AgentMessage) => void): Windows => {
  const underWay = new Map<string, number>();
  const ask = (worker: Worker): void => {
    const { localId } = worker.printer;
    const waiting = worker.waiting().length;
    if (waiting + (underWay.get(localId) ?? 0) > WINDOW / 2) return;
    underWay.set(localId, WINDOW - waiting);
    send({ type: 'want', localId, room: WINDOW - waiting });
  };
  return {
    restart: (workers) => {
      underWay.clear();
      workers.forEach(ask);
    },
    received: (localId, count) =>
      underWay.set(localId, Math.max(0, (underWay.get(localId) ?? 0) - count)),
    ask,
  };
};
