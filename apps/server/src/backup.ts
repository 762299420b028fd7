import { join, resolve } from 'node:path';
import { type Database, databaseFile, openDatabase, withSnapshot } from '@yunbiao/db';
import { demoMemberFile } from '@yunbiao/sample';
import { type StoredKeys, storedKeys } from '@yunbiao/services';
import { constants, existsSync } from 'node:fs';
import { copyFile, stat, writeFile } from 'node:fs/promises';
import { BackupError, writeSentence } from './backup/backup-error.ts';
import { type Copied, copyFiles } from './backup/copy-files.ts';
import { dumpPostgres, DUMP_NAME } from './backup/dump-postgres.ts';
import { claimTarget, type Target } from './backup/target.ts';
import { type Config, ConfigError, folderOfCaller, readConfig } from './config.ts';
import { openExisting, UserError } from './open-existing.ts';
import { keepFilesPrivate } from './private-files.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Scope = { config: Config; db: Database; target: Target; env: Env; signal: AbortSignal };

const USAGE = '要这样写：npm run backup -- <目标文件夹>，一个新的或空的文件夹，在 DATA_DIR 外面。';

/** An empty file of ours for another program to write into. */
const create = (file: string): Promise<void> => writeFile(file, '', { flag: 'wx', mode: 0o600 });

/** Copies the database as it is at one instant, and answers the files its rows name. */
const copyDatabase = async ({ config, db, target, env, signal }: Scope): Promise<StoredKeys> => {
  const { databaseUrl } = config;
  if (databaseUrl) {
    const file = join(target.folder, DUMP_NAME);
    return withSnapshot(db, async ({ tx, snapshot }) => {
      await target.made(file, async () => {
        await create(file);
        await dumpPostgres({ databaseUrl, snapshot, file, env, signal });
      });
      return storedKeys(tx);
    });
  }
  const file = databaseFile(target.folder);
  await target.made(file, async () => {
    await create(file);
    await db.backup?.(file);
  });
  signal.throwIfAborted();
  const copy = openDatabase({ filename: file });
  try {
    return await storedKeys(copy.kysely);
  } finally {
    await copy.close();
  }
};

/** What the copied rows name and the copy lacks. A file that the site itself has lost is told, and keeps nobody from a backup. */
const lost = async ({ db, target }: Scope, keys: StoredKeys): Promise<string[]> => {
  const isThere = (key: string): boolean => existsSync(join(target.folder, 'files', key));
  const missing = [...keys.downloads, ...keys.pictures].filter((key) => !isThere(key));
  if (missing.length === 0) return [];
  const now = await storedKeys(db.kysely);
  const removed = keys.downloads.find((key) => !isThere(key) && !now.downloads.includes(key));
  if (removed) throw new BackupError('备份的时候有下载文件被移除了，请再来一次。');
  const still = missing.filter((key) => now.downloads.includes(key) || now.pictures.includes(key));
  const [first] = still;
  if (first === undefined) return [];
  return [`注意：网站自己就缺 ${still.length} 个文件，例如 files/${first}；其余的都已备份。`];
};

const copyStore = async (scope: Scope, keys: StoredKeys): Promise<Copied> => {
  const { config, target, signal } = scope;
  if (config.s3) {
    const note = `文件在 S3 的桶 ${config.s3.bucket} 里，不在这份备份中，请用存储服务自己的版本或复制功能。`;
    return { files: 0, bytes: 0, notes: [note] };
  }
  const copied = await copyFiles(join(config.dataDir, 'files'), target, signal);
  return { ...copied, notes: [...copied.notes, ...(await lost(scope, keys))] };
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const summary = async ({ config, target }: Scope, copied: Copied): Promise<string> => {
  const name = config.databaseUrl ? DUMP_NAME : databaseFile('');
  const { size } = await stat(join(target.folder, name));
  return [
    ...copied.notes,
    `已备份到 ${target.folder}`,
    `数据库 ${name} ${megabytes(size)}，文件 ${copied.files} 个 ${megabytes(copied.bytes)}`,
    '',
  ].join('\n');
};

/**
 * Copies database, files and a demo's password into a new or empty folder while the site runs. The database goes first: a
 * row is written after its file, so the files its rows name are there, but for pictures that were already unused.
 * @throws {UserError} when it cannot, having removed what it made
 */
export const backupTo = async (
  config: Config,
  folder: string,
  { env = {}, signal = new AbortController().signal }: { env?: Env; signal?: AbortSignal } = {},
): Promise<string> => {
  const db = await openExisting(config);
  try {
    const target = await claimTarget(folder, config.dataDir);
    const scope = { config, db, target, env, signal };
    try {
      const copied = await copyStore(scope, await copyDatabase(scope));
      // Without it the next start of the copy would give the demo member a new password.
      const demo = demoMemberFile(config.dataDir);
      const copyOfDemo = demoMemberFile(target.folder);
      if (existsSync(demo))
        await target.made(copyOfDemo, () => copyFile(demo, copyOfDemo, constants.COPYFILE_EXCL));
      signal.throwIfAborted();
      await target.finish();
      return await summary(scope, copied);
    } catch (error) {
      // Half a backup is worse than none: it looks like one.
      await target.undo();
      if (signal.aborted) throw new BackupError('备份被打断了，没有留下什么。', error);
      const sentence = error instanceof BackupError ? null : writeSentence(error);
      throw sentence ? new BackupError(sentence, error) : error;
    }
  } finally {
    await db.close();
  }
};

const INTERRUPTED = 130;

/** The first signal stops and clears up; the second leaves at once, and the mark of an unfinished backup stays. */
const stopOnSignal = (): AbortSignal => {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    process.stderr.write('正在停下，清理做了一半的备份……再按一次 Ctrl-C 就不清理了。\n');
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  return controller.signal;
};

/** The command; returns the exit code. */
export const run = async (args: readonly string[], env: Env): Promise<number> => {
  const signal = stopOnSignal();
  try {
    const [name] = args;
    if (name === undefined || args.length > 1 || name === '' || name.startsWith('-'))
      throw new UserError(USAGE);
    const folder = resolve(folderOfCaller(env), name);
    process.stdout.write(await backupTo(readConfig(env), folder, { env, signal }));
    return 0;
  } catch (error) {
    if (error instanceof UserError || error instanceof ConfigError)
      process.stderr.write(`${error.message}\n`);
    else console.error(error);
    return signal.aborted ? INTERRUPTED : 1;
  }
};

if (import.meta.main) {
  keepFilesPrivate();
  process.exitCode = await run(process.argv.slice(2), process.env);
}
