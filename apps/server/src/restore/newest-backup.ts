import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createS3Store, listBucketNames } from '@yunbiao/services';
import { BackupError } from '../backup/backup-error.ts';
import { isBucketUrl, parseBucketUrl } from '../backup/bucket-folder.ts';
import { DUMP_NAME } from '../backup/dump-postgres.ts';
import { MANIFEST_NAME } from '../backup/manifest.ts';
import { UNFINISHED_MARKER } from '../backup/target.ts';
import type { Config } from '../config/config.ts';
import { SQLITE_NAME } from './source.ts';

/** Names that `deploy/backup.sh` gives: time in UTC. */
const BACKUP_NAME = /^\d{8}-\d{6}$/;

const isBackupFolder = (folder: string): boolean =>
  [MANIFEST_NAME, SQLITE_NAME, DUMP_NAME].some((name) => existsSync(join(folder, name))) &&
  !existsSync(join(folder, UNFINISHED_MARKER));

const findInFolder = async (folder: string): Promise<string | null> => {
  if (isBackupFolder(folder)) return folder;
  const names = await readdir(folder).catch((error: unknown) => {
    throw new BackupError(`${folder} 读不了，请写放备份的文件夹。`, error);
  });
  const newest = names
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .findLast((name) => isBackupFolder(join(folder, name)));
  return newest === undefined ? null : join(folder, newest);
};

const findInBucket = async (url: string, config: Config): Promise<string | null> => {
  const { name, settings, prefix } = parseBucketUrl(url, config);
  const store = createS3Store(settings);
  const isBackupInBucket = async (folder: string): Promise<boolean> =>
    (await store.stat(`${folder}/${MANIFEST_NAME}`)) !== null;
  if (await isBackupInBucket(prefix)) return name;
  const names: string[] = [];
  for await (const entry of listBucketNames(settings, `${prefix}/`)) {
    const folder = entry.replace(/\/$/, '');
    if (BACKUP_NAME.test(folder)) names.push(folder);
  }
  for (const folder of names.toSorted().toReversed())
    if (await isBackupInBucket(`${prefix}/${folder}`)) return `${name}/${folder}`;
  return null;
};

/**
 * Finds the newest finished backup of a location: the location itself, or one named as
 * `deploy/backup.sh` does. Null if there is none.
 */
export const findNewestBackup = (location: string, config: Config): Promise<string | null> =>
  isBucketUrl(location) ? findInBucket(location, config) : findInFolder(location);

/** When a backup was made, epoch ms, by its name; null for other names. */
export const parseBackupTime = (location: string): number | null => {
  const name = location.split('/').at(-1) ?? '';
  if (!BACKUP_NAME.test(name)) return null;
  const time = name.replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');
  const at = Date.parse(time);
  return Number.isNaN(at) ? null : at;
};
