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

/**
 * Tells the server how labels ended, again and again until it has acknowledged. What ends while an answer is on its way
 * goes together in the next message: the server stores a message in one transaction, however many labels are in it.
 */
export const createReporter = (ledger: Ledger, send: (message: AgentMessage) => void): Reporter => {
  let sentUpTo = 0;
  /** Messages that are not answered yet. */
  let underWay = 0;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    if (underWay > 0) return;
    for (const message of unacknowledged(ledger, sentUpTo)) {
      send({ type: 'reports', ...message });
      sentUpTo = message.seq;
      underWay += 1;
    }
  };
  const nudge = (): void => {
    if (underWay === 0) timer ??= setTimeout(flush, GATHER_MS);
  };
  const restart = (): void => {
    sentUpTo = 0;
    underWay = 0;
    nudge();
  };
  // Also where an answer was lost: nothing waits for one for longer.
  const repeat = setInterval(restart, REPEAT_MS);
  return {
    nudge,
    restart,
    acknowledged: (units) => {
      underWay = Math.max(0, underWay - 1);
      const forgotten = ledger.acknowledge(units);
      nudge();
      return forgotten;
    },
    stop: () => {
      clearInterval(repeat);
      if (timer) clearTimeout(timer);
    },
  };
};
