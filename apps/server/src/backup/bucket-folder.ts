import { isFileKey, type S3Settings } from '@yunbiao/services';
import type { Config } from '../config/config.ts';
import { BackupError } from './backup-error.ts';

/** A folder of a bucket. */
export type BucketFolder = {
  /** `s3://bucket/folder` */
  name: string;
  settings: S3Settings;
  /** Without a slash at either end. */
  prefix: string;
  /** Whether a path below it is a name that the store can keep. */
  accepts: (path: string) => boolean;
};

export const isBucketUrl = (text: string): boolean => text.startsWith('s3://');

/**
 * Reads `s3://bucket/folder`, with the settings for backups.
 * @throws {BackupError}
 */
export const parseBucketUrl = (
  text: string,
  { backupS3 }: Pick<Config, 'backupS3'>,
): BucketFolder => {
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/.exec(text) ?? [];
  const prefix = path.replace(/\/+$/, '');
  if (!isFileKey(prefix))
    throw new BackupError(
      `${text} 要写成 s3://桶/文件夹 这样，文件夹的名字只用小写字母、数字、点、短横、下划线和 /。`,
    );
  if (!backupS3)
    throw new BackupError(
      '备份放到 S3 要写上 BACKUP_S3_ENDPOINT、BACKUP_S3_ACCESS_KEY_ID 和 BACKUP_S3_SECRET_ACCESS_KEY（不写就用 S3_ 开头的）。',
    );
  return {
    name: `s3://${bucket}/${prefix}`,
    settings: { ...backupS3, bucket },
    prefix,
    accepts: (key) => isFileKey(`${prefix}/${key}`),
  };
};
