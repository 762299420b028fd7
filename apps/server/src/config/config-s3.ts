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

const parseEndpoint = (text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ConfigError('S3_ENDPOINT 要写成 https://s3.example.com 这样的网址。');
  const url = new URL(text);
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigError('S3_ENDPOINT 不能带用户名、密码、查询或锚点。');
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

/**
 * Bucket for files, used instead of `DATA_DIR`. Undefined when not configured. Error messages never
 * contain values, because a secret may have been pasted into the wrong variable.
 */
export const readS3Settings = (env: Env): S3Settings | undefined => {
  if (!ALL_NAMES.some((name) => env[name])) return undefined;
  const missing = REQUIRED_NAMES.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('、')} 没有写：用 S3 存文件时，这几项要一起写。`);
  const bucket = env.S3_BUCKET ?? '';
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError('S3_BUCKET 要写成桶的名字：3–63 个小写字母、数字、点和短横。');
  const region = env.S3_REGION || 'us-east-1';
  if (!/^[\w-]{1,40}$/.test(region)) throw new ConfigError('S3_REGION 要写成 cn-north-1 这样。');
  const pathStyle = env.S3_PATH_STYLE || '0';
  if (!['0', '1', 'true', 'false'].includes(pathStyle))
    throw new ConfigError('S3_PATH_STYLE 只能是 0 或 1。');
  return {
    endpoint: parseEndpoint(env.S3_ENDPOINT ?? ''),
    region,
    bucket,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: pathStyle === '1' || pathStyle === 'true',
  };
};
