import { join, resolve } from 'node:path';
import type { Database } from '@yunbiao/db';
import { type StoredKeys, listExpectedFileKeys, S3Error } from '@yunbiao/services';
import { BackupError, describeBackupFailure } from './backup/backup-error.ts';
import { isBucketUrl, parseBucketUrl } from './backup/bucket-folder.ts';
import { copyBucket } from './backup/copy-bucket.ts';
import {
  type CopiedDatabase,
  copyDatabase,
  getDatabaseCopyFileName,
} from './backup/copy-database.ts';
import { copyFiles } from './backup/copy-files.ts';
import { claimBackupBucket, claimBackupFolder, type Destination } from './backup/destination.ts';
import { type ManifestWriter, openManifestWriter } from './backup/manifest.ts';
import { type Config, ConfigError, resolveCallerFolder, readConfig } from './config/config.ts';
import { openExistingDatabase, UserError } from './startup/open-existing-database.ts';
import { setPrivateUmask } from './startup/private-files.ts';
import { describeS3Error } from './startup/start-failure.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Scope = {
  config: Config;
  db: Database;
  destination: Destination;
  env: Env;
  signal: AbortSignal;
  isBucketCopied: boolean;
};

const COPY_BUCKET_FLAG = '--copy-bucket';

const USAGE = `要这样写：npm run backup -- <目标文件夹>，一个新的或空的文件夹，在 DATA_DIR 外面，或者 s3://桶/文件夹；文件在 S3 桶里的网站，加 ${COPY_BUCKET_FLAG} 就把它们也复制进来。`;

/** Summary of the copied data for the operator. */
type Summary = { notes: string[]; files: number; bytes: number };

/**
 * Lists files that the copied rows name and the copy lacks. A file that the site itself has lost is
 * reported but does not fail the backup.
 */
const listLostFiles = async (
  { db }: Scope,
  keys: StoredKeys,
  copiedKeys: ReadonlySet<string>,
): Promise<string[]> => {
  const isObjectMissing = (key: string): boolean => !copiedKeys.has(key);
  const missing = [...keys.downloads, ...keys.pictures].filter(isObjectMissing);
  if (missing.length === 0) return [];
  const currentKeys = await listExpectedFileKeys(db.kysely);
  const current = new Set([...currentKeys.downloads, ...currentKeys.pictures]);
  if (keys.downloads.some((key) => isObjectMissing(key) && !current.has(key)))
    throw new BackupError('备份的时候有下载文件被删除了，请重试。');
  return missing.filter((key) => current.has(key));
};

const copyFolderStore = async (
  scope: Scope,
  keys: StoredKeys,
  manifest: ManifestWriter,
): Promise<Summary> => {
  const from = join(scope.config.dataDir, 'files');
  const copyResult = await copyFiles(from, { ...scope, manifest });
  const lostFiles = await listLostFiles(scope, keys, copyResult.keys);
  for (const key of lostFiles) await manifest.add({ missing: key });
  const [first] = lostFiles;
  const warning = `注意：网站自己就缺 ${lostFiles.length} 个文件，例如 files/${first}；其余的都已备份。`;
  return {
    ...copyResult,
    notes: first === undefined ? copyResult.notes : [...copyResult.notes, warning],
  };
};

/** Missing objects that are named one by one. */
const MAX_NAMED = 20;

