import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isBucketUrl } from '../../backup/bucket-folder.ts';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import {
  createFailure,
  createGood,
  createWarning,
  type Finding,
  formatFindings,
  hasFailure,
} from '../../report/findings.ts';
import { openExistingDatabase, UserError } from '../../startup/open-existing-database.ts';
import type { Outcome } from '../command-outcome.ts';
import type { Usage } from '../usage-parts.ts';
import { checkBackups } from './backups.ts';
import { checkCertificate } from './certificate.ts';
import { checkMail, checkPaymentHosts, checkSms } from './channels.ts';
import { checkClock } from './clock.ts';
import { checkDisk } from './disk.ts';
import { checkNodes } from './nodes.ts';
import { type Database, type DoctorScope, TooLate, rejectAfterTimeout } from './scope.ts';
import { checkStorage } from './storage.ts';

export const DOCTOR_USAGE = {
  doctor: {
    args: '',
    purpose:
      '检查设置、数据库、几台服务器（写了 CLUSTER_KEY 时）、文件、磁盘、邮件、短信、支付、时钟、证书和备份，每项说正常、注意还是不行、怎么办；有一项不行，退出码是 1。不发信、不付钱，不显示密钥',
    optional: { backups: '放备份的文件夹或 s3://桶/文件夹，不写是 /var/backups/yunbiao' },
    list: true,
  },
} as const satisfies Record<string, Usage>;

const TIMEOUT_MS = 10_000;
/** Default folder of backups, into which `deploy/yunbiao-backup.service` writes them. */
const BACKUPS_FOLDER = '/var/backups/yunbiao';

type Env = Readonly<Record<string, string | undefined>>;
export type DoctorOptions = {
  env: Env;
  /** Paths are relative to it. */
  folder: string;
  backups: string | undefined;
} & Partial<Pick<DoctorScope, 'now' | 'timeoutMs' | 'tls'>>;

const describeModeAndProxySetting = (config: Config): Finding => {
  const detail = `${config.mode === 'demo' ? '演示' : '正式'}，${config.publicUrl}`;
  return config.mode === 'production' && config.publicUrl.startsWith('https:') && !config.trustProxy
    ? createWarning(
        '设置',
        `${detail}，没有设 TRUST_PROXY`,
        '前面有反向代理时设 TRUST_PROXY=1，否则所有访客算成一个地址',
      )
    : createGood('设置', `都读得懂：${detail}`);
};

const openDatabase = async (
  config: Config,
  timeoutMs: number,
): Promise<{ db: Database | null; finding: Finding }> => {
  const kind = config.databaseUrl ? 'PostgreSQL' : 'SQLite';
  try {
    const db = await rejectAfterTimeout(timeoutMs, openExistingDatabase(config));
    return { db, finding: createGood('数据库', `${kind} 能用，表是这个版本的`) };
  } catch (error) {
    if (!(error instanceof UserError || error instanceof TooLate)) throw error;
    const advice = config.databaseUrl
      ? '看 PostgreSQL 开着没有（systemctl status postgresql），DATABASE_URL 写对没有'
      : '看 DATA_DIR 写对没有；表旧了就启动一次网站，坏了就恢复最近的备份';
    return { db: null, finding: createFailure('数据库', `${kind}：${error.message}`, advice) };
  }
};

const resolveBackupsFolder = (backupFolder: string | undefined, folder: string): string => {
  if (backupFolder !== undefined)
    return isBucketUrl(backupFolder) ? backupFolder : resolve(folder, backupFolder);
  return existsSync(BACKUPS_FOLDER) ? BACKUPS_FOLDER : '';
};

const runAllDoctorChecks = async (scope: DoctorScope): Promise<Finding[]> =>
  (
    await Promise.all([
      checkNodes(scope),
      checkStorage(scope),
      checkDisk(scope),
      checkMail(scope),
      checkSms(scope),
      checkPaymentHosts(scope),
      checkClock(scope),
      checkCertificate(scope),
      checkBackups(scope),
    ])
  ).flat();

/**
 * Checks the site from outside and inside. Writes nothing but a probe of the disk, which it
 * removes.
 */
export const diagnoseSite = async (options: DoctorOptions): Promise<Finding[]> => {
  const { env, folder, now = Date.now, timeoutMs = TIMEOUT_MS, tls } = options;
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = '修改 /etc/yunbiao.env（或环境变量），其余的检查等它对了再做';
    return [createFailure('设置', error.message, advice)];
  }
  const { db, finding } = await openDatabase(config, timeoutMs);
  try {
    const backups = resolveBackupsFolder(options.backups, folder);
    const scope = { config, db, backups, now, timeoutMs, ...(tls ? { tls } : {}) };
    return [describeModeAndProxySetting(config), finding, ...(await runAllDoctorChecks(scope))];
  } finally {
    await db?.close();
  }
};

/** Runs `doctor`. Needs no site that can be opened. */
export const answerDoctor = async (options: DoctorOptions): Promise<Outcome> => {
  const findings = await diagnoseSite(options);
  return {
    text: formatFindings(findings),
    isChange: false,
    json: findings,
    isDone: !hasFailure(findings),
    isReport: true,
  };
};
