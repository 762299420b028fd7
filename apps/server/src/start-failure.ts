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

/** SQLite's own codes: CANTOPEN and NOTADB say that the place is wrong; anything else is told whole. */
const sqliteSentence = ({ errcode }: { errcode?: number }, { dataDir }: Config): string | null => {
  if (errcode === 14) return `DATA_DIR（${dataDir}）里建不了、也打不开数据库，请换一个文件夹。`;
  return errcode === 26 ? `DATA_DIR（${dataDir}）里的 yunbiao.db 不是数据库。` : null;
};

/** What to say of a start that failed: a sentence that names the setting; null for what has to be told whole. */
export const sentenceOf = (error: unknown, config: Config | undefined): string | null => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof S3Error) return s3Sentence(error);
  if (!config) return null;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${config.port} 已被别的程序占用，请换一个端口，例如 PORT=3001。`;
    case 'EADDRNOTAVAIL':
      return `HOST ${config.host} 不是这台机器的地址。`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `没有权限使用 ${config.host}:${config.port}，或写入 DATA_DIR（${config.dataDir}）。`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return 'DATABASE_URL 所指的数据库连不上，请确认它在运行、地址没有写错。';
    case '28P01':
    case '28000':
      return 'DATABASE_URL 里的用户名或密码不对。';
    case 'ERR_SQLITE_ERROR':
      return sqliteSentence(error as { errcode?: number }, config);
    case '3D000':
      return 'DATABASE_URL 里的库不存在，请先建好。';
    default:
      return null;
  }
};
