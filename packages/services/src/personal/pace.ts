/** A transaction is to take about so long, ms: on SQLite nobody else is answered meanwhile, and a page waits for its rows. */
const STEP_MS = 20;
/** Rows a transaction takes at the least, as each pays for a write to the disk of its own, and at most. */
const [LEAST, MOST] = [25, 200];

/** How many rows the next transaction takes, when the last one took `rows` in `ms`. */
export const paced = (rows: number, ms: number): number => {
  if (ms > STEP_MS) return Math.max(LEAST, Math.floor(rows / 2));
  // What has become quicker is tried with more only while there is room: it would go to and fro.
  return ms * 2 < STEP_MS ? Math.min(MOST, rows * 2) : rows;
};

/** Where a deletion begins: how quick the machine is shows with the first steps. */
export const FIRST_ROWS = 50;
