import { createObjectInspector, type S3Settings } from '@yunbiao/services';
import { BackupError } from '../backup/backup-error.ts';
import { computeContentSum } from '../backup/file-sum.ts';
import type { Backup, BackupEntry } from './source.ts';

const MAX_NAMED = 20;

/** Names the first of a list, one a line. */
export const listFirstNames = (title: string, names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${title} ${names.length} 个：`,
        ...names.slice(0, MAX_NAMED).map((name) => `  ${name}`),
        ...(names.length > MAX_NAMED ? ['  …'] : []),
      ];

export type BackupCheck = {
  files: number;
  bytes: number;
  /** Objects that stayed in the bucket. */
  objects: number;
  /** Files that the site had lost before the backup. */
  lost: string[];
  /** Objects that the bucket no longer has, or has with other content. */
  changed: string[];
};

type FileEntry = Extract<BackupEntry, { path: string }>;

/** Fault of a file of a backup; null if it is whole. */
const findFileFault = async (backup: Backup, entry: FileEntry): Promise<string | null> => {
  const content = await backup.open(entry.path);
  if (!content) return `${entry.path}（没有）`;
  const { bytes, sha256 } = await computeContentSum(content);
  if (bytes !== entry.bytes) return `${entry.path}（${bytes} 字节，应为 ${entry.bytes}）`;
  if (entry.sha256 !== null && sha256 !== entry.sha256) return `${entry.path}（内容不一样）`;
  return null;
};

type ObjectEntry = Extract<BackupEntry, { object: string }>;

const createBucketObjectCheck = (
  backup: Backup,
  bucket: S3Settings | undefined,
): ((entry: ObjectEntry) => Promise<string | null>) => {
  if (!bucket)
    return () => {
      const name = backup.head?.bucket ?? '';
      throw new BackupError(
        `这份备份的文件留在桶 ${name} 里，没有复制进来：请写上 S3_ 开头的设置再恢复。`,
      );
    };
  const inspect = createObjectInspector(bucket);
  return async ({ object, bytes, etag }) => {
    const objectStat = await inspect(object);
    if (!objectStat) return `${object}（桶里没有）`;
    return objectStat.size === bytes && objectStat.etag === etag ? null : `${object}（桶里的变了）`;
  };
};

/**
 * Reads the whole backup and compares it with its manifest, and the listed objects with the bucket.
 * @throws {BackupError} that names the files which are not as they were written
 */
export const checkBackup = async (
  backup: Backup,
  { bucket, signal }: { bucket: S3Settings | undefined; signal: AbortSignal },
): Promise<BackupCheck> => {
  const check: BackupCheck = { files: 0, bytes: 0, objects: 0, lost: [], changed: [] };
  const faults: string[] = [];
  const checkObject = createBucketObjectCheck(backup, bucket);
  for await (const entry of backup.entries()) {
    signal.throwIfAborted();
    if ('missing' in entry) check.lost.push(entry.missing);
    else if ('object' in entry) {
      check.objects += 1;
      const fault = await checkObject(entry);
      if (fault !== null) check.changed.push(fault);
    } else {
      check.files += 1;
      check.bytes += entry.bytes;
      const fault = await findFileFault(backup, entry);
      if (fault !== null) faults.push(fault);
    }
  }
  if (faults.length > 0)
    throw new BackupError(
      [`备份 ${backup.name} 坏了，没有恢复。`, ...listFirstNames('对不上的文件', faults)].join(
        '\n',
      ),
    );
  return check;
};
