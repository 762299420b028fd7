import { join } from 'node:path';
import { Kysely, PostgresAdapter } from 'kysely';
import { createPool, postgresDialect } from './dialects/postgres.ts';
import { copySqlite, openSqliteFile, sqliteDialect } from './dialects/sqlite.ts';
import type { Schema } from './schema/index.ts';

export type DialectName = 'sqlite' | 'postgres';

export type Database = {
  kysely: Kysely<Schema>;
  dialect: DialectName;
  close: () => Promise<void>;
  /** Writes a consistent copy to a new file while running. Only SQLite has it. */
  backup?: (filename: string) => Promise<void>;
};

export type DatabaseOptions = {
  /** `postgres://…`; without it the file is used. */
  databaseUrl?: string | undefined;
  /** The SQLite file. */
  filename?: string | undefined;
  /** Folder of the SQLite file `yunbiao.db`, when no file name is given. */
  dataDir?: string | undefined;
  /** PostgreSQL: connections open at most; left out, ten. */
  connections?: number | undefined;
  /** Hears of connections that are lost. */
  onError?: (error: Error) => void;
};

/** The SQLite file of a data folder. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'yunbiao.db');

/** Opens the database; the tables are made by {@link migrate}. */
export const openDatabase = (options: DatabaseOptions): Database => {
  if (options.databaseUrl) {
    const { databaseUrl, connections, onError = () => {} } = options;
    const pool = createPool(databaseUrl, { connections, onError });
    const kysely = new Kysely<Schema>({ dialect: postgresDialect(pool) });
    return { kysely, dialect: 'postgres', close: () => kysely.destroy() };
  }
  const filename = options.filename ?? (options.dataDir && databaseFile(options.dataDir));
  if (!filename) throw new Error('openDatabase needs a database URL, a file name or a data folder');
  const file = openSqliteFile(filename);
  const kysely = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  return {
    kysely,
    dialect: 'sqlite',
    close: () => kysely.destroy(),
    backup: (target) => copySqlite(file, target),
  };
};

/** Which engine an executor, inside or outside a transaction, talks to. */
export const getDialect = (executor: Kysely<Schema>): DialectName =>
  executor.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
