import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.gen.ts';
import type { Schema } from './schema/index.ts';

/** Arbitrary, but the same in every process: serializes concurrent start-ups. */
const ADVISORY_LOCK = 7_260_241;

/**
 * A migration with a lower number may be released later. It then also runs on data that has already
 * run a higher one.
 */
const getMigrator = (kysely: Kysely<Schema>): Migrator =>
  new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: true,
  });

const runPendingMigrations = async (kysely: Kysely<Schema>): Promise<void> => {
  const migrator = getMigrator(kysely);
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error');
  throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error });
};

/** Runs all pending migrations. Safe to call from several processes at once. */
export const migrate = async (db: Database): Promise<void> => {
  if (db.dialect === 'sqlite') return runPendingMigrations(db.kysely);
  await db.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${sql.lit(ADVISORY_LOCK)})`.execute(connection);
    try {
      await runPendingMigrations(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(ADVISORY_LOCK)})`.execute(connection);
    }
  });
};

/**
 * Schema compared with this build. `behind`: some of its migrations have not run. `newer`: a later
 * build has migrated the schema.
 */
export type SchemaState = 'empty' | 'behind' | 'current' | 'newer';

/** Names of the migrations that have run, in their order. */
export const listExecutedMigrations = async (kysely: Kysely<Schema>): Promise<string[]> => {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await kysely
    .selectFrom(sql<{ name: string }>`${sql.table(DEFAULT_MIGRATION_TABLE)}`.as('migration'))
    .select('migration.name')
    .orderBy('migration.name')
    .execute();
  return rows.map(({ name }) => name);
};

/** Whether only a later build knows the migration. */
export const isNewerMigration = (name: string): boolean => !Object.hasOwn(migrations, name);

/** Compares the executed migrations with those of this build. Read-only. */
export const readSchemaState = async (db: Database): Promise<SchemaState> => {
  const executed = new Set(await listExecutedMigrations(db.kysely));
  if (executed.size === 0) return 'empty';
  if ([...executed].some(isNewerMigration)) return 'newer';
  return Object.keys(migrations).every((name) => executed.has(name)) ? 'current' : 'behind';
};
