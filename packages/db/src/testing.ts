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
import { migrations } from './migrations/index.ts';
import { isQuick } from '../../../scripts/vitest/quick.ts';
import { emptyDatabase, findPostgres, onServer, testDatabaseUrl } from './testing/postgres.ts';

const postgresUrl = isQuick ? null : await findPostgres();

/** A private database, and how to be rid of it. */
type Private = { url: string | undefined; filename: string | undefined; drop: () => Promise<void> };

const privateSqlite = (empty: boolean): Private => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-db-'));
  const filename = join(folder, 'test.db');
  if (!empty) copyFileSync(inject('sqliteTemplate'), filename);
  return {
    url: undefined,
    filename,
    drop: () => Promise.resolve(rmSync(folder, { recursive: true, force: true })),
  };
};

const privatePostgres = async (server: string, empty: boolean): Promise<Private> => {
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

/** Brings an empty database to where an earlier version left it, e.g. `0002-newest-labels`. */
export const migrateUpTo = async (db: Database, name: keyof typeof migrations): Promise<void> => {
  const migrator = new Migrator({
    db: db.kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateTo(name);
  if (error) throw new Error(`not migrated to ${name}`, { cause: error });
};

/** What a suite opens its data with. */
export type Opener = {
  /**
   * A fresh database of its own, migrated unless told otherwise; closed and dropped after the suite. One that was opened
   * for a single test is closed when a later test opens one.
   */
  (options?: { empty: boolean }): Promise<Database>;
  dialect: DialectName;
  /** Where an open database lives, for a second connection or another process. */
  location: (db: Database) => { databaseUrl: string | undefined; filename: string | undefined };
};

/** Of each database: a server has a hundred, and suites of several checkouts may share one. */
const CONNECTIONS = 5;

/** A drop waits for the server's next checkpoint, which a busy one takes its time for. */
const DROP_MS = 120_000;

const suite = (dialect: DialectName, define: (open: Opener) => void): void => {
  const places = new Map<Database, Private>();
  /** Databases opened for one test, by its number: whatever ends after a test has ended when the next one opens. */
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
  /** Takes the database of an earlier test, emptied: PostgreSQL is slow to make and to drop one. */
  const takeOver = async (): Promise<Private | null> => {
    for (const [db, number] of forTest) {
      const place = places.get(db);
      if (number === test || !place?.url) continue;
      forTest.delete(db);
      places.delete(db);
      await db.close();
      await emptyDatabase(place.url);
      return place;
    }
    return null;
  };
  const makePlace = async (empty: boolean): Promise<Private> => {
    if (dialect === 'sqlite' || !postgresUrl) return privateSqlite(empty);
    const used = test === null || empty ? null : await takeOver();
    return used ?? privatePostgres(postgresUrl, empty);
  };
  const open = async (options = { empty: false }): Promise<Database> => {
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
  const location: Opener['location'] = (db) => {
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
  define(Object.assign(open, { dialect, location }));
};

/** Runs a suite on PostgreSQL, in the full run. Without a server it is skipped by name. */
export const onPostgres = (define: (open: Opener) => void): void => {
  if (isQuick) return;
  describe('postgres', () => {
    if (postgresUrl) return suite('postgres', define);
    it('runs on PostgreSQL too', (ctx) => {
      ctx.skip('PostgreSQL：no server on 127.0.0.1:5432 and TEST_DATABASE_URL is not set');
    });
  });
};

/** Runs one suite on both engines. */
export const eachDatabase = (define: (open: Opener) => void): void => {
  describe('sqlite', () => suite('sqlite', define));
  onPostgres(define);
};

/** Counts the batches of a database that has no column for it yet: what their tests begin before. */
export const countBatches = ({ kysely }: Database): Promise<void> =>
  addBatchCounts(kysely as unknown as MigrationDb);

/** Adds up the batches of a database that has no table for it. */
export const addQuarters = async ({ kysely }: Database): Promise<void> => {
  await addBatchQuarters(kysely as unknown as MigrationDb);
  await addStatisticsByDay(kysely as unknown as MigrationDb);
};
