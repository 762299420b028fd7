import { isIPv4 } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { AlipaySettings, S3Settings, WechatPaySettings } from '@yunbiao/services';
import {
  readAlipaySettings,
  refusePlainCallbacks,
  readWechatPaySettings,
} from './config-channels.ts';
import { type ConnectionLimits, readConnectionLimits } from './config-connections.ts';
import {
  type MailConfig,
  readMailSettings,
  type SmsConfig,
  readSmsSettings,
} from './config-contact.ts';
import { readClusterKey, refuseUnsharedData } from './config-cluster.ts';
import { readDrainSeconds } from './config-drain.ts';
import { ConfigError } from './config-error.ts';
import { type PayAccount, readPayAccount } from './config-pay.ts';
import { readBackupS3Settings, readS3Settings, type S3Service } from './config-s3.ts';
import { readMaxVirtualPrinters } from './config-virtual.ts';
import { type WechatConfig, readWechatSettings } from './config-wechat.ts';
import { type StatsScript, readStatsScript, readWechatVerifyFiles } from './config-third-party.ts';
import { readAllowedWebhookNetworks } from './config-webhook.ts';

export { ConfigError } from './config-error.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type Config = {
  mode: 'demo' | 'production';
  port: number;
  host: string;
  dataDir: string;
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string;
  /** Base URL of the API for browsers; '' for the same origin. */
  apiBaseUrl: string;
  databaseUrl: string | undefined;
  /** Several servers share the database. The key is the same on all of them. */
  clusterKey: string | undefined;
  /** Stores files in a bucket instead of `dataDir`. */
  s3: S3Settings | undefined;
  /** Service for backups written to `s3://…`. */
  backupS3: S3Service | undefined;
  icpNo: string | null;
  psbNo: string | null;
  /** Shown on orders paid by bank transfer. */
  payAccount: PayAccount | undefined;
  /** Payment channels; undefined: not offered. */
  alipay: AlipaySettings | undefined;
  wechatPay: WechatPaySettings | undefined;
  /** Private networks that webhooks may be sent to. */
  webhookAllow: readonly string[];
  /** Loaded by pages after their own resources; undefined: none. */
  statsScript: StatsScript | undefined;
  /** Files with which WeChat verifies the ownership of the domain: name → content. */
  wechatVerify: ReadonlyMap<string, string>;
  /** WeChat sign-in. */
  wechat: WechatConfig;
  /**
   * Channels for codes and letters; undefined: none, except that a demo writes them to its
   * terminal.
   */
  mail: MailConfig | undefined;
  sms: SmsConfig | undefined;
  /** Allows access to /metrics from other machines. */
  metricsToken: string | undefined;
  logLevel: LogLevel;
  /** The demo member starts with a month of print history. */
  demoHistory: boolean;
  /** The demo's download pages offer print clients built on this machine. */
  demoPrograms: boolean;
  /** Maximum number of open virtual printers; 0: disabled. */
  virtualPrinters: number;
  /**
   * Seconds between SIGTERM and the end of accepting requests. Undefined: 0, and
   * `DEFAULT_DRAIN_S` with a socket of systemd.
   */
  drainSeconds: number | undefined;
  /** Trust the last address of X-Forwarded-For. */
  trustProxy: boolean;
} & ConnectionLimits;

type Env = Readonly<Record<string, string | undefined>>;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

const readChoiceSetting = <T extends string>(
  env: Env,
  name: string,
  choices: readonly T[],
  fallback: T,
): T => {
  const value = env[name] || fallback;
  const matchingChoice = choices.find((choice) => choice === value);
  if (!matchingChoice)
    throw new ConfigError(`${name} 只能是 ${choices.join('、')}，现在是“${value}”。`);
  return matchingChoice;
};

const readPort = (env: Env): number => {
  const text = env.PORT || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT 要写成 0–65535 的整数，现在是“${text}”。`);
  return port;
};

/** Parses an http(s) URL without a trailing slash. `originOnly` rejects a path. */
const parseHttpUrlSetting = (name: string, text: string, originOnly: boolean): string => {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new ConfigError(`${name} 要写成 https://example.com 这样的网址，现在是“${text}”。`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigError(`${name} 只能以 http:// 或 https:// 开头，现在是“${text}”。`);
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigError(`${name} 不能带用户名、密码、查询或锚点。`);
  if (originOnly && url.pathname !== '/')
    throw new ConfigError(`${name} 只写到域名和端口，不要带路径，现在是“${text}”。`);
  return originOnly ? url.origin : (url.origin + url.pathname).replace(/\/+$/, '');
};

const readBooleanSetting = (env: Env, name: string, fallback: '0' | '1' = '0'): boolean =>
  readChoiceSetting(env, name, ['0', '1', 'true', 'false'], fallback).replace('true', '1') === '1';

