import { isIPv4 } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { AlipaySettings, S3Settings, WechatPaySettings } from '@yunbiao/services';
import { getAlipay, refusePlainCallbacks, getWechatPay } from './config-channels.ts';
import { type ConnectionLimits, listConnections } from './config-connections.ts';
import { type MailConfig, getMail, type SmsConfig, readSms } from './config-contact.ts';
import { ConfigError } from './config-error.ts';
import { type PayAccount, getPayAccount } from './config-pay.ts';
import { getS3 } from './config-s3.ts';
import { listVirtualPrinters } from './config-virtual.ts';
import { type WechatConfig, getWechat } from './config-wechat.ts';
import { type StatsScript, getStatsScript, getWechatVerify } from './config-third-party.ts';
import { getWebhookAllow } from './config-webhook.ts';

export { ConfigError } from './config-error.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type Config = {
  mode: 'demo' | 'production';
  port: number;
  host: string;
  dataDir: string;
  /** Origin people reach the site at, without a trailing slash. */
  publicUrl: string;
  /** Base address of the API for browsers; '' for the own origin. */
  apiBaseUrl: string;
  databaseUrl: string | undefined;
  /** Keeps files in a bucket instead of `dataDir`. */
  s3: S3Settings | undefined;
  icpNo: string | null;
  psbNo: string | null;
  /** Shown on orders that are paid by transfer. */
  payAccount: PayAccount | undefined;
  /** Channels money is paid through; undefined: not offered. */
  alipay: AlipaySettings | undefined;
  wechatPay: WechatPaySettings | undefined;
  /** Networks beside the internet that webhooks may be sent to. */
  webhookAllow: readonly string[];
  /** Loaded by pages after everything of their own; undefined: none. */
  statsScript: StatsScript | undefined;
  /** Files WeChat asks for to see whose the host is: name → content. */
  wechatVerify: ReadonlyMap<string, string>;
  /** Whom members sign in with, too. */
  wechat: WechatConfig;
  /** Sends codes and letters; undefined: neither, but for a demo, which writes them into its terminal. */
  mail: MailConfig | undefined;
  sms: SmsConfig | undefined;
  /** Lets /metrics be read from elsewhere than this machine. */
  metricsToken: string | undefined;
  logLevel: LogLevel;
  /** The demo member begins with a month of printing. */
  demoHistory: boolean;
  /** The demo's download pages offer the print clients that were built on this machine. */
  demoPrograms: boolean;
  /** Virtual printers open at once; 0: none is offered. */
  virtualPrinters: number;
  /** Believe the last address of X-Forwarded-For. */
  trustProxy: boolean;
} & ConnectionLimits;

type Env = Readonly<Record<string, string | undefined>>;

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

const oneOf = <T extends string>(env: Env, name: string, choices: readonly T[], fallback: T): T => {
  const value = env[name] || fallback;
  const found = choices.find((choice) => choice === value);
  if (!found) throw new ConfigError(`${name} 只能是 ${choices.join('、')}，现在是“${value}”。`);
  return found;
};

const getPort = (env: Env): number => {
  const text = env.PORT || '3000';
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT 要写成 0–65535 的整数，现在是“${text}”。`);
  return port;
};

/** An http(s) address without a trailing slash; `originOnly` refuses a path. */
const getAddress = (name: string, text: string, originOnly: boolean): string => {
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

const flag = (env: Env, name: string, fallback: '0' | '1' = '0'): boolean =>
  oneOf(env, name, ['0', '1', 'true', 'false'], fallback).replace('true', '1') === '1';

const getDatabaseUrl = (env: Env): string | undefined => {
  const text = env.DATABASE_URL;
  if (!text) return undefined;
  // The value may hold a password: it is not repeated. One with a # in it would end the host: the rest is a fragment.
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

const refuseInDemo = (config: Config): void => {
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

const urlHost = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

/** Where the operator typed a command: npm runs its scripts in the package's folder and says where that was. */
export const folderOfCaller = (env: Env): string => resolve(env['INIT_CWD'] || '.');

/** Which user of this machine gives a command; behind sudo both. Without a name, the number. */
export const getOperator = (env: Env): string => {
  const own = (() => {
    try {
      return userInfo().username;
    } catch {
      return String(process.getuid?.() ?? '');
    }
  })();
  const behind = env['SUDO_USER'];
  return behind && behind !== own ? `${own}，sudo ${behind}` : own;
};

/** What a demo shows where a site's own licence numbers stand. */
const DEMO_ICP_NO = '浙ICP备00000000号-1（示例）';
const DEMO_PSB_NO = '浙公网安备 00000000000000 号（示例）';

/** Reads the environment once. Throws {@link ConfigError}. */
export const readConfig = (env: Env): Config => {
  const mode = oneOf(env, 'APP_MODE', ['demo', 'production'], 'demo');
  const port = getPort(env);
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
      ? getAddress('PUBLIC_URL', env.PUBLIC_URL, true)
      : `http://${urlHost(host)}:${port}`,
    apiBaseUrl: env.API_BASE_URL ? getAddress('API_BASE_URL', env.API_BASE_URL, false) : '',
    databaseUrl: getDatabaseUrl(env),
    s3: getS3(env),
    icpNo: env.ICP_NO || (mode === 'demo' ? DEMO_ICP_NO : null),
    psbNo: env.PSB_NO || (mode === 'demo' ? DEMO_PSB_NO : null),
    payAccount: getPayAccount(env),
    alipay: getAlipay(env, mode),
    wechatPay: getWechatPay(env, mode),
    webhookAllow: getWebhookAllow(env, mode),
    statsScript: getStatsScript(env, mode),
    wechatVerify: getWechatVerify(env),
    wechat: getWechat(env),
    mail: getMail(env),
    sms: readSms(env, mode),
    metricsToken: env.METRICS_TOKEN || undefined,
    logLevel: oneOf(env, 'LOG_LEVEL', LEVELS, mode === 'demo' ? 'warn' : 'info'),
    demoHistory: flag(env, 'DEMO_HISTORY', '1'),
    demoPrograms: flag(env, 'DEMO_PROGRAMS', '1'),
    virtualPrinters: listVirtualPrinters(env),
    trustProxy: flag(env, 'TRUST_PROXY'),
    ...listConnections(env),
  };
  if (config.metricsToken !== undefined && config.metricsToken.length < 16)
    throw new ConfigError('METRICS_TOKEN 至少要 16 个字符。');
  refusePlainCallbacks(config);
  if (mode === 'demo') refuseInDemo(config);
  return config;
};
