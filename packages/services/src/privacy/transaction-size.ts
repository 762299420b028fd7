/**
 * Target duration of a transaction, ms; half of the time other requests may be blocked. On SQLite
 * nothing else runs during a transaction, and a page waits for its rows.
 */
const TARGET_TRANSACTION_MS = 50;
/**
 * Minimum and maximum rows per transaction. Each transaction costs one disk write: on a busy
 * PostgreSQL 25 rows per transaction ran at a third of the speed of 200.
 */
const [MIN_ROWS, MAX_ROWS] = [50, 200];

/** Rows for the next transaction, after the last one took `ms` for `rows`. */
export const computeNextRowCount = (rows: number, ms: number): number => {
  if (ms > TARGET_TRANSACTION_MS) return Math.max(MIN_ROWS, Math.floor(rows / 2));
  // Grow only when twice the rows fit into the target, to avoid oscillation.
  return ms * 2 < TARGET_TRANSACTION_MS ? Math.min(MAX_ROWS, rows * 2) : rows;
};

/** Rows of the first transaction; the size adapts to the machine's speed from there. */
export const INITIAL_ROWS = 100;
