import type { S3Settings } from '@yunbiao/services';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

const REQUIRED_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;
const ALL_NAMES = [...REQUIRED_NAMES, 'S3_REGION', 'S3_PATH_STYLE'] as const;

const parseEndpoint = (name: string, text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError(`${name} 要写成 https://s3.example.com 这样的网址。`);
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigError(`${name} 不能带用户名、密码、查询或锚点。`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

const parseRegion = (name: string, text: string | undefined): string => {
  const region = text || 'us-east-1';
  if (!/^[\w-]{1,40}$/.test(region)) throw new ConfigError(`${name} 要写成 cn-north-1 这样。`);
  return region;
};

const parsePathStyle = (name: string, text: string | undefined): boolean => {
  const pathStyle = text || '0';
  if (!['0', '1', 'true', 'false'].includes(pathStyle))
    throw new ConfigError(`${name} 只能是 0 或 1。`);
  return pathStyle === '1' || pathStyle === 'true';
};

/**
 * Bucket for files, used instead of `DATA_DIR`. Undefined when not configured. Error messages never
 * contain values, because a secret may have been pasted into the wrong variable.
 * @throws {ConfigError} if a setting is missing or invalid
 */
export const readS3Settings = (env: Env): S3Settings | undefined => {
  if (!ALL_NAMES.some((name) => env[name])) return undefined;
  const missing = REQUIRED_NAMES.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('、')} 没有写：用 S3 存文件时，这几项要一起写。`);
  const bucket = env.S3_BUCKET ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError('S3_BUCKET 要写成桶的名字：3–63 个小写字母、数字、点和短横。');
  return {
    endpoint: parseEndpoint('S3_ENDPOINT', env.S3_ENDPOINT ?? ''),
    region: parseRegion('S3_REGION', env.S3_REGION),
    bucket,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: parsePathStyle('S3_PATH_STYLE', env.S3_PATH_STYLE),
  };
};

/** A storage service without a bucket. */
export type S3Service = Omit<S3Settings, 'bucket'>;

/**
 * Service that backups are written to; the bucket comes with the address of the backup. Without
 * settings of its own, it is the service of the files.
 * @throws {ConfigError} if a setting is missing or invalid
 */
export const readBackupS3Settings = (env: Env): S3Service | undefined => {
  const required = {
    BACKUP_S3_ENDPOINT: env.BACKUP_S3_ENDPOINT,
    BACKUP_S3_ACCESS_KEY_ID: env.BACKUP_S3_ACCESS_KEY_ID,
    BACKUP_S3_SECRET_ACCESS_KEY: env.BACKUP_S3_SECRET_ACCESS_KEY,
  };
  const [region, pathStyle] = [env.BACKUP_S3_REGION, env.BACKUP_S3_PATH_STYLE];
  if (![...Object.values(required), region, pathStyle].some(Boolean)) return readS3Settings(env);
  const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('、')} 没有写：备份放到 S3 时，这几项要一起写。`);
  return {
    endpoint: parseEndpoint('BACKUP_S3_ENDPOINT', required.BACKUP_S3_ENDPOINT ?? ''),
    region: parseRegion('BACKUP_S3_REGION', region),
    accessKeyId: required.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: required.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: parsePathStyle('BACKUP_S3_PATH_STYLE', pathStyle),
  };
};
