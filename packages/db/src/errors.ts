/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_UNIQUE = new Set<unknown>([2067, 1555]);
/** unique_violation of PostgreSQL. */
const POSTGRES_UNIQUE = '23505';

/** Whether a write failed because a unique index has the value already, on either engine. */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  (('errcode' in error && SQLITE_UNIQUE.has(error.errcode)) ||
    ('code' in error && error.code === POSTGRES_UNIQUE));
