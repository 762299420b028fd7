import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Store, type FileStore } from '@yunbiao/services';
import { BackupError } from './backup-error.ts';
import type { BucketFolder } from './bucket-folder.ts';
import {
  type Content,
  type FileSum,
  computeFileSum,
  passThroughWithSum,
  toWebStream,
} from './file-sum.ts';
import { MANIFEST_NAME } from './manifest.ts';
import { claimTargetFolder, createBackupTargetPurpose, type Target } from './target.ts';
import { writeContent } from './write-content.ts';

/** Where a backup goes. Paths are relative to it. */
export type Destination = {
  name: string;
  /** Folder of this machine in which database and manifest are made. */
  target: Target;
  /** Copies a file of this machine. Rejects with ENOENT if it has gone. */
  copyFrom: (path: string, source: string) => Promise<FileSum>;
  write: (path: string, content: Content) => Promise<FileSum>;
  /** Takes over a file that was made in the folder of `target`. */
  keep: (path: string) => Promise<FileSum>;
  /** Whether the name can be written there. */
  accepts: (path: string) => boolean;
  /** Takes over the manifest and marks the backup as complete. */
  finish: () => Promise<void>;
  /** Removes everything that was created. */
  undo: () => Promise<void>;
};

/** Claims a new or empty folder for a backup. @throws {BackupError} */
export const claimBackupFolder = async (folder: string, dataDir: string): Promise<Destination> => {
  const target = await claimTargetFolder(folder, createBackupTargetPurpose(dataDir));
  const sumStoredFile = (path: string): Promise<FileSum> => computeFileSum(join(folder, path));
  return {
    name: folder,
    target,
    copyFrom: async (path, source) => {
      const to = await target.preparePath(path);
      await target.createFile(to, () => copyFile(source, to, constants.COPYFILE_EXCL));
      return sumStoredFile(path);
    },
    write: (path, content) => writeContent(target, path, content),
    keep: sumStoredFile,
    accepts: () => true,
    finish: () => target.finish(),
    undo: () => target.undo(),
  };
};

/** Writes piece by piece, then checks that everything has arrived. */
const putAndVerifySize = async (
  store: FileStore,
  key: string,
  content: Content,
): Promise<FileSum> => {
  const summed = passThroughWithSum(content);
  await store.put(key, toWebStream(summed.content));
  const sum = summed.getSum();
  const storedStat = await store.stat(key);
  if (storedStat?.size !== sum.bytes)
    throw new BackupError(`${key} 写进桶里以后大小不对，备份失败，请重试。`);
  return sum;
};

/**
 * A new folder in a bucket. The manifest is written last: without it there is no backup. Database
 * and manifest are made in a private folder first.
 * @throws {BackupError}
 */
export const claimBackupBucket = async (
  bucketFolder: BucketFolder,
  dataDir: string,
): Promise<Destination> => {
  const store = createS3Store(bucketFolder.settings);
  const getObjectKey = (path: string): string => `${bucketFolder.prefix}/${path}`;
  if (await store.stat(getObjectKey(MANIFEST_NAME)))
    throw new BackupError(`${bucketFolder.name} 里已经有一份备份了，请换一个名字。`);
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-backup-'));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const target = await claimTargetFolder(
    join(folder, 'made'),
    createBackupTargetPurpose(dataDir),
  ).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  const writtenKeys: string[] = [];
  const writeObject = (path: string, content: Content): Promise<FileSum> => {
    writtenKeys.push(path);
    return putAndVerifySize(store, getObjectKey(path), content);
  };
  const writeStoredFile = (path: string): Promise<FileSum> =>
    writeObject(path, createReadStream(join(target.folder, path)));
  return {
    name: bucketFolder.name,
    target,
    copyFrom: (path, source) => writeObject(path, createReadStream(source)),
    write: writeObject,
    keep: async (path) => {
      const sum = await writeStoredFile(path);
      await rm(join(target.folder, path));
      return sum;
    },
    accepts: (path) => bucketFolder.accepts(path),
    finish: async () => {
      await writeStoredFile(MANIFEST_NAME);
      await removeFolder();
    },
    undo: async () => {
      // What cannot be deleted is no backup without its manifest.
      for (const path of writtenKeys.toReversed())
        await store.delete(getObjectKey(path)).catch(() => undefined);
      await removeFolder();
    },
  };
};
