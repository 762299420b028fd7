import type { AgentMessage, Unit } from '@yunbiao/contract/gateway/gateway';
import { buildUnacknowledgedReportMessages } from '../gateway/messages.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { History } from './history.ts';

export type Reporter = {
  /** Sends new reports and tokens soon. */
  requestFlush: () => void;
  /**
   * Resends everything unacknowledged over a new connection, at once: the server queues returned
   * labels before it leases the labels behind them.
   */
  restart: () => void;
  recordAcknowledged: (units: readonly Unit[], token?: string) => Promise<void>;
  stop: () => void;
};

/**
 * Time to batch non-urgent messages, ms. A printer with 400 labels per second gives 8 labels per
 * batch.
 */
const BATCH_MS = 20;
const REPEAT_MS = 5000;
/**
 * Time after which an answer counts as lost, ms. The heartbeat detects a dead connection sooner.
 */
const ANSWER_TIMEOUT_MS = 30_000;

/**
 * Reports to the server how labels ended, and repeats until acknowledged. Reports that arrive while
 * an answer is pending go into the next message: the server stores a message in one transaction,
 * regardless of its number of labels.
 */
// oxlint-disable-next-line house/function-length -- one state machine: its steps share the timer and counters
export const createReporter = (
  ledger: Ledger,
  history: Pick<History, 'claimToken' | 'hasUrgentToken' | 'markUnsent' | 'recordStored'>,
  send: (message: AgentMessage) => void,
): Reporter => {
  let sentUpTo = 0;
  /** Number of unanswered messages. */
  let pendingMessages = 0;
  /** Time when a message was last sent or answered, ms. */
  let lastActivityAt = 0;
  let timer: NodeJS.Timeout | null = null;
  const sendPendingReports = (): void => {
    timer = null;
    if (pendingMessages > 0) return;
    const messages = buildUnacknowledgedReportMessages(ledger, sentUpTo);
    const token = history.claimToken();
    if (token !== undefined) {
      const { reports = [] } = messages.pop() ?? {};
      messages.push({ seq: ledger.getSeq(), reports, token });
    }
    for (const message of messages) {
      send({ type: 'reports', ...message });
      sentUpTo = message.seq;
      pendingMessages += 1;
      lastActivityAt = performance.now();
    }
  };
  const sendReportsAtOnce = (): void => {
    if (timer) clearTimeout(timer);
    sendPendingReports();
  };
  const requestReportFlush = (): void => {
    if (pendingMessages > 0) return;
    if (history.hasUrgentToken()) sendReportsAtOnce();
    else timer ??= setTimeout(sendPendingReports, BATCH_MS);
  };
  const restartReporting = (): void => {
    sentUpTo = 0;
    pendingMessages = 0;
    history.markUnsent();
    sendReportsAtOnce();
  };
  const repeatTimer = setInterval(() => {
    // A slow answer is not lost. Resending the same message would slow the server further.
    if (pendingMessages === 0 || performance.now() - lastActivityAt >= ANSWER_TIMEOUT_MS)
      restartReporting();
  }, REPEAT_MS);
  return {
    requestFlush: requestReportFlush,
    restart: restartReporting,
    recordAcknowledged: (units, token) => {
      pendingMessages = Math.max(0, pendingMessages - 1);
      lastActivityAt = performance.now();
      if (token !== undefined) history.recordStored(token);
      const acknowledged = ledger.acknowledge(units);
      requestReportFlush();
      return acknowledged;
    },
    stop: () => {
      clearInterval(repeatTimer);
      if (timer) clearTimeout(timer);
    },
  };
};
