import { existsSync } from 'node:fs';
import {
  type Database,
  getDatabaseFile,
  type DatabaseOptions,
  openDatabase,
  readSchemaState,
  type SchemaState,
} from '@yunbiao/db';
import type { Config } from '../config/config.ts';
import { describeNewerData } from './describe-data.ts';

/** A command cannot work with the existing data. The message states what to do. */
export class UserError extends Error {
  override name = 'UserError';
}

const createDatabaseOpenError = (error: unknown): UserError => {
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(`数据库打不开：${reason}。`);
};

/** Opens the database. @throws {UserError} if the file is not a database or cannot be read */
const openDatabaseOrThrow = (options: DatabaseOptions): Database => {
  try {
    return openDatabase(options);
  } catch (error) {
    throw createDatabaseOpenError(error);
  }
};

/**
 * Opens the site's database for a command. Never creates a database, because a wrong folder must
 * not look like an empty site.
 * @throws {UserError}
 */
export const openExistingDatabase = async (config: Config): Promise<Database> => {
  const { databaseUrl, dataDir } = config;
  const file = getDatabaseFile(dataDir);
  if (!databaseUrl && !existsSync(file)) {
    throw new UserError(
      `${file} 不存在：先运行一次 npm start，或者用 DATA_DIR 指到网站的数据目录。`,
    );
  }
  const db = openDatabaseOrThrow({ databaseUrl, dataDir });
  let state: SchemaState;
  try {
    state = await readSchemaState(db);
  } catch (error) {
    await db.close();
    throw createDatabaseOpenError(error);
  }
  if (state === 'current') return db;
  await db.close();
  if (state === 'newer') throw new UserError(describeNewerData(config));
  throw new UserError('数据库的表不是这个版本的：先运行一次 npm start。');
};
