import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** int8 (ids, counts) and numeric (sums) arrive as text; every figure of ours is a safe integer. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/** A caller waits this long for a connection, ms, instead of for ever. */
const CONNECT_TIMEOUT_MS = 30_000;

type PoolOptions = {
  /** Open at most. */
  connections?: number | undefined;
  /** Hears of every connection that is lost. */
  onError: (error: Error) => void;
};

type Done = (error: Error | null, result: pg.QueryResult) => void;
type Ask = (text: unknown, values?: unknown[], done?: Done) => unknown;

/**
 * Has the client answer by its callback. The promises it makes itself keep each other, and the rows they brought, until
 * the next full collection: an export of 500 MB held 100 MB of what it had long sent.
 */
const answerByCallback = (client: pg.PoolClient): void => {
  const ask = client.query.bind(client) as Ask;
  const query: Ask = (text, values, done) =>
    // A cursor answers by itself, the pool's own statements bring a callback.
    typeof text !== 'string' || done
      ? ask(text, values, done)
      : new Promise<pg.QueryResult>((resolve, reject) => {
          ask(text, values, (error, result) => (error ? reject(error) : resolve(result)));
        });
  Object.assign(client, { query });
};

/** Opens no connection before one is needed. */
export const createPool = (
  connectionString: string,
  { connections = 10, onError }: PoolOptions,
): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The pool listens to idle connections only: one lost between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('connect', answerByCallback);
  pool.on('error', () => {});
  return pool;
};

export const postgresDialect = (pool: pg.Pool): Dialect => new PostgresDialect({ pool });
