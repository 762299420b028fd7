/**
 * A transaction is to take about so long, ms, half of what others may be kept waiting: on SQLite nobody is answered
 * meanwhile, and a page waits for its rows.
 */
const STEP_MS = 50;
/**
 * Rows a transaction takes at the least and at most. Each pays for a write to the disk of its own: on a busy PostgreSQL
 * 25 at once went at a third of the speed of 200.
 */
const [LEAST, MOST] = [50, 200];

/** How many rows the next transaction takes, when the last one took `rows` in `ms`. */
export const paced = (rows: number, ms: number): number => {
  if (ms > STEP_MS) return Math.max(LEAST, Math.floor(rows / 2));
  // What has become quicker is tried with more only while there is room: it would go to and fro.
  return ms * 2 < STEP_MS ? Math.min(MOST, rows * 2) : rows;
};

/** Where a deletion begins: how quick the machine is shows with the first steps. */
export const FIRST_ROWS = 100;
