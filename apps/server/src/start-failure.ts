import { join } from 'node:path';
import { S3Error } from '@yunbiao/services';
import { type Config, ConfigError } from './config.ts';

const s3Sentence = ({ status, code }: S3Error): string => {
  switch (code) {
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET_ACCESS_KEY 不对，存储服务不认它的签名。';
    case 'InvalidAccessKeyId':
      return 'S3_ACCESS_KEY_ID 不对，存储服务不认识它。';
    case 'NoSuchBucket':
      return 'S3_BUCKET 所指的桶不存在，请先建好。';
    case 'AuthorizationHeaderMalformed':
      return 'S3_REGION 不对，和桶所在的区域不一致。';
    case 'RequestTimeTooSkewed':
      return 'S3 存储拒绝了请求：这台机器的时钟不准，请先校准。';
    default:
      return status === 0
        ? 'S3_ENDPOINT 连不上，请确认地址没有写错、网络是通的。'
        : `S3_ENDPOINT 的存储服务回答 ${`${status} ${code}`.trim()}，请检查 S3_ 开头的设置。`;
  }
};

const fullSentence = (dataDir: string): string =>
  `磁盘满了，DATA_DIR（${dataDir}）里写不下：请腾出空间再试，存下的不会丢。`;

/** SQLite's own codes say that the place is wrong, or the disk; anything else is told whole. */
const sqliteSentence = (errcode: number, dataDir: string): string | null => {
  // The low byte is the primary code.
  switch (errcode & 0xff) {
    case 8:
      return `DATA_DIR（${dataDir}）只能读，网站要往里写：请改它的权限，或者换一个文件夹。`;
    case 10:
      return `DATA_DIR（${dataDir}）读写出错，或者写不下了，请看看磁盘。`;
    case 11:
      return `DATA_DIR（${dataDir}）里的 yunbiao.db 坏了，请从备份恢复。`;
    case 13:
      return fullSentence(dataDir);
    case 14:
      return `DATA_DIR（${dataDir}）里建不了、也打不开数据库，请换一个文件夹。`;
    case 26:
      return `DATA_DIR（${dataDir}）里的 yunbiao.db 不是数据库。`;
    default:
      return null;
  }
};

/** Of one error, by its code. */
const sentenceOfCode = (error: object, { host, port, dataDir }: Config): string | null => {
  const { code, errcode = 0, path } = error as { code?: string; errcode?: number; path?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} 已被别的程序占用，请换一个端口，例如 PORT=3001。`;
    case 'EADDRNOTAVAIL':
      return `HOST ${host} 不是这台机器的地址。`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `没有权限使用 ${host}:${port}，或写入 DATA_DIR（${dataDir}）。`;
    case 'ENOSPC':
    case 'EDQUOT':
      return fullSentence(dataDir);
    case 'EFBIG':
      return `系统不让文件再变大，DATA_DIR（${dataDir}）里写不下：请放宽文件大小的限制（ulimit -f）再启动。`;
    case 'EIO':
      return path?.startsWith(join(dataDir, '/')) === false ? null : sqliteSentence(10, dataDir);
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'DATABASE_URL 所指的数据库连不上，请确认它在运行、地址没有写错。';
    case '28P01':
    case '28000':
      return 'DATABASE_URL 里的用户名或密码不对。';
    case '53100':
      return 'DATABASE_URL 所指的数据库磁盘满了，请腾出空间再试。';
    case 'ERR_SQLITE_ERROR':
      return sqliteSentence(errcode, dataDir);
    case '3D000':
      return 'DATABASE_URL 里的库不存在，请先建好。';
    default:
      return null;
  }
};

/** The first word there is for an error, or for what is behind it. */
const getFirst = (error: unknown, sentence: (one: object) => string | null): string | null => {
  if (typeof error !== 'object' || error === null) return null;
  return sentence(error) ?? ('cause' in error ? getFirst(error.cause, sentence) : null);
};

/** What to say of a start that failed: a sentence that names the setting; null for what has to be told whole. */
export const writeSentence = (error: unknown, config: Config | undefined): string | null => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof S3Error) return s3Sentence(error);
  return config ? getFirst(error, (one) => sentenceOfCode(one, config)) : null;
};

/** The same of a command that failed at the database: a full disk, a file that is broken. */
export const databaseSentence = (error: unknown, config: Config): string | null =>
  getFirst(error, (one) =>
    'code' in one && ['ERR_SQLITE_ERROR', '53100'].includes(String(one.code))
      ? sentenceOfCode(one, config)
      : null,
  );
