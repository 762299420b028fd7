import { ConfigError } from './config-error.ts';

const MIN_KEY_LENGTH = 32;

/**
 * Reads the key that servers on one database share; undefined: this is the only server.
 * @throws ConfigError
 */
export const readClusterKey = (
  env: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const text = env.CLUSTER_KEY;
  if (!text) return undefined;
  if (text.length < MIN_KEY_LENGTH)
    throw new ConfigError(
      `CLUSTER_KEY 至少要 ${MIN_KEY_LENGTH} 个字符，例如 openssl rand -hex 32 的输出。`,
    );
  return text;
};

/**
 * Refuses settings with which servers would not share everything.
 * @throws ConfigError
 */
export const refuseUnsharedData = ({
  clusterKey,
  mode,
  databaseUrl,
  s3,
}: {
  clusterKey: string | undefined;
  mode: 'demo' | 'production';
  databaseUrl: string | undefined;
  s3: object | undefined;
}): void => {
  if (clusterKey === undefined) return;
  if (mode === 'demo')
    throw new ConfigError('CLUSTER_KEY 只在正式模式下有用：演示只有一台服务器。');
  const missing = [databaseUrl ? '' : 'DATABASE_URL', s3 ? '' : 'S3_ENDPOINT 等几项'].filter(
    Boolean,
  );
  if (missing.length > 0)
    throw new ConfigError(
      `CLUSTER_KEY 要和 ${missing.join('、')} 一起写：几台服务器要共用一个 PostgreSQL 库和一个 S3 桶。`,
    );
};
