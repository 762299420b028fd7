import { createReadStream, existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createS3Store } from '@yunbiao/services';
import { getDemoMemberPath } from '@yunbiao/sample';
import { BackupError } from '../backup/backup-error.ts';
import { isBucketUrl, parseBucketUrl } from '../backup/bucket-folder.ts';
import { DUMP_NAME } from '../backup/dump-postgres.ts';
import type { Content } from '../backup/file-sum.ts';
import {
  MANIFEST_NAME,
  type ManifestHead,
  readManifestEntries,
  readManifestHead,
} from '../backup/manifest.ts';
import { UNFINISHED_MARKER } from '../backup/target.ts';
import type { Config } from '../config/config.ts';

export const SQLITE_NAME = 'yunbiao.db';

/** What a backup holds. `sha256` is null in backups of earlier versions. */
export type BackupEntry =
  | { path: string; bytes: number; sha256: string | null }
  | { object: string; bytes: number; etag: string }
  | { missing: string };

export type Backup = {
  name: string;
  /** Folder on this machine; null in a bucket. */
  folder: string | null;
  /** Null in backups of earlier versions. */
  head: ManifestHead | null;
  engine: 'sqlite' | 'postgres';
  /** Null if there is no such file. */
  open: (path: string) => Promise<Content | null>;
  entries: () => AsyncGenerator<BackupEntry>;
};

const createNoBackupError = (name: string): BackupError =>
  new BackupError(`${name} 不是云标的备份：里面没有 ${SQLITE_NAME} 或 ${DUMP_NAME}。`);

/** Lists the files of a backup without a manifest. */
const listFolderEntries = async function* (
  folder: string,
  inner: string,
): AsyncGenerator<BackupEntry> {
  for await (const entry of await opendir(join(folder, inner))) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolderEntries(folder, path);
    else if (entry.isFile())
      yield { path, bytes: (await stat(join(folder, path))).size, sha256: null };
  }
};

const listOldEntries = async function* (folder: string): AsyncGenerator<BackupEntry> {
  for (const path of [SQLITE_NAME, DUMP_NAME, getDemoMemberPath('')])
    if (existsSync(join(folder, path)))
      yield { path, bytes: (await stat(join(folder, path))).size, sha256: null };
  if (existsSync(join(folder, 'files'))) yield* listFolderEntries(folder, 'files');
};

type BackupLocation = Pick<Backup, 'name' | 'folder' | 'open'>;

const readBackupWithManifest = async (
  location: BackupLocation,
  content: Content,
): Promise<Backup> => {
  const head = await readManifestHead(content);
  return {
    ...location,
    head,
    engine: head.engine,
    entries: async function* () {
      const manifest = await location.open(MANIFEST_NAME);
      if (manifest) yield* readManifestEntries(manifest);
    },
  };
};

const openBackupFolder = async (folder: string): Promise<Backup> => {
  const stats = await stat(folder).catch(() => null);
  if (!stats) throw new BackupError(`${folder} 不存在，请写备份所在的文件夹。`);
  if (!stats.isDirectory()) throw new BackupError(`${folder} 不是文件夹，请写备份所在的文件夹。`);
  if (existsSync(join(folder, UNFINISHED_MARKER)))
    throw new BackupError(`${folder} 是一份没有做完的备份，不能用来恢复。`);
  const openFile = (path: string): Promise<Content | null> => {
    const file = join(folder, path);
    return Promise.resolve(existsSync(file) ? createReadStream(file) : null);
  };
  const location = { name: folder, folder, open: openFile };
  const manifest = await openFile(MANIFEST_NAME);
  if (manifest) return readBackupWithManifest(location, manifest);
  const hasFile = (name: string): boolean => existsSync(join(folder, name));
  if (!hasFile(SQLITE_NAME) && !hasFile(DUMP_NAME)) throw createNoBackupError(folder);
  return {
    ...location,
    head: null,
    engine: hasFile(DUMP_NAME) ? 'postgres' : 'sqlite',
    entries: () => listOldEntries(folder),
  };
};

const openBackupBucket = async (url: string, config: Config): Promise<Backup> => {
  const { name, settings, prefix } = parseBucketUrl(url, config);
  const store = createS3Store(settings);
  const openObject = async (path: string): Promise<Content | null> => {
    const key = `${prefix}/${path}`;
    return (await store.stat(key)) ? (await store.open(key)).stream : null;
  };
  const manifest = await openObject(MANIFEST_NAME);
  if (!manifest)
    throw new BackupError(`${name} 里没有 ${MANIFEST_NAME}：不是备份，或者备份没有做完。`);
  return readBackupWithManifest({ name, folder: null, open: openObject }, manifest);
};

/**
 * Opens a backup in a folder or a bucket.
 * @throws {BackupError}
 */
export const openBackup = (location: string, config: Config): Promise<Backup> =>
  isBucketUrl(location) ? openBackupBucket(location, config) : openBackupFolder(location);
