import type { AgentMessage, Unit } from '@yunbiao/contract/gateway';
import { unacknowledged } from '../gateway/messages.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { History } from './history.ts';

export type Reporter = {
  /** There may be something new to tell. */
  nudge: () => void;
  /** A new connection: everything unacknowledged is told again. */
  restart: () => void;
  noteAcknowledged: (units: readonly Unit[], token?: string) => Promise<void>;
  stop: () => void;
};

/** What is not urgent goes together: of a printer that takes 400 labels a second some eight of them. */
const GATHER_MS = 20;
const REPEAT_MS = 5000;
/** Time after which an answer is taken for lost; a dead connection is noticed sooner. */
const LOST_MS = 30_000;

/**
 * Tells the server how labels ended, again and again until it has acknowledged. What ends while an answer is on its way
 * goes together in the next message: the server stores a message in one transaction, however many labels are in it.
 */
export const createReporter = (
  ledger: Ledger,
  history: Pick<History, 'take' | 'isUrgent' | 'sendAgain' | 'noteStored'>,
  send: (message: AgentMessage) => void,
): Reporter => {
  let sentUpTo = 0;
  /** Messages that are not answered yet. */
  let underWay = 0;
  /** When a message was last sent or answered, ms. */
  let movedAt = 0;
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    timer = null;
    if (underWay > 0) return;
    const messages = unacknowledged(ledger, sentUpTo);
    const token = history.take();
    if (token !== undefined) {
      const { reports = [] } = messages.pop() ?? {};
      messages.push({ seq: ledger.seq(), reports, token });
    }
    for (const message of messages) {
      send({ type: 'reports', ...message });
      sentUpTo = message.seq;
      underWay += 1;
      movedAt = performance.now();
    }
  };
  const nudge = (): void => {
    if (underWay > 0) return;
    if (!history.isUrgent()) timer ??= setTimeout(flush, GATHER_MS);
    else {
      if (timer) clearTimeout(timer);
      flush();
    }
  };
  const restart = (): void => {
    sentUpTo = 0;
    underWay = 0;
    history.sendAgain();
    nudge();
  };
  const repeat = setInterval(() => {
    // A slow answer is no lost one: beside it, the same message would only make the next slower.
    if (underWay === 0 || performance.now() - movedAt >= LOST_MS) restart();
  }, REPEAT_MS);
  return {
    nudge,
    restart,
    noteAcknowledged: (units, token) => {
      underWay = Math.max(0, underWay - 1);
      movedAt = performance.now();
      if (token !== undefined) history.noteStored(token);
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
