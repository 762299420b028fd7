import type { Place } from '../../places.ts';
import { openStream } from '../stream.ts';
import { type PrinterView, toPrinterView } from '../view.ts';
import type { StatusDialect, Link } from './link.ts';
import type { PrinterStatus } from './status.ts';

/** Result of a single query. */
export type PollResult = { status: PrinterStatus; counter: number | null };

export const convertPollToView = (poll: PollResult | null): PrinterView | null =>
  poll && toPrinterView(poll.status, poll.counter, false);

const ANSWER_TIMEOUT_MS = 3000;
/** Time to wait for the counter after the last status, ms: a printer may answer it out of order. */
const COUNTER_WAIT_MS = 300;

/**
 * Opens a connection, calls `sendQueries`, and waits for the given number of statuses. Null when the
 * answers do not arrive in time.
 */
const pollPrinterOnce = async (
  dialect: StatusDialect,
  at: Place,
  expectedStatuses: number,
  sendQueries: (link: Link) => void,
): Promise<PollResult | null> => {
  const socket = await openStream(at, false);
  return new Promise((resolve) => {
    let status: PrinterStatus | null = null;
    let counter: number | null | undefined;
    let statusCount = 0;
    const finishPoll = (): void => {
      clearTimeout(timer);
      resolve(status && { status, counter: counter ?? null });
      link.close();
    };
    let timer = setTimeout(finishPoll, ANSWER_TIMEOUT_MS);
    const finishPollIfComplete = (): void => {
      if (statusCount < expectedStatuses) return;
      if (counter !== undefined || dialect.countsLabels === false) return finishPoll();
      clearTimeout(timer);
      timer = setTimeout(finishPoll, COUNTER_WAIT_MS);
    };
    const link = dialect.openLink(socket, {
      onStatus: (answer) => {
        status = answer;
        statusCount += 1;
        finishPollIfComplete();
      },
      onCounter: (value) => {
        counter = value;
        finishPollIfComplete();
      },
      onEcho: () => undefined,
      onExtra: () => undefined,
      onString: () => undefined,
      onLost: finishPoll,
    });
    sendQueries(link);
  });
};

/**
 * Queries a printer's status once, and its counter if it may have one. Null when connected but not
 * answered. Throws UnreachableError.
 */
export const queryStatusOnce = (dialect: StatusDialect, at: Place): Promise<PollResult | null> =>
  dialect.countsLabels === false
    ? pollPrinterOnce(dialect, at, 1, (link) => link.queryMinimally())
    : pollPrinterOnce(dialect, at, 2, (link) => link.sendGreeting(false));

/**
 * Sends a format and waits for the answer after it; null when there is none. Throws
 * UnreachableError.
 */
export const sendFormatAndAwaitAnswer = (
  dialect: StatusDialect,
  at: Place,
  format: Uint8Array,
): Promise<PollResult | null> =>
  pollPrinterOnce(dialect, at, 1, (link) => link.query(dialect.countsLabels === null, format));
