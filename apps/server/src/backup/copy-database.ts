import { copyFile, writeFile } from 'node:fs/promises';
import { constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  countRowsByTable,
  type Database,
  type Executor,
  getDatabaseFile,
  listExecutedMigrations,
  openDatabase,
  withSnapshot,
} from '@yunbiao/db';
import { getDemoMemberPath } from '@yunbiao/sample';
import { listExpectedFileKeys, type StoredKeys } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import { dumpPostgres, DUMP_NAME } from './dump-postgres.ts';
import type { Destination } from './destination.ts';
import type { FileSum } from './file-sum.ts';
import type { ManifestHead } from './manifest.ts';

export type DatabaseScope = {
  config: Config;
  db: Database;
  destination: Destination;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
};

export const getDatabaseCopyFileName = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): string =>
  databaseUrl ? DUMP_NAME : getDatabaseFile('');

/** What the copied rows say. */
type CopyFacts = Pick<ManifestHead, 'migration' | 'rows'> & { keys: StoredKeys };

const readDatabaseFactsForManifest = async (executor: Executor): Promise<CopyFacts> => ({
  migration: (await listExecutedMigrations(executor)).at(-1) ?? '',
  rows: await countRowsByTable(executor),
  keys: await listExpectedFileKeys(executor),
});

/** Creates an empty private file for another program to write into. */
const createEmptyFile = (file: string): Promise<void> =>
  writeFile(file, '', { flag: 'wx', mode: 0o600 });

/** Copies the database at one snapshot and reads from it what the manifest says of it. */
const copyDatabaseAndReadFacts = async (scope: DatabaseScope): Promise<CopyFacts> => {
  const { config, db, destination, env, signal } = scope;
  const { target } = destination;
  const { databaseUrl } = config;
  const file = join(target.folder, getDatabaseCopyFileName(config));
  if (databaseUrl)
    return withSnapshot(db, async ({ tx, snapshot }) => {
      await target.createFile(file, async () => {
        await createEmptyFile(file);
        await dumpPostgres({ databaseUrl, snapshot, file, env, signal });
      });
      return readDatabaseFactsForManifest(tx);
    });
  await target.createFile(file, async () => {
    await createEmptyFile(file);
    await db.backup?.(file);
  });
  signal.throwIfAborted();
  const copy = openDatabase({ filename: file });
  try {
    return await readDatabaseFactsForManifest(copy.kysely);
  } finally {
    await copy.close();
  }
};

export type CopiedDatabase = {
  head: ManifestHead;
  keys: StoredKeys;
  /** Database and password of the demo member. */
  files: ({ path: string } & FileSum)[];
};

/** Copies the database and the password of the demo member. */
export const copyDatabase = async (scope: DatabaseScope): Promise<CopiedDatabase> => {
  const { config, destination } = scope;
  const { keys, ...facts } = await copyDatabaseAndReadFacts(scope);
  const name = getDatabaseCopyFileName(config);
  const files = [{ path: name, ...(await destination.keep(name)) }];
  // Without this file, the next start of the copy would give the demo member a new password.
  const demo = getDemoMemberPath(config.dataDir);
  if (existsSync(demo)) {
    const path = getDemoMemberPath('');
    const copy = join(destination.target.folder, path);
    await destination.target.createFile(copy, () => copyFile(demo, copy, constants.COPYFILE_EXCL));
    files.push({ path, ...(await destination.keep(path)) });
  }
  const head: ManifestHead = {
    format: 1,
    madeAt: new Date().toISOString(),
    engine: config.databaseUrl ? 'postgres' : 'sqlite',
    ...facts,
    bucket: config.s3?.bucket ?? null,
  };
  return { head, keys, files };
};
