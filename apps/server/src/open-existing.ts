import { existsSync } from 'node:fs';
import {
  type Database,
  databaseFile,
  type DatabaseOptions,
  openDatabase,
  readSchemaState,
  type SchemaState,
} from '@yunbiao/db';
import type { Config } from './config.ts';
import { sayNewerData } from './data-place.ts';

/** A command cannot work on what is there; the message says what to do. */
export class UserError extends Error {
  override name = 'UserError';
}

const unopened = (error: unknown): UserError => {
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(`数据库打不开：${reason}。`);
};

/** @throws {UserError} for a file that is no database or cannot be read */
const opened = (options: DatabaseOptions): Database => {
  try {
    return openDatabase(options);
  } catch (error) {
    throw unopened(error);
  }
};

/**
 * Opens the site's database for a command, and never makes a new one: a wrong folder must not look like an empty site.
 * @throws {UserError}
 */
export const openExisting = async (config: Config): Promise<Database> => {
  const { databaseUrl, dataDir } = config;
  const file = databaseFile(dataDir);
  if (!databaseUrl && !existsSync(file)) {
    throw new UserError(
      `${file} 不存在：先运行一次 npm start，或者用 DATA_DIR 指到网站的数据目录。`,
    );
  }
  const db = opened({ databaseUrl, dataDir });
  let state: SchemaState;
  try {
    state = await readSchemaState(db);
  } catch (error) {
    await db.close();
    throw unopened(error);
  }
  if (state === 'current') return db;
  await db.close();
  if (state === 'newer') throw new UserError(sayNewerData(config));
  throw new UserError('数据库的表不是这个版本的：先运行一次 npm start。');
};
