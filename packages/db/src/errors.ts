/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_UNIQUE = new Set<unknown>([2067, 1555]);
/** unique_violation of PostgreSQL. */
const POSTGRES_UNIQUE = '23505';

/** SQLITE_BUSY, SQLITE_LOCKED. */
const SQLITE_BUSY = new Set([5, 6]);
/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL: another process holds the file, or the disk is full. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 13]);
/** PostgreSQL: classes 08 (connection) and 53 (resources), shutdown and start-up; the network in between. */
const NO_CONNECTION =
  /^(?:08...|53...|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** The driver's own failures carry no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The primary code of an error of SQLite, the low byte; null of any other. */
const primaryCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/** Whether somebody else has a lock on the SQLite file. */
export const isBusy = (error: unknown): boolean => SQLITE_BUSY.has(primaryCode(error) ?? 0);

/** Whether the database could not be worked with at all: trying again later may help, and nothing was stored. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const primary = primaryCode(error);
  if (primary !== null) return SQLITE_UNAVAILABLE.has(primary);
  const code = 'code' in error ? String(error.code) : '';
  return NO_CONNECTION.test(code) || LOST_CONNECTION.test(error.message);
};

/** Whether a write failed because a unique index has the value already, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('errcode' in error && SQLITE_UNIQUE.has(error.errcode)) ||
    ('code' in error && error.code === POSTGRES_UNIQUE));
