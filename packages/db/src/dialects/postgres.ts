import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** int8 (ids, counts) and numeric (sums) arrive as text; every figure of ours is a safe integer. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/** A pool of at most ten connections. `onError` hears of connections lost while idle. */
export const createPool = (connectionString: string, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 10, types });
  pool.on('error', onError);
  return pool;
};

export const postgresDialect = (pool: pg.Pool): Dialect => new PostgresDialect({ pool });
