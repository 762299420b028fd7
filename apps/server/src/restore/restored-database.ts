import {
  checkIntegrity,
  countRowsByTable,
  getDatabaseFile,
  isDatabaseWithoutTables,
  inspectSqliteFile,
  type IntegrityReport,
  isNewerMigration,
  migrate,
  openDatabase,
  readSchemaState,
  type SchemaState,
  withScratchDatabase,
} from '@yunbiao/db';
import { listExpectedFileKeys, type StoredKeys } from '@yunbiao/services';
import { BackupError } from '../backup/backup-error.ts';

type DatabaseLocation = { databaseUrl: string | undefined; dataDir: string };

/** @throws {BackupError} if the PostgreSQL database has tables or does not answer */
export const refuseNonEmptyDatabase = async (databaseUrl: string): Promise<void> => {
  const db = openDatabase({ databaseUrl, connections: 1 });
  let isEmpty: boolean;
  try {
    isEmpty = await isDatabaseWithoutTables(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`DATABASE_URL 所指的库打不开：${reason}。`, error);
  } finally {
    await db.close();
  }
  if (!isEmpty)
    throw new BackupError(
      'DATABASE_URL 所指的库里已经有表了，恢复只写进一个空的库：请先停下网站，把它改名留着，再建一个空的。',
    );
};

/** Refuses data that only a later build can open. @throws {BackupError} */
export const refuseNewerMigrations = (names: readonly string[]): void => {
  if (names.some(isNewerMigration))
    throw new BackupError(
      '这份备份是更新的云标做的，这个版本打不开它：请装上那个版本或更新的再恢复。',
    );
};

/** Checks an SQLite file of a backup; creates no file. @throws {BackupError} */
export const checkSqliteFile = (file: string): void => {
  let inspection: ReturnType<typeof inspectSqliteFile>;
  try {
    inspection = inspectSqliteFile(file);
  } catch (error) {
    throw new BackupError(`${file} 不是云标的数据库，或者坏了，没有恢复。`, error);
  }
  if (inspection.problems.length > 0)
    throw new BackupError(`${file} 坏了，没有恢复：${inspection.problems[0]}。`);
  refuseNewerMigrations(inspection.migrations);
};

export type RestoredFacts = {
  state: SchemaState;
  rows: Readonly<Record<string, number>>;
  integrity: IntegrityReport;
  keys: StoredKeys;
};

/** Reads what a restored database says of itself. */
export const readRestoredDatabaseFacts = async (
  location: DatabaseLocation,
): Promise<RestoredFacts> => {
  const db = openDatabase(
    location.databaseUrl
      ? { databaseUrl: location.databaseUrl, connections: 1 }
      : { filename: getDatabaseFile(location.dataDir) },
  );
  try {
    return {
      state: await readSchemaState(db),
      rows: await countRowsByTable(db.kysely),
      integrity: await checkIntegrity(db),
      keys: await listExpectedFileKeys(db.kysely),
    };
  } finally {
    await db.close();
  }
};

/** Runs the pending migrations on a restored database. */
export const migrateRestored = async (location: DatabaseLocation): Promise<SchemaState> => {
  const db = openDatabase(location);
  try {
    await migrate(db);
    return await readSchemaState(db);
  } finally {
    await db.close();
  }
};

/** PostgreSQL: insufficient_privilege. */
const MAY_NOT_CREATE = '42501';

/**
 * Runs `work` on an empty database beside the given one, which is dropped afterwards.
 * @throws {BackupError} if it cannot be created
 */
export const withDrillDatabase = <T>(
  databaseUrl: string,
  work: (url: string) => Promise<T>,
): Promise<T> =>
  withScratchDatabase(databaseUrl, work).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === MAY_NOT_CREATE)
      throw new BackupError(
        '不能建临时的库：在 PostgreSQL 里运行 alter role yunbiao createdb（用户名照 DATABASE_URL）。',
        error,
      );
    throw error;
  });

/** Tables whose number of rows is not that of the manifest, `table 3（应为 4）`. */
export const describeWrongRowCounts = (
  rows: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
): string[] =>
  Object.entries(expected).flatMap(([table, count]) =>
    rows[table] === count ? [] : [`${table} ${rows[table] ?? '没有'}（应为 ${count}）`],
  );
