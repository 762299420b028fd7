import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore, createS3Store, type S3Settings } from '@yunbiao/services';
import { BackupError, describeBackupFailure } from '../backup/backup-error.ts';
import { DUMP_NAME, type ToolEnv } from '../backup/dump-postgres.ts';
import {
  claimTargetFolder,
  type Target,
  type TargetPurpose,
  UNFINISHED_MARKER,
  requireClaimableTarget,
} from '../backup/target.ts';
import { writeContent } from '../backup/write-content.ts';
import type { Config } from '../config/config.ts';
import { UserError } from '../startup/open-existing-database.ts';
import { type BackupCheck, checkBackup, listFirstNames } from './check-backup.ts';
import { listDumpMigrations, restoreDump } from './postgres-tool.ts';
import { createBucketStore, createFolderStore, type RestoreStore } from './restore-store.ts';
import {
  checkSqliteFile,
  describeWrongRowCounts,
  readRestoredDatabaseFacts,
  refuseNewerMigrations,
  refuseNonEmptyDatabase,
  type RestoredFacts,
} from './restored-database.ts';
import { type Backup, openBackup, SQLITE_NAME } from './source.ts';

/** Where a backup is restored to. */
export type RestoreTarget = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** Bucket that copied files go to; undefined: into `dataDir`. */
  store: S3Settings | undefined;
  /** Bucket that listed objects are compared with. */
  bucket: S3Settings | undefined;
};

export type RestoreOptions = { env: ToolEnv; signal: AbortSignal };

type Scope = RestoreOptions & { backup: Backup; restoreTarget: RestoreTarget; store: RestoreStore };

const createRestoreTargetPurpose = (backup: Backup): TargetPurpose => ({
  unfinished: '这次恢复没有做完，这个文件夹不能用，清空它再恢复。\n',
  isNoFolder: (folder) => `DATA_DIR（${folder}）不是文件夹，恢复要写进一个新的或空的文件夹。`,
  isNotEmpty: (folder, entries) =>
    entries.includes(UNFINISHED_MARKER)
      ? `DATA_DIR（${folder}）里是一次没有做完的恢复或备份：请清空它再恢复。`
      : `DATA_DIR（${folder}）里已经有东西了（${entries.slice(0, 3).join('、')}），恢复只写进一个新的或空的文件夹：请先停下网站，把它改名留着。`,
  outside: {
    folder: backup.folder,
    sentence: (folder) => `DATA_DIR（${folder}）在备份的文件夹里面，请换一个外面的文件夹。`,
  },
  cannot: (folder, reason) => `不能恢复到 DATA_DIR（${folder}）：${reason}。请换一个文件夹。`,
});

const refuseBackupOfOtherEngine = ({ engine }: Backup, { databaseUrl }: RestoreTarget): void => {
  if (engine === 'sqlite' && databaseUrl)
    throw new BackupError(
      '这是 SQLite 的备份，DATABASE_URL 却指着 PostgreSQL：两种数据库之间不能搬，请去掉 DATABASE_URL。',
    );
  if (engine === 'postgres' && !databaseUrl)
    throw new BackupError('这是 PostgreSQL 的备份：请把 DATABASE_URL 写成一个空的库，再恢复。');
};

