import type { AgentMessage, Unit } from '@yunbiao/contract/gateway';
import { unacknowledged } from '../gateway/messages.ts';
import type { Ledger } from '../ledger/ledger.ts';

export type Reporter = {
  /** There may be something new to tell. */
  nudge: () => void;
  /** A new connection: everything unacknowledged is told again. */
  restart: () => void;
  acknowledged: (units: readonly Unit[]) => Promise<void>;
  stop: () => void;
};

const GATHER_MS = 5;
const REPEAT_MS = 5000;

/** Tells the server how labels ended, again and again until it has acknowledged. */
export const createReporter = (ledger: Ledger, send: (message: AgentMessage) => void): Reporter => {
  let sentUpTo = 0;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    for (const message of unacknowledged(ledger, sentUpTo)) {
      send({ type: 'reports', ...message });
      sentUpTo = message.seq;
    }
  };
  const nudge = (): void => {
    timer ??= setTimeout(flush, GATHER_MS);
  };
  const restart = (): void => {
    sentUpTo = 0;
    nudge();
  };
  const repeat = setInterval(restart, REPEAT_MS);
  return {
    nudge,
    restart,
    acknowledged: (units) => ledger.acknowledge(units),
    stop: () => {
      clearInterval(repeat);
      if (timer) clearTimeout(timer);
    },
  };
};
