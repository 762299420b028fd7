import { join } from 'node:path';
import { S3Error } from '@yunbiao/services';
import { type Config, ConfigError } from '../config/config.ts';

export const describeS3Error = ({ status, code }: S3Error): string => {
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

const describeFullDisk = (dataDir: string): string =>
  `磁盘满了，DATA_DIR（${dataDir}）里写不下：请腾出空间后重试，保存的不会丢。`;

/**
 * Message for SQLite codes that mean a wrong path or a disk fault. Null for other errors, which are
 * shown in full.
 */
const describeSqliteError = (errcode: number, dataDir: string): string | null => {
  // The low byte is the primary code.
  switch (errcode & 0xff) {
    case 8:
      return `DATA_DIR（${dataDir}）只能读，网站要往里写：请改它的权限，或者换一个文件夹。`;
    case 10:
      return `DATA_DIR（${dataDir}）读写出错，或者写不下了，请看看磁盘。`;
    case 11:
      return `DATA_DIR（${dataDir}）里的 yunbiao.db 坏了，请从备份恢复。`;
    case 13:
      return describeFullDisk(dataDir);
    case 14:
      return `DATA_DIR（${dataDir}）里建不了、也打不开数据库，请换一个文件夹。`;
    case 26:
      return `DATA_DIR（${dataDir}）里的 yunbiao.db 不是数据库。`;
    default:
      return null;
  }
};

/** Message for one error, by its code. */
const describeErrorCode = (error: object, { host, port, dataDir }: Config): string | null => {
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
      return describeFullDisk(dataDir);
    case 'EFBIG':
      return `系统不让文件再变大，DATA_DIR（${dataDir}）里写不下：请放宽文件大小的限制（ulimit -f）再启动。`;
    case 'EIO':
      return path?.startsWith(join(dataDir, '/')) === false
        ? null
        : describeSqliteError(10, dataDir);
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'DATABASE_URL 所指的数据库连不上，请确认它在运行、地址没有写错。';
    case '28P01':
    case '28000':
      return 'DATABASE_URL 里的用户名或密码不对。';
    case '53100':
      return 'DATABASE_URL 所指的数据库磁盘满了，请腾出空间后重试。';
    case 'ERR_SQLITE_ERROR':
      return describeSqliteError(errcode, dataDir);
    case '3D000':
      return 'DATABASE_URL 里的库不存在，请先建好。';
    default:
      return null;
  }
};

/** First message found for an error or its causes. */
const findMessageInCauses = (
  error: unknown,
  sentence: (one: object) => string | null,
): string | null => {
  if (typeof error !== 'object' || error === null) return null;
  return sentence(error) ?? ('cause' in error ? findMessageInCauses(error.cause, sentence) : null);
};

/** Message for a failed start, which names the setting. Null if the error must be shown in full. */
export const describeStartFailure = (error: unknown, config: Config | undefined): string | null => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof S3Error) return describeS3Error(error);
  return config ? findMessageInCauses(error, (one) => describeErrorCode(one, config)) : null;
};

/** Message for a command that failed at the database: full disk or corrupt file. */
export const describeDatabaseError = (error: unknown, config: Config): string | null =>
  findMessageInCauses(error, (one) =>
    'code' in one && ['ERR_SQLITE_ERROR', '53100'].includes(String(one.code))
      ? describeErrorCode(one, config)
      : null,
  );