/** A file of the backup on this machine; what lies in a bucket is fetched first. */
const runWithLocalFile = async <T>(
  { backup }: Scope,
  path: string,
  work: (file: string) => Promise<T>,
): Promise<T> => {
  if (backup.folder !== null) return work(join(backup.folder, path));
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-restore-'));
  try {
    const content = await backup.open(path);
    if (!content) throw new BackupError(`备份 ${backup.name} 里没有 ${path}。`);
    const target = await claimTargetFolder(
      join(folder, 'made'),
      createRestoreTargetPurpose(backup),
    );
    await writeContent(target, path, content);
    return await work(join(target.folder, path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Whether this version can read the database of the backup. Nothing is written. */
const requireReadableDatabaseCopy = (scope: Scope): Promise<void> =>
  runWithLocalFile(
    scope,
    scope.backup.engine === 'sqlite' ? SQLITE_NAME : DUMP_NAME,
    async (file) => {
      if (scope.backup.engine === 'sqlite') checkSqliteFile(file);
      else refuseNewerMigrations(await listDumpMigrations(file, scope.env, scope.signal));
    },
  );

const refuseExistingStoredFiles = async ({ backup, store }: Scope): Promise<void> => {
  for await (const entry of backup.entries())
    if ('path' in entry && entry.path.startsWith('files/'))
      await store.refuse(entry.path, entry.bytes);
};

/** Everything that can be known before anything is written. @throws {BackupError} */
const checkBackupBeforeWriting = async (scope: Scope): Promise<BackupCheck> => {
  const { backup, restoreTarget, signal } = scope;
  refuseBackupOfOtherEngine(backup, restoreTarget);
  if (backup.head) refuseNewerMigrations([backup.head.migration]);
  await requireClaimableTarget(restoreTarget.dataDir, createRestoreTargetPurpose(backup));
  if (restoreTarget.databaseUrl) await refuseNonEmptyDatabase(restoreTarget.databaseUrl);
  const check = await checkBackup(backup, { bucket: restoreTarget.bucket, signal });
  await refuseExistingStoredFiles(scope);
  await requireReadableDatabaseCopy(scope);
  return check;
};

const writeBackupFiles = async (
  { backup, store, signal }: Scope,
  target: Target,
): Promise<void> => {
  for await (const entry of backup.entries()) {
    signal.throwIfAborted();
    if (!('path' in entry) || entry.path === DUMP_NAME) continue;
    const content = await backup.open(entry.path);
    if (!content) throw new BackupError(`备份里的 ${entry.path} 不见了，没有恢复。`);
    const write = entry.path.startsWith('files/') ? store.write : writeContent;
    const sum = await write(target, entry.path, content);
    if (sum && (sum.bytes !== entry.bytes || (entry.sha256 ?? sum.sha256) !== sum.sha256))
      throw new BackupError(`${entry.path} 写下来和备份里的不一样，没有恢复：请检查磁盘。`);
  }
};

/** @throws {BackupError} if the restored database is not the one that was backed up */
const requireRestoredAsBackedUp = async ({
  backup,
  restoreTarget,
}: Scope): Promise<RestoredFacts> => {
  const facts = await readRestoredDatabaseFacts(restoreTarget);
  const wrongCounts = describeWrongRowCounts(facts.rows, backup.head?.rows ?? {});
  const problem = facts.integrity.problems[0] ?? wrongCounts[0];
  if (problem !== undefined)
    throw new BackupError(`恢复出来的数据库不对：${problem}。请换一份备份。`);
  return facts;
};

const writeFilesAndDatabase = async (scope: Scope): Promise<RestoredFacts> => {
  const { backup, restoreTarget, store, env, signal } = scope;
  const target = await claimTargetFolder(restoreTarget.dataDir, createRestoreTargetPurpose(backup));
  const { databaseUrl } = restoreTarget;
  try {
    await writeBackupFiles(scope, target);
    if (databaseUrl)
      await runWithLocalFile(scope, DUMP_NAME, (file) =>
        restoreDump({ databaseUrl, file, env }, signal),
      );
    const facts = await requireRestoredAsBackedUp(scope);
    await target.finish();
    return facts;
  } catch (error) {
    await store.undo();
    await target.undo();
    const sentence = error instanceof UserError ? null : describeBackupFailure(error);
    throw sentence === null
      ? error
      : new BackupError(sentence.replace('备份失败', '恢复失败'), error);
  }
};

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const describeBackupCheck = ({ name, head }: Backup, check: BackupCheck): string[] => [
  `备份 ${name}`,
  head
    ? `做于 ${head.madeAt}，表到 ${head.migration}`
    : '是早先版本做的，没有校验和，只检查了数据库',
  `文件 ${check.files} 个 ${formatMegabytes(check.bytes)}${head ? '，校验和都对' : ''}`,
  ...(check.objects > 0 ? [`留在桶里的文件 ${check.objects} 个`] : []),
  ...listFirstNames('注意：备份的时候网站自己就缺的文件', check.lost),
  ...listFirstNames('注意：桶里缺了或变了的文件', check.changed),
];

/** Expected files that the restored site does not have. */
export const listLackingFiles = async (
  { keys }: RestoredFacts,
  { dataDir, store, bucket }: RestoreTarget,
): Promise<string[]> => {
  const settings = store ?? bucket;
  const files = settings ? createS3Store(settings) : createDiskStore(join(dataDir, 'files'));
  const lacking: string[] = [];
  for (const key of new Set([...keys.downloads, ...keys.pictures]))
    if (!(await files.stat(key))) lacking.push(key);
  return lacking;
};

export type Restored = { backup: Backup; check: BackupCheck; facts: RestoredFacts };

/** Checks a backup and restores it into empty places. @throws {UserError} */
export const restoreInto = async (
  backup: Backup,
  restoreTarget: RestoreTarget,
  options: RestoreOptions,
): Promise<Restored> => {
  const store = restoreTarget.store ? createBucketStore(restoreTarget.store) : createFolderStore();
  const scope = { ...options, backup, restoreTarget, store };
  const check = await checkBackupBeforeWriting(scope);
  return { backup, check, facts: await writeFilesAndDatabase(scope) };
};

/**
 * Restores a backup into `DATA_DIR` and `DATABASE_URL`, both empty, or only checks whether it
 * could. Returns the text for the operator.
 * @throws {UserError} if it cannot be restored; nothing stays
 */
export const restoreBackup = async (
  config: Config,
  name: string,
  { isDryRun, ...options }: RestoreOptions & { isDryRun: boolean },
): Promise<string[]> => {
  const { dataDir, databaseUrl, s3 } = config;
  const backup = await openBackup(name, config);
  const restoreTarget = { dataDir, databaseUrl, store: s3, bucket: s3 };
  const to = databaseUrl ? `DATABASE_URL 所指的库和 ${dataDir}` : dataDir;
  if (isDryRun) {
    const scope = {
      ...options,
      backup,
      restoreTarget,
      store: s3 ? createBucketStore(s3) : createFolderStore(),
    };
    const check = await checkBackupBeforeWriting(scope);
    return [...describeBackupCheck(backup, check), `可以恢复到 ${to}；这次只是检查，什么也没有写`];
  }
  const { check, facts } = await restoreInto(backup, restoreTarget, options);
  return [
    ...describeBackupCheck(backup, check),
    ...listFirstNames(
      '注意：数据库里有、恢复后没有的文件',
      await listLackingFiles(facts, restoreTarget),
    ),
    `已恢复到 ${to}`,
    facts.state === 'behind' ? '它是早先版本的，下次启动时自己升级' : '可以启动了',
  ];
};
