import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { afterAll, afterEach, beforeEach, describe, inject, it } from 'vitest';
import { type Database, type DialectName, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { up as addBatchCounts } from './migrations/0011-batch-counts.ts';
import { up as addBatchQuarters } from './migrations/0023-batch-quarters.ts';
import { up as addStatisticsByDay } from './migrations/0037-statistics-by-day.ts';
import type { MigrationDb } from './migrations/columns.ts';
import { migrations } from './migrations/index.gen.ts';
import { isQuick } from '../../../scripts/vitest/quick.ts';
import {
  createEmptyDatabase,
  findPostgres,
  onServer,
  testDatabaseUrl,
} from './testing/postgres.ts';

const postgresUrl = isQuick ? null : await findPostgres();

/** A private database, and how to drop it. */
type Private = { url: string | undefined; filename: string | undefined; drop: () => Promise<void> };

const createPrivateSqlite = (empty: boolean): Private => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-db-'));
  const filename = join(folder, 'test.db');
  if (!empty) copyFileSync(inject('sqliteTemplate'), filename);
  return {
    url: undefined,
    filename,
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
};

const createPrivatePostgres = async (server: string, empty: boolean): Promise<Private> => {
  const name = `yb_test_${randomBytes(6).toString('hex')}`;
  const template = inject('postgresTemplate');
  const like = empty || template === null ? '' : ` template ${template}`;
  await onServer(server, `create database ${name}${like}`);
  return {
    url: testDatabaseUrl(server, name),
    filename: undefined,
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
};

/** Migrates an empty database up to the named migration, e.g. `0002-newest-labels`. */
export const migrateUpTo = async (db: Database, name: keyof typeof migrations): Promise<void> => {
  const migrator = new Migrator({
    db: db.kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateTo(name);
  if (error) throw new Error(`not migrated to ${name}`, { cause: error });
};

/** Opens the databases of a suite. */
export type Opener = {
  /**
   * A fresh, migrated database (`empty`: not migrated), closed and dropped after the suite. A
   * database opened for one test is closed when a later test opens one.
   */
  (options?: { empty: boolean }): Promise<Database>;
  dialect: DialectName;
  /** Location of an open database, for a second connection or another process. */
  location: (db: Database) => { databaseUrl: string | undefined; filename: string | undefined };
};

/**
 * Connections per database: a server allows a hundred, and suites of several checkouts may share
 * it.
 */
const CONNECTIONS = 5;

/** A drop waits for the server's next checkpoint, which is slow on a busy server. */
const DROP_MS = 120_000;

const defineSuite = (dialect: DialectName, define: (open: Opener) => void): void => {
  const places = new Map<Database, Private>();
  /**
   * Databases opened for one test, by test number: work that outlasts a test has ended when the
   * next test opens its database.
   */
  const forTest = new Map<Database, number>();
  let count = 0;
  let test: number | null = null;
  beforeEach(() => {
    count += 1;
    test = count;
  });
  afterEach(() => {
    test = null;
  });
  /**
   * Reuses an emptied database of an earlier test: PostgreSQL creates and drops databases slowly.
   */
  const takeOver = async (): Promise<Private | null> => {
    for (const [db, number] of forTest) {
      const place = places.get(db);
      if (number === test || !place?.url) continue;
      forTest.delete(db);
      places.delete(db);
      await db.close();
      await createEmptyDatabase(place.url);
      return place;
    }
    return null;
  };
  const makePlace = async (empty: boolean): Promise<Private> => {
    if (dialect === 'sqlite' || !postgresUrl) return createPrivateSqlite(empty);
    const used = test === null || empty ? null : await takeOver();
    return used ?? createPrivatePostgres(postgresUrl, empty);
  };
  const openPrivateDatabase = async (options = { empty: false }): Promise<Database> => {
    const place = await makePlace(options.empty);
    const db = openDatabase({
      databaseUrl: place.url,
      filename: place.filename,
      connections: CONNECTIONS,
    });
    places.set(db, place);
    if (test !== null && !options.empty) forTest.set(db, test);
    if (!options.empty) await migrate(db);
    return db;
  };
  const getLocation: Opener['location'] = (db) => {
    const place = places.get(db);
    return { databaseUrl: place?.url, filename: place?.filename };
  };
  afterAll(async () => {
    await Promise.all(
      [...places].map(async ([db, place]) => {
        await db.close();
        await place.drop();
      }),
    );
  }, DROP_MS);
  define(Object.assign(openPrivateDatabase, { dialect, location: getLocation }));
};

/**
 * Runs a suite on PostgreSQL, in the full run only. Skipped with a message when there is no server.
 */
export const onPostgres = (define: (open: Opener) => void): void => {
  if (isQuick) return;
  describe('postgres', () => {
    if (postgresUrl) return defineSuite('postgres', define);
    it('runs on PostgreSQL too', (ctx) => {
      ctx.skip('PostgreSQL：no server on 127.0.0.1:5432 and TEST_DATABASE_URL is not set');
    });
  });
};

/** Runs one suite on SQLite and on PostgreSQL. */
export const describeEachDatabase = (define: (open: Opener) => void): void => {
  describe('sqlite', () => defineSuite('sqlite', define));
  onPostgres(define);
};

/** Fills the batch counts of a database that does not have the column yet. */
export const countBatches = ({ kysely }: Database): Promise<void> =>
  addBatchCounts(kysely as unknown as MigrationDb);

/** Fills the rollups of a database that does not have the table yet. */
export const addQuarters = async ({ kysely }: Database): Promise<void> => {
  await addBatchQuarters(kysely as unknown as MigrationDb);
  await addStatisticsByDay(kysely as unknown as MigrationDb);
};
