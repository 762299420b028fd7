import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isSqliteBusyError } from '../errors.ts';
import type { DatabaseMonitor, PoolState } from '../monitor.ts';

/**
 * Timeout for another process's write lock, ms. Waiting blocks the event loop, which is acceptable
 * with one writing process.
 */
const BUSY_TIMEOUT_MS = 5_000;
/** After a kill, the file may be locked briefly while the WAL is recovered. */
const OPEN_TRIES = 60;
const OPEN_WAIT_MS = 100;
const STATEMENTS_KEPT = 400;
const ALL_PAGES = 0x7fffffff;

/**
 * Node binds every JS number as REAL and silently binds NULL for a Date or an object. This binds
 * integers as BigInt and throws a TypeError for values SQL cannot store.
 */
export const toSqliteBindValue = (value: unknown): SQLInputValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`cannot bind the number ${value}`);
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot bind a value of type ${typeof value}: convert it first`);
};

const sleepSync = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

const openSqliteFileOnce = (filename: string): DatabaseSync => {
  const database = new DatabaseSync(filename, { timeout: BUSY_TIMEOUT_MS });
  try {
    // The busy timeout must be set before the other pragmas, because switching to WAL takes a lock.
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('pragma foreign_keys = on');
    database.exec('pragma temp_store = memory');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Opens the file and creates its directory. Retries while another process recovers the file. */
export const openSqliteFile = (filename: string): DatabaseSync => {
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSqliteFileOnce(filename);
    } catch (error) {
      if (!isSqliteBusyError(error) || attempt >= OPEN_TRIES) throw error;
      sleepSync(OPEN_WAIT_MS);
    }
  }
};

type Prepared = { statement: StatementSync; hasRows: boolean };

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();
  readonly #monitor: DatabaseMonitor | undefined;

  constructor(database: DatabaseSync, monitor: DatabaseMonitor | undefined) {
    this.#database = database;
    this.#monitor = monitor;
  }

  #prepare(sql: string): Prepared {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement) {
      // Reordering costs as much as the lookup, so it starts only when the cache is full.
      if (this.#statements.size < STATEMENTS_KEPT) return cachedStatement;
      this.#statements.delete(sql);
      this.#statements.set(sql, cachedStatement);
      return cachedStatement;
    }
    const statement = this.#database.prepare(sql);
    const newStatement = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, newStatement);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return newStatement;
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(query.sql);
    const parameters = query.parameters.map(toSqliteBindValue);
    if (hasRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const started = performance.now();
    let isFailed = false;
    // `async` would cost a microtask turn per query. A thrown error still has to become a
    // rejection.
    try {
      return Promise.resolve(this.#run<R>(query));
    } catch (error) {
      isFailed = true;
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.#monitor?.onQuery((performance.now() - started) / 1e3, isFailed);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not cached: the statement stays open between rows, and another query may run the same SQL in
    // between.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(toSqliteBindValue))) {
      yield { rows: [row as R] };
    }
  }
}

/** Lends the single connection to one user at a time, in the order they asked. */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #monitor: DatabaseMonitor | undefined;
  #isLent = false;
  readonly #waiting: (() => void)[] = [];

  constructor(database: DatabaseSync, monitor?: DatabaseMonitor) {
    this.#database = database;
    this.#connection = new SqliteConnection(database, monitor);
    this.#monitor = monitor;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#isLent) {
      this.#isLent = true;
      this.#monitor?.onConnection(0);
      return Promise.resolve(this.#connection);
    }
    const started = performance.now();
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        this.#monitor?.onConnection((performance.now() - started) / 1e3);
        resolve(this.#connection);
      });
    });
  }

  releaseConnection(): Promise<void> {
    const lendToNext = this.#waiting.shift();
    if (lendToNext) lendToNext();
    else this.#isLent = false;
    return Promise.resolve();
  }

  getPoolState(): PoolState {
    const busy = this.#isLent ? 1 : 0;
    return { max: 1, busy, idle: 1 - busy, waiting: this.#waiting.length };
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain begin fails at once, without waiting, when it later conflicts with another writer.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors have already rolled back. A second rollback would fail and hide the original
    // error.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
    return Promise.resolve();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver queues the users of its connection itself, so that their waits are known. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Kysely dialect for Node's built-in SQLite. */
export const createSqliteDialect = (driver: SqliteDriver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/**
 * Writes a consistent copy of an open database to a new or empty file. Copies all pages in one
 * step: a write by another process between two steps restarts the copy, which might then never
 * finish on a busy site.
 */
export const copySqlite = async (database: DatabaseSync, filename: string): Promise<void> => {
  await backup(database, filename, { rate: ALL_PAGES });
};