const copyBucketStore = async (
  scope: Scope,
  keys: StoredKeys,
  manifest: ManifestWriter,
): Promise<Summary> => {
  const { config, isBucketCopied: isCopied } = scope;
  if (!config.s3) return { notes: [], files: 0, bytes: 0 };
  const allKeys = [...new Set([...keys.downloads, ...keys.pictures])].toSorted();
  const bucket = await copyBucket(
    { settings: config.s3, keys: allKeys, isCopied },
    { ...scope, manifest },
  );
  const { missing } = bucket;
  const listedNote = `桶 ${config.s3.bucket} 里的 ${bucket.listed} 个文件（${formatMegabytes(bucket.bytes)}）记在清单里，没有复制：要复制就加 ${COPY_BUCKET_FLAG}，或者用存储服务自己的版本或复制功能。`;
  const lostNote = [
    `注意：数据库里有、桶里没有的文件 ${missing.length} 个：`,
    ...missing.slice(0, MAX_NAMED).map((key) => `  ${key}`),
    ...(missing.length > MAX_NAMED ? ['  … 其余的见清单'] : []),
  ];
  const notes = [...(isCopied ? [] : [listedNote]), ...(missing.length === 0 ? [] : lostNote)];
  return { notes, files: bucket.files, bytes: isCopied ? bucket.bytes : 0 };
};

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const summarizeBackup = (
  { config, destination }: Scope,
  { files: [database] }: CopiedDatabase,
  { notes, files, bytes }: Summary,
): string =>
  [
    ...notes,
    `已备份到 ${destination.name}`,
    `数据库 ${getDatabaseCopyFileName(config)} ${formatMegabytes(database?.bytes ?? 0)}，文件 ${files} 个 ${formatMegabytes(bytes)}`,
    '',
  ].join('\n');

/**
 * The database is copied first: a row is written after its file, so all files of the copied rows
 * exist, except pictures that were already unused.
 */
const writeBackup = async (scope: Scope): Promise<string> => {
  const { config, destination, signal } = scope;
  const database = await copyDatabase(scope);
  const manifest = await openManifestWriter(destination.target, database.head);
  try {
    for (const file of database.files) await manifest.add(file);
    const copyStore = config.s3 ? copyBucketStore : copyFolderStore;
    const summary = await copyStore(scope, database.keys, manifest);
    signal.throwIfAborted();
    await manifest.finish();
    await destination.finish();
    return summarizeBackup(scope, database, summary);
  } finally {
    await manifest.close();
  }
};

/** Message for an error, or the error itself when it must be shown in full. */
const toBackupError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return new BackupError('备份被打断了，没有留下什么。', error);
  if (error instanceof S3Error)
    return new BackupError(`${describeS3Error(error)}备份没有做完。`, error);
  const sentence = error instanceof BackupError ? null : describeBackupFailure(error);
  return sentence ? new BackupError(sentence, error) : error;
};

/**
 * Copies the database, files and the demo password to a new or empty folder, or to `s3://…`, while
 * the site runs. Returns the summary to print.
 * @throws {UserError} if it fails; all created files are removed
 */
export const createBackup = async (
  config: Config,
  destinationName: string,
  {
    env = {},
    signal = new AbortController().signal,
    isBucketCopied = false,
  }: { env?: Env; signal?: AbortSignal; isBucketCopied?: boolean } = {},
): Promise<string> => {
  const db = await openExistingDatabase(config);
  try {
    const destination = await (
      isBucketUrl(destinationName)
        ? claimBackupBucket(parseBucketUrl(destinationName, config), config.dataDir)
        : claimBackupFolder(destinationName, config.dataDir)
    ).catch((error: unknown) => {
      throw toBackupError(error, signal);
    });
    try {
      return await writeBackup({ config, db, destination, env, signal, isBucketCopied });
    } catch (error) {
      // A partial backup could be mistaken for a complete one.
      await destination.undo();
      throw toBackupError(error, signal);
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
    const [name, ...extraArgs] = args.filter((word) => word !== COPY_BUCKET_FLAG);
    if (!name || extraArgs.length > 0 || name.startsWith('-')) throw new UserError(USAGE);
    const destination = isBucketUrl(name) ? name : resolve(resolveCallerFolder(env), name);
    const isBucketCopied = args.includes(COPY_BUCKET_FLAG);
    const options = { env, signal, isBucketCopied };
    process.stdout.write(await createBackup(readConfig(env), destination, options));
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
