/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_UNIQUE = new Set<unknown>([2067, 1555]);
/** unique_violation. */
const POSTGRES_UNIQUE = '23505';

/** SQLITE_BUSY, SQLITE_LOCKED. */
const SQLITE_BUSY = new Set([5, 6]);
/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_FULL: another process locks the file, or the disk is full. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 13]);
/** PostgreSQL classes 08 (connection) and 53 (resources), shutdown and start-up; network errors. */
const NO_CONNECTION =
  /^(?:08...|53...|57P0[1-3]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** Errors of the driver itself have no code. */
const LOST_CONNECTION =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Primary result code of a SQLite error (low byte); null for any other error. */
const getSqliteErrorCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;

/** Whether another connection locks the SQLite file. */
export const isSqliteBusyError = (error: unknown): boolean =>
  SQLITE_BUSY.has(getSqliteErrorCode(error) ?? 0);

/** Whether the database was unavailable. Nothing was stored, and a retry may succeed. */
export const isDatabaseUnavailableError = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const primary = getSqliteErrorCode(error);
  if (primary !== null) return SQLITE_UNAVAILABLE.has(primary);
  const code = 'code' in error ? String(error.code) : '';
  return NO_CONNECTION.test(code) || LOST_CONNECTION.test(error.message);
};

/** Whether a write violated a unique index, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('errcode' in error && SQLITE_UNIQUE.has(error.errcode)) ||
    ('code' in error && error.code === POSTGRES_UNIQUE));
