import { join, resolve } from 'node:path';
import { type Database, getDatabaseFile, openDatabase, withSnapshot } from '@yunbiao/db';
import { getDemoMemberPath } from '@yunbiao/sample';
import { type StoredKeys, listExpectedFileKeys } from '@yunbiao/services';
import { constants, existsSync } from 'node:fs';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { BackupError, describeBackupFailure } from './backup/backup-error.ts';
import { type Copied, copyFiles } from './backup/copy-files.ts';
import { dumpPostgres, DUMP_NAME } from './backup/dump-postgres.ts';
import { claimBackupTarget, type Target } from './backup/target.ts';
import { type Config, ConfigError, resolveCallerFolder, readConfig } from './config/config.ts';
import { openExistingDatabase, UserError } from './startup/open-existing-database.ts';
import { setPrivateUmask } from './startup/private-files.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Scope = { config: Config; db: Database; target: Target; env: Env; signal: AbortSignal };

const USAGE = '要这样写：npm run backup -- <目标文件夹>，一个新的或空的文件夹，在 DATA_DIR 外面。';

/** Creates an empty private file for another program to write into. */
const createEmptyFile = (file: string): Promise<void> =>
  writeFile(file, '', { flag: 'wx', mode: 0o600 });

/** Copies the database at one snapshot and returns the keys of files that its rows name. */
const copyDatabase = async ({ config, db, target, env, signal }: Scope): Promise<StoredKeys> => {
  const { databaseUrl } = config;
  if (databaseUrl) {
    const file = join(target.folder, DUMP_NAME);
    return withSnapshot(db, async ({ tx, snapshot }) => {
      await target.createFile(file, async () => {
        await createEmptyFile(file);
        await dumpPostgres({ databaseUrl, snapshot, file, env, signal });
      });
      return listExpectedFileKeys(tx);
    });
  }
  const file = getDatabaseFile(target.folder);
  await target.createFile(file, async () => {
    await createEmptyFile(file);
    await db.backup?.(file);
  });
  signal.throwIfAborted();
  const copy = openDatabase({ filename: file });
  try {
    return await listExpectedFileKeys(copy.kysely);
  } finally {
    await copy.close();
  }
};

/**
 * Lists files that the copied rows name and the copy lacks. A file that the site itself has lost is
 * reported but does not fail the backup.
 */
const describeMissingFiles = async ({ db, target }: Scope, keys: StoredKeys): Promise<string[]> => {
  const isFileInBackup = (key: string): boolean => existsSync(join(target.folder, 'files', key));
  const missing = [...keys.downloads, ...keys.pictures].filter((key) => !isFileInBackup(key));
  if (missing.length === 0) return [];
  const currentKeys = await listExpectedFileKeys(db.kysely);
  const removed = keys.downloads.find(
    (key) => !isFileInBackup(key) && !currentKeys.downloads.includes(key),
  );
  if (removed) throw new BackupError('备份的时候有下载文件被删除了，请重试。');
  const stillStored = missing.filter(
    (key) => currentKeys.downloads.includes(key) || currentKeys.pictures.includes(key),
  );
  const [first] = stillStored;
  if (first === undefined) return [];
  return [`注意：网站自己就缺 ${stillStored.length} 个文件，例如 files/${first}；其余的都已备份。`];
};

const copyFileStore = async (scope: Scope, keys: StoredKeys): Promise<Copied> => {
  const { config, target, signal } = scope;
  if (config.s3) {
    const warning = `文件在 S3 的桶 ${config.s3.bucket} 里，不在这份备份中，请用存储服务自己的版本或复制功能。`;
    return { files: 0, bytes: 0, notes: [warning] };
  }
  const copied = await copyFiles(join(config.dataDir, 'files'), target, signal);
  return { ...copied, notes: [...copied.notes, ...(await describeMissingFiles(scope, keys))] };
};

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const summarizeBackup = async ({ config, target }: Scope, copied: Copied): Promise<string> => {
  const name = config.databaseUrl ? DUMP_NAME : getDatabaseFile('');
  const { size } = await stat(join(target.folder, name));
  return [
    ...copied.notes,
    `已备份到 ${target.folder}`,
    `数据库 ${name} ${formatMegabytes(size)}，文件 ${copied.files} 个 ${formatMegabytes(copied.bytes)}`,
    '',
  ].join('\n');
};

/**
 * Copies the database, files and the demo password to a new or empty folder while the site runs.
 * The database is copied first: a row is written after its file, so all files of the copied rows
 * exist, except pictures that were already unused.
 * @throws {UserError} if it fails; all created files are removed
 */
export const createBackup = async (
  config: Config,
  folder: string,
  { env = {}, signal = new AbortController().signal }: { env?: Env; signal?: AbortSignal } = {},
): Promise<string> => {
  const db = await openExistingDatabase(config);
  try {
    const target = await claimBackupTarget(folder, config.dataDir);
    const scope = { config, db, target, env, signal };
    try {
      const copied = await copyFileStore(scope, await copyDatabase(scope));
      // Without this file, the next start of the copy would give the demo member a new password.
      const demo = getDemoMemberPath(config.dataDir);
      const copyOfDemo = getDemoMemberPath(target.folder);
      if (existsSync(demo))
        await target.createFile(copyOfDemo, () =>
          copyFile(demo, copyOfDemo, constants.COPYFILE_EXCL),
        );
      signal.throwIfAborted();
      await target.finish();
      return await summarizeBackup(scope, copied);
    } catch (error) {
      // A partial backup could be mistaken for a complete one.
      await target.undo();
      if (signal.aborted) throw new BackupError('备份被打断了，没有留下什么。', error);
      const sentence = error instanceof BackupError ? null : describeBackupFailure(error);
      throw sentence ? new BackupError(sentence, error) : error;
    }
  } finally {
    await db.close();
  }
};

const INTERRUPTED = 130;

/**
 * The first signal stops the backup and cleans up. The second exits at once and leaves the marker
 * of an unfinished backup.
 */
const createTerminationSignal = (): AbortSignal => {
  const controller = new AbortController();
  const abortBackup = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write('正在停下，清理做了一半的备份……再按一次 Ctrl-C 就不清理了。\n');
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, abortBackup);
  return controller.signal;
};

/** Runs the command and returns the exit code. */
export const runBackup = async (args: readonly string[], env: Env): Promise<number> => {
  const signal = createTerminationSignal();
  try {
    const [name] = args;
    if (name === undefined || args.length > 1 || name === '' || name.startsWith('-'))
      throw new UserError(USAGE);
    const folder = resolve(resolveCallerFolder(env), name);
    process.stdout.write(await createBackup(readConfig(env), folder, { env, signal }));
    return 0;
  } catch (error) {
    if (error instanceof UserError || error instanceof ConfigError)
      process.stderr.write(`${error.message}\n`);
    else console.error(error);
    return signal.aborted ? INTERRUPTED : 1;
  }
};

if (import.meta.main) {
  setPrivateUmask();
  process.exitCode = await runBackup(process.argv.slice(2), process.env);
}
