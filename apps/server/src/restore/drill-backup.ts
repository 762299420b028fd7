import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore, createS3Store } from '@yunbiao/services';
import { computeContentSum } from '../backup/file-sum.ts';
import type { Config } from '../config/config.ts';
import { createFailure, createGood, createWarning, type Finding } from '../report/findings.ts';
import { BackupError } from '../backup/backup-error.ts';
import { UserError } from '../startup/open-existing-database.ts';
import {
  listLackingFiles,
  type Restored,
  restoreInto,
  type RestoreOptions,
  type RestoreTarget,
} from './restore-backup.ts';
import { migrateRestored, withDrillDatabase } from './restored-database.ts';
import { type Backup, openBackup } from './source.ts';

/** Files that are read from the restored store. */
const SAMPLE_FILES = 20;

/** Items of a list at equal distances. */
const sampleEvenly = (items: readonly string[], count: number): string[] => {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, i) => i % step === 0);
};

const describeRowCounts = ({ backup, facts }: Restored): Finding => {
  const tables = Object.keys(facts.rows).length;
  const rows = Object.values(facts.rows).reduce((sum, count) => sum + count, 0);
  const detail = `${tables} 个表，${rows} 行`;
  return backup.head
    ? createGood('行数', `${detail}，和备份时一样`)
    : createWarning('行数', detail, '早先版本的备份没有记行数，没有可以比的：再备份一次就有了');
};

const describeIntactKeys = ({ facts: { integrity } }: Restored): Finding =>
  createGood('数据库', `没有坏的地方，${integrity.foreignKeys} 个外键都对得上`);

const checkRestoredFiles = async (
  { check, facts }: Restored,
  target: RestoreTarget,
): Promise<Finding> => {
  const lostFiles = new Set(check.lost);
  const lacking = (await listLackingFiles(facts, target)).filter((key) => !lostFiles.has(key));
  const badFiles = [...lacking, ...check.changed];
  if (badFiles.length > 0)
    return createFailure(
      '文件',
      `缺了或变了 ${badFiles.length} 个，例如 ${badFiles.slice(0, 3).join('、')}`,
      '看看桶或磁盘里的文件被谁删了、改了，从更早的备份取回来',
    );
  const files =
    target.bucket && check.objects > 0
      ? createS3Store(target.bucket)
      : createDiskStore(join(target.dataDir, 'files'));
  const allKeys = [...new Set([...facts.keys.downloads, ...facts.keys.pictures])].toSorted();
  const sample = sampleEvenly(
    allKeys.filter((key) => !lostFiles.has(key)),
    SAMPLE_FILES,
  );
  let bytes = 0;
  for (const key of sample) {
    const { stream, size } = await files.open(key);
    const sum = await computeContentSum(stream);
    if (sum.bytes !== size)
      return createFailure('文件', `${key} 读出来大小不对`, '检查磁盘或存储服务');
    bytes += sum.bytes;
  }
  const detail = `数据库用到 ${allKeys.length} 个，读了其中 ${sample.length} 个（${bytes} 字节）`;
  return lostFiles.size === 0
    ? createGood('文件', detail)
    : createWarning(
        '文件',
        `${detail}；备份的时候网站自己就缺 ${lostFiles.size} 个，例如 ${check.lost[0]}`,
        '从更早的备份取回来，或者在网站上重新上传',
      );
};

const checkMigrationOfRestored = async (
  { backup, facts }: Restored,
  target: RestoreTarget,
): Promise<Finding> => {
  const from = backup.head ? `备份时到 ${backup.head.migration}` : '备份时的版本没有记';
  if (facts.state === 'current') return createGood('表的版本', `${from}，是最新的`);
  const state = await migrateRestored(target);
  return state === 'current'
    ? createGood('表的版本', `${from}，在这里升级到最新，成功`)
    : createFailure('表的版本', `${from}，升级以后还是 ${state}`, '保留备份，联系开发者');
};

const listRestoreFindings = async (
  restored: Restored,
  target: RestoreTarget,
): Promise<Finding[]> => {
  const { check } = restored;
  const objects = check.objects === 0 ? '' : `，桶里的 ${check.objects} 个对象都问过`;
  return [
    createGood('恢复', `${check.files} 个文件 ${check.bytes} 字节，校验过${objects}`),
    describeRowCounts(restored),
    describeIntactKeys(restored),
    await checkRestoredFiles(restored, target),
    await checkMigrationOfRestored(restored, target),
  ];
};

const restoreAndCheck = async (
  backup: Backup,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Finding[]> => listRestoreFindings(await restoreInto(backup, target, options), target);

const drillInFolder = async (
  config: Config,
  backup: Backup,
  dataDir: string,
  options: RestoreOptions,
): Promise<Finding[]> => {
  const target = { dataDir, databaseUrl: undefined, store: undefined, bucket: config.s3 };
  if (backup.engine === 'sqlite') return restoreAndCheck(backup, target, options);
  if (!config.databaseUrl)
    throw new BackupError(
      '这是 PostgreSQL 的备份：请写上 DATABASE_URL，演习在那台服务器上另建一个临时的库。',
    );
  return withDrillDatabase(config.databaseUrl, (databaseUrl) =>
    restoreAndCheck(backup, { ...target, databaseUrl }, options),
  );
};

/**
 * Restores a backup into a temporary folder, and of PostgreSQL into a temporary database, checks it
 * and removes everything. Nothing of the site is read or written, and no port is opened.
 */
export const drillBackup = async (
  config: Config,
  name: string,
  options: RestoreOptions,
): Promise<Finding[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-drill-'));
  try {
    const backup = await openBackup(name, config);
    const backupFinding = createGood(
      '备份',
      `${name}${backup.head ? `，做于 ${backup.head.madeAt}` : ''}`,
    );
    return [backupFinding, ...(await drillInFolder(config, backup, join(folder, 'data'), options))];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [createFailure('恢复', `${name}：${error.message}`, '马上再做一份备份，再演习一次')];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
