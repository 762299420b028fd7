import { join } from 'node:path';
import { Kysely, PostgresAdapter } from 'kysely';
import { createPostgresPool, createPostgresDialect } from './dialects/postgres.ts';
import { copySqlite, openSqliteFile, createSqliteDialect } from './dialects/sqlite.ts';
import type { Schema } from './schema/index.ts';

export type DialectName = 'sqlite' | 'postgres';

export type Database = {
  kysely: Kysely<Schema>;
  dialect: DialectName;
  close: () => Promise<void>;
  /** Writes a consistent copy to a new file while the database is in use. SQLite only. */
  backup?: (filename: string) => Promise<void>;
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
};

/** Path of the SQLite file in a data directory. */
export const getDatabaseFile = (dataDir: string): string => join(dataDir, 'yunbiao.db');

/** Opens the database. {@link migrate} creates the tables. */
export const openDatabase = (options: DatabaseOptions): Database => {
  if (options.databaseUrl) {
    const { databaseUrl, connections, onError = () => {} } = options;
    const pool = createPostgresPool(databaseUrl, { connections, onError });
    const kysely = new Kysely<Schema>({ dialect: createPostgresDialect(pool) });
    return { kysely, dialect: 'postgres', close: () => kysely.destroy() };
  }
  const filename = options.filename ?? (options.dataDir && getDatabaseFile(options.dataDir));
  if (!filename) throw new Error('openDatabase needs a database URL, a file name or a data folder');
  const file = openSqliteFile(filename);
  const kysely = new Kysely<Schema>({ dialect: createSqliteDialect(file) });
  return {
    kysely,
    dialect: 'sqlite',
    close: () => kysely.destroy(),
    backup: (target) => copySqlite(file, target),
  };
};

/** Database engine of an executor, inside or outside a transaction. */
export const getDialect = (executor: Kysely<Schema>): DialectName =>
  executor.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
