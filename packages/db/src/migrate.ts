import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import type { Schema } from './schema/index.ts';

/** Any number, the same in every process: two starts at once take turns. */
const ADVISORY_LOCK = 7_260_241;

/** A lower number may come later: data that has run a higher one runs what it lacks. */
const migratorOf = (kysely: Kysely<Schema>): Migrator =>
  new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: true,
  });

const migrateOn = async (kysely: Kysely<Schema>): Promise<void> => {
  const migrator = migratorOf(kysely);
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error });
};

/** Brings the tables up to date. Safe to call from several processes at once. */
export const migrate = async (db: Database): Promise<void> => {
  if (db.dialect === 'sqlite') return migrateOn(db.kysely);
  await db.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCK)})`.execute(connection);
    try {
      await migrateOn(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCK)})`.execute(connection);
    }
  });
};

/** Whether every migration this build knows has run; for the readiness check. */
export const isMigrated = async (db: Database): Promise<boolean> => {
  const migrator = migratorOf(db.kysely);
  return (await migrator.getMigrations()).every((migration) => migration.executedAt !== undefined);
};