const readDatabaseUrl = (env: Env): string | undefined => {
  const text = env.DATABASE_URL;
  if (!text) return undefined;
  // The message omits the value, which may contain a password. An unescaped # in a password would
  // end the host, and the rest would be parsed as a fragment.
  const url = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url || url.hash)
    throw new ConfigError(
      'DATABASE_URL 要写成 postgres://用户:密码@主机/库名 这样，密码里的 @、/、# 写成 %40、%2F、%23。',
    );
  return text;
};

export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host === '::1' ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'));

const refusePublicDemo = (config: Config): void => {
  if (!isLoopback(config.host)) {
    throw new ConfigError(
      `HOST 在演示模式下只能是本机地址（127.0.0.1、::1 或 localhost），现在是“${config.host}”；要对外服务请设 APP_MODE=production。`,
    );
  }
  if (config.publicUrl.startsWith('https:')) {
    throw new ConfigError(
      'PUBLIC_URL 在演示模式下不能是 https 地址；要对外服务请设 APP_MODE=production。',
    );
  }
};

const formatUrlHost = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/**
 * Working directory of the operator: npm runs scripts in the package folder and passes the original
 * one.
 */
export const resolveCallerFolder = (env: Env): string => resolve(env['INIT_CWD'] || '.');

/**
 * Operating system user that runs the command; with sudo both users. The UID if the user has no
 * name.
 */
export const getOperatorUserName = (env: Env): string => {
  const userName = (() => {
    try {
      return userInfo().username;
    } catch {
      return String(process.getuid?.() ?? '');
    }
  })();
  const sudoUser = env['SUDO_USER'];
  return sudoUser && sudoUser !== userName ? `${userName}，sudo ${sudoUser}` : userName;
};

/** Placeholders for licence numbers in demo mode. */
const DEMO_ICP_NO = '浙ICP备00000000号-1（示例）';
const DEMO_PSB_NO = '浙公网安备 00000000000000 号（示例）';

/** Reads all settings from the environment. Throws {@link ConfigError}. */
export const readConfig = (env: Env): Config => {
  const mode = readChoiceSetting(env, 'APP_MODE', ['demo', 'production'], 'demo');
  const port = readPort(env);
  const host = env.HOST || '127.0.0.1';
  if (!/^[\w.:[\]-]+$/.test(host))
    throw new ConfigError(`HOST 要写成一个本机网络地址，现在是“${host}”。`);
  if (mode === 'production' && !env.PUBLIC_URL)
    throw new ConfigError('PUBLIC_URL 在正式模式下必须写明，例如 https://example.com。');
  const config: Config = {
    mode,
    port,
    host,
    dataDir: resolve(env.DATA_DIR || './data'),
    publicUrl: env.PUBLIC_URL
      ? parseHttpUrlSetting('PUBLIC_URL', env.PUBLIC_URL, true)
      : `http://${formatUrlHost(host)}:${port}`,
    apiBaseUrl: env.API_BASE_URL
      ? parseHttpUrlSetting('API_BASE_URL', env.API_BASE_URL, false)
      : '',
    databaseUrl: readDatabaseUrl(env),
    clusterKey: readClusterKey(env),
    s3: readS3Settings(env),
    backupS3: readBackupS3Settings(env),
    icpNo: env.ICP_NO || (mode === 'demo' ? DEMO_ICP_NO : null),
    psbNo: env.PSB_NO || (mode === 'demo' ? DEMO_PSB_NO : null),
    payAccount: readPayAccount(env),
    alipay: readAlipaySettings(env, mode),
    wechatPay: readWechatPaySettings(env, mode),
    webhookAllow: readAllowedWebhookNetworks(env, mode),
    statsScript: readStatsScript(env, mode),
    wechatVerify: readWechatVerifyFiles(env),
    wechat: readWechatSettings(env),
    mail: readMailSettings(env),
    sms: readSmsSettings(env, mode),
    metricsToken: env.METRICS_TOKEN || undefined,
    logLevel: readChoiceSetting(env, 'LOG_LEVEL', LEVELS, mode === 'demo' ? 'warn' : 'info'),
    demoHistory: readBooleanSetting(env, 'DEMO_HISTORY', '1'),
    demoPrograms: readBooleanSetting(env, 'DEMO_PROGRAMS', '1'),
    virtualPrinters: readMaxVirtualPrinters(env),
    drainSeconds: readDrainSeconds(env),
    trustProxy: readBooleanSetting(env, 'TRUST_PROXY'),
    ...readConnectionLimits(env),
  };
  if (config.metricsToken !== undefined && config.metricsToken.length < 16)
    throw new ConfigError('METRICS_TOKEN 至少要 16 个字符。');
  refusePlainCallbacks(config);
  refuseUnsharedData(config);
  if (mode === 'demo') refusePublicDemo(config);
  return config;
};
