/** Limits repeated queries to a printer that does not answer. */
export type RetryPolicy = {
  /** `work`: a label waits for the answer. */
  canAsk: (now: number, work: boolean) => boolean;
  recordQuestion: (now: number) => void;
  recordAnswer: () => void;
  /**
   * Records that a connection (opened at `connectedAt`) ended without an answer. Returns true when
   * it ended soon: no printer was behind it, and a printer that has answered before never saw the
   * query. Otherwise a printer was there and silent. In between the previous classification stays;
   * a print server that closes idle connections after about that time would alternate between both.
   */
  recordLoss: (connectedAt: number, now: number) => boolean;
  /** Whether a connection opened at `began`, without an answer, is held by a printer. */
  isHeldByPrinter: (began: number, now: number) => boolean;
  /** The printer has never answered and is not queried again until a label waits. */
  hasGivenUp: (work: boolean) => boolean;
  /** Whether it has ever answered. */
  hasEverAnswered: () => boolean;
};

/**
 * Waiting times before each query to a printer that never answered, ms. There is no query after the
 * last one.
 */
const UNKNOWN_PRINTER_DELAYS_MS = [0, 3000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000];
/** Number of those queries that may be used while no label waits. */
const MAX_IDLE_QUESTIONS = 2;
/**
 * First retry delay for a printer that has answered before, ms. Its head may be open, so retries
 * never end.
 */
const FIRST_RETRY_MS = 2000;
/**
 * A connection closed sooner than the first had no printer behind it; one held longer than the
 * second had one, ms.
 */
const NO_PRINTER_MS = 1000;
const HELD_MS = 4000;
const MAX_MS = { work: 10_000, none: 60_000 };

/**
 * A printer of another language may print the query as text. So a printer that never answered is
 * queried only a few times per process, and mostly when a label waits.
 */
export const createRetryPolicy = (answeredBefore: boolean): RetryPolicy => {
  let hasEverAnswered = answeredBefore;
  /** Queries since the last answer. */
  let count = 0;
  let last = -Infinity;
  /** Classification of connections that ended without an answer. */
  let hadNoPrinter = false;
  const isConnectionHeld = (began: number, now: number): boolean =>
    now - began >= (hadNoPrinter ? HELD_MS : NO_PRINTER_MS);
  const getRetryDelay = (work: boolean): number => {
    if (!hasEverAnswered)
      return (
        (work || count < MAX_IDLE_QUESTIONS ? UNKNOWN_PRINTER_DELAYS_MS[count] : null) ?? Infinity
      );
    const max = work ? MAX_MS.work : MAX_MS.none;
    return count === 0 ? 0 : Math.min(max, FIRST_RETRY_MS * 2 ** (count - 1));
  };
  return {
    canAsk: (now, work) => now - last >= getRetryDelay(work),
    recordQuestion: (now) => {
      count += 1;
      last = now;
    },
    recordAnswer: () => {
      hasEverAnswered = true;
      count = 0;
      hadNoPrinter = false;
    },
    recordLoss: (began, now) => {
      hadNoPrinter = !isConnectionHeld(began, now);
      if (!hadNoPrinter) return false;
      if (hasEverAnswered && count > 0) {
        count -= 1;
        last = -Infinity;
      }
      return true;
    },
    isHeldByPrinter: isConnectionHeld,
    hasGivenUp: (work) => getRetryDelay(work) === Infinity,
    hasEverAnswered: () => hasEverAnswered,
  };
};
