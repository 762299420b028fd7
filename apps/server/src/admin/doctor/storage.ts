import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDiskStore,
  createS3Store,
  type FileStore,
  listExpectedFileKeys,
  S3Error,
} from '@yunbiao/services';
import { createFailure, createGood, createWarning, type Finding } from '../../report/findings.ts';
import { describeS3Error } from '../../startup/start-failure.ts';
import { type Check, describeNetworkError, type DoctorScope, rejectAfterTimeout } from './scope.ts';

/** Files whose existence is checked. */
const SAMPLE_FILES = 20;

const openFileStoreForCheck = ({ config, timeoutMs }: DoctorScope): FileStore =>
  config.s3
    ? createS3Store(config.s3, { timeoutMs, maxAttempts: 1 })
    : createDiskStore(join(config.dataDir, 'files'));

const checkFileSample = async (store: FileStore, { db, config }: DoctorScope): Promise<Finding> => {
  const location = config.s3 ? `桶 ${config.s3.bucket}` : `${config.dataDir}/files`;
  if (!db) return createGood('文件', `${location} 能用`);
  const { downloads, pictures } = await listExpectedFileKeys(db.kysely);
  const keys = [...downloads, ...pictures];
  const step = Math.max(1, Math.ceil(keys.length / SAMPLE_FILES));
  const sample = keys.filter((_, i) => i % step === 0);
  const missing: string[] = [];
  for (const key of sample) if (!(await store.stat(key))) missing.push(key);
  return missing.length === 0
    ? createGood('文件', `${location} 能用，抽查 ${sample.length} 个都在`)
    : createWarning(
        '文件',
        `${location} 能用，抽查 ${sample.length} 个，缺 ${missing.length} 个，例如 ${missing[0]}`,
        '从备份取回来；npm run backup 会把缺的一个个说出来',
      );
};

export const checkStorage: Check = async (scope) => {
  const { config, timeoutMs } = scope;
  if (!config.s3 && !existsSync(join(config.dataDir, 'files')))
    return createGood('文件', '还没有上传过文件');
  const store = openFileStoreForCheck(scope);
  try {
    await rejectAfterTimeout(timeoutMs, store.check?.() ?? Promise.resolve());
    return await rejectAfterTimeout(timeoutMs, checkFileSample(store, scope));
  } catch (error) {
    const reason = error instanceof S3Error ? describeS3Error(error) : describeNetworkError(error);
    return createFailure('文件', reason, '修改 S3_ 开头的设置，或者等存储服务恢复，再运行一次');
  }
};
