import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DatabaseMonitor, PoolState } from '../monitor.ts';

const INT8 = 20;
const NUMERIC = 1700;

/**
 * int8 (ids, counts) and numeric (sums) arrive as text. All numbers of this application are safe
 * integers.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/** Timeout for a connection from the pool, ms. */
const CONNECT_TIMEOUT_MS = 30_000;

/**
 * PostgreSQL ends a transaction that waits this long for its next statement, ms: the locks of a
 * server that hangs or has vanished would stop the others. A running statement does not count.
 */
const IDLE_IN_TRANSACTION_MS = 15_000;

type PoolOptions = {
  /** Maximum open connections. */
  connections?: number | undefined;
  /** Receives errors of lost connections. */
  onError: (error: Error) => void;
  monitor?: DatabaseMonitor | undefined;
  /** Default {@link IDLE_IN_TRANSACTION_MS}. */
  idleInTransactionMs?: number | undefined;
};

type Done = (error: Error | null, result: pg.QueryResult) => void;
type QueryFunction = (text: unknown, values?: unknown[], callback?: Done) => unknown;

/**
 * Makes the client answer through its callback. Its own promises retain each other and their rows
 * until the next full garbage collection: an export of 500 MB held 100 MB of rows already sent.
 */
const patchQueryToUseCallbacks = (
  client: pg.PoolClient,
  monitor: DatabaseMonitor | undefined,
): void => {
  const runQuery = client.query.bind(client) as QueryFunction;
  const forwardQuery: QueryFunction = (text, values, callback) => {
    // A cursor answers by itself; the pool's own statements pass a callback.
    if (typeof text !== 'string' || callback) return runQuery(text, values, callback);
    const started = performance.now();
    return new Promise<pg.QueryResult>((resolve, reject) => {
      runQuery(text, values, (error, result) => {
        monitor?.onQuery((performance.now() - started) / 1e3, error !== null);
        if (error) reject(error);
        else resolve(result);
      });
    });
  };
  Object.assign(client, { query: forwardQuery });
};

type Lent = (error: Error | undefined, client: pg.PoolClient, release: () => void) => void;

/** Reports how long each connection was waited for. */
const reportConnectionWaits = (pool: pg.Pool, monitor: DatabaseMonitor): void => {
  const lend = pool.connect.bind(pool) as (callback?: Lent) => unknown;
  const lendAndReport = async (): Promise<unknown> => {
    const started = performance.now();
    try {
      return await lend();
    } finally {
      monitor.onConnection((performance.now() - started) / 1e3);
    }
  };
  Object.assign(pool, {
    connect: (callback?: Lent) => (callback ? lend(callback) : lendAndReport()),
  });
};

/** Creates a pool that opens connections on demand. */
export const createPostgresPool = (
  connectionString: string,
  { connections = 10, onError, monitor, idleInTransactionMs = IDLE_IN_TRANSACTION_MS }: PoolOptions,
): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // A statement, not a startup parameter: PgBouncer refuses those it does not know.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it
    onConnect: async (client) => {
      await client.query(`set idle_in_transaction_session_timeout = ${idleInTransactionMs}`);
    },
  });
  // The pool listens to idle connections only. Without this listener, a connection lost between two
  // statements of a transaction would crash the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('connect', (client) => patchQueryToUseCallbacks(client, monitor));
  pool.on('error', () => {});
  if (monitor) reportConnectionWaits(pool, monitor);
  return pool;
};

export const getPostgresPoolState = (pool: pg.Pool): PoolState => ({
  max: pool.options.max,
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
});

export const createPostgresDialect = (pool: pg.Pool): Dialect => new PostgresDialect({ pool });
