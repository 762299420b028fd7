import { join } from 'node:path';
import { Kysely, PostgresAdapter } from 'kysely';
import {
  createPostgresPool,
  createPostgresDialect,
  getPostgresPoolState,
} from './dialects/postgres.ts';
import {
  SqliteDriver,
  copySqlite,
  openSqliteFile,
  createSqliteDialect,
} from './dialects/sqlite.ts';
import type { DatabaseMonitor, PoolState } from './monitor.ts';
import type { Schema } from './schema/index.ts';

export type DialectName = 'sqlite' | 'postgres';

export type Database = {
  kysely: Kysely<Schema>;
  dialect: DialectName;
  close: () => Promise<void>;
  /** Writes a consistent copy to a new file while the database is in use. SQLite only. */
  backup?: (filename: string) => Promise<void>;
  /** Absent inside a transaction. */
  getPoolState?: () => PoolState;
};

export type DatabaseOptions = {
  /** `postgres://…`; when omitted, the SQLite file is used. */
  databaseUrl?: string | undefined;
  filename?: string | undefined;
  /** Directory of the SQLite file `yunbiao.db`, when `filename` is omitted. */
  dataDir?: string | undefined;
  /** PostgreSQL: maximum open connections, default 10. */
  connections?: number | undefined;
  /** Receives errors of lost connections. */
  onError?: (error: Error) => void;
  monitor?: DatabaseMonitor | undefined;
};

/** Path of the SQLite file in a data directory. */
export const getDatabaseFile = (dataDir: string): string => join(dataDir, 'yunbiao.db');

/**
 * Opens the database. {@link migrate} creates the tables.
 * @throws if the options name no database
 */
export const openDatabase = (options: DatabaseOptions): Database => {
  if (options.databaseUrl) {
    const { databaseUrl, connections, onError = () => {}, monitor } = options;
    const pool = createPostgresPool(databaseUrl, { connections, onError, monitor });
    const kysely = new Kysely<Schema>({ dialect: createPostgresDialect(pool) });
    const getPoolState = () => getPostgresPoolState(pool);
    return { kysely, dialect: 'postgres', close: () => kysely.destroy(), getPoolState };
  }
  const filename = options.filename ?? (options.dataDir && getDatabaseFile(options.dataDir));
  if (!filename) throw new Error('openDatabase needs a database URL, a file name or a data folder');
  const file = openSqliteFile(filename);
  const driver = new SqliteDriver(file, options.monitor);
  const kysely = new Kysely<Schema>({ dialect: createSqliteDialect(driver) });
  return {
    kysely,
    dialect: 'sqlite',
    close: () => kysely.destroy(),
    backup: (target) => copySqlite(file, target),
    getPoolState: () => driver.getPoolState(),
  };
};

/** Database engine of an executor, inside or outside a transaction. */
export const getDialect = (executor: Kysely<Schema>): DialectName =>
  executor.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
