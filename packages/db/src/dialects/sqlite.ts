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
import { isBusy } from '../errors.ts';

/** How long a statement waits for another process's write lock, ms. It blocks the event loop: one writing process. */
const BUSY_TIMEOUT_MS = 5_000;
/** Recovering the log after a kill can find the file locked for a moment. */
const OPEN_TRIES = 60;
const OPEN_WAIT_MS = 100;
const STATEMENTS_KEPT = 400;
const ALL_PAGES = 0x7fffffff;

/**
 * Node binds every JS number as REAL, and silently binds NULL for a Date or an object: integers are bound as BigInt and
 * what is no SQL value is refused.
 */
export const bindable = (value: unknown): SQLInputValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'bigint') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`cannot bind the number ${value}`);
    return Number.isSafeInteger(value) ? BigInt(value) : value;
  }
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`cannot bind a value of type ${typeof value}: convert it first`);
};

const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

const openOnce = (filename: string): DatabaseSync => {
  const database = new DatabaseSync(filename, { timeout: BUSY_TIMEOUT_MS });
  try {
    // The waiting time comes before any other pragma: switching to the log takes a lock.
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

/** Opens the file and its folder, waiting while another process recovers it. */
export const openSqliteFile = (filename: string): DatabaseSync => {
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openOnce(filename);
    } catch (error) {
      if (!isBusy(error) || attempt >= OPEN_TRIES) throw error;
      sleep(OPEN_WAIT_MS);
    }
  }
};

type Prepared = { statement: StatementSync; hasRows: boolean };

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) {
      // Moving it to the end costs as much as finding it: not before the oldest are given up at all.
      if (this.#statements.size < STATEMENTS_KEPT) return known;
      this.#statements.delete(sql);
      this.#statements.set(sql, known);
      return known;
    }
    const statement = this.#database.prepare(sql);
    const made = { statement, hasRows: statement.columns().length > 0 };
    this.#statements.set(sql, made);
    if (this.#statements.size > STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return made;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // `async` would cost a turn of the loop on every query; a throw still has to become a rejection.
    try {
      const { statement, hasRows } = this.#prepare(query.sql);
      const parameters = query.parameters.map(bindable);
      if (hasRows) {
        const rows = statement.all(...parameters) as R[];
        return Promise.resolve({ rows });
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return Promise.resolve({
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      });
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // Not a cached statement: it stays open between two rows, and others may run the same one meanwhile.
    const statement = this.#database.prepare(query.sql);
    for (const row of statement.iterate(...query.parameters.map(bindable))) {
      yield { rows: [row as R] };
    }
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  /** Kysely lends the one connection to one user at a time, since the adapter knows only one. */
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // A plain begin fails at once, without waiting, when it later meets a second writer.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some errors have rolled back already; a second rollback would hide them.
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
}

/** Kysely on Node's own SQLite. */
export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new SqliteDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

/**
 * Writes a consistent copy of an open database to a file that is new or empty. All pages in one step: between two, a write
 * by another process starts the copy over, and a busy site would never let it end.
 */
export const copySqlite = async (database: DatabaseSync, filename: string): Promise<void> => {
  await backup(database, filename, { rate: ALL_PAGES });
};
