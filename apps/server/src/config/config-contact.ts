import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Mode = 'demo' | 'production';

export type SmtpSettings = {
  host: string;
  port: number;
  /**
   * `tls` from the first byte · `starttls`: fails if the server does not offer it · `none`:
   * unencrypted.
   */
  security: 'tls' | 'starttls' | 'none';
  /** Null: the server needs no login. */
  login: { user: string; password: string } | null;
  /** Sender of letters, `name <address>`. */
  from: { name: string; address: string };
};

export type SmsSettings = {
  /** AccessKey of Alibaba Cloud. */
  key: { id: string; secret: string };
  /** 短信签名, and the code of the template that contains `${code}`. */
  signName: string;
  templateCode: string;
  /** Base URL of the service, without a trailing slash. */
  url: string;
};

/** `dailyMax`: maximum number of codes per day in total. */
export type MailConfig = SmtpSettings & { dailyMax: number };
export type SmsConfig = SmsSettings & { dailyMax: number };

const SECRET_BYTES = 2_000;

const readOneLineSetting = (env: Env, name: string): string => {
  const text = (env[name] ?? '').trim();
  if (text.length > 300 || /\p{Cc}/u.test(text))
    throw new ConfigError(`${name} 要写成一行，最多 300 个字。`);
  return text;
};

/**
 * Reads a secret from the variable, or from the file in `NAME_FILE`. Error messages never contain
 * the value.
 */
const readSecretSetting = (env: Env, name: string): string => {
  const [value, file] = [readOneLineSetting(env, name), env[`${name}_FILE`]];
  if (value && file) throw new ConfigError(`${name} 和 ${name}_FILE 只写一个。`);
  if (!file) return value;
  try {
    if (statSync(file).size > SECRET_BYTES) throw new Error('too long');
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE 指的文件读不了，或者太长。`);
  }
};

/**
 * Either all required values are set or none. Optional values without the required ones are an
 * error.
 */
const requireAllOrNoneSet = (
  settingGroup: string,
  requiredSettings: Readonly<Record<string, string>>,
  optional: Readonly<Record<string, string>>,
): boolean => {
  const missing = Object.entries(requiredSettings).flatMap(([name, value]) =>
    value ? [] : [name],
  );
  const isAnySet = [...Object.values(requiredSettings), ...Object.values(optional)].some(Boolean);
  if (!isAnySet) return false;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('、')} 没有写：${settingGroup}要写全。`);
  return true;
};

const parseCountSetting = (name: string, text: string, defaultCount: number): number => {
  const count = Number(text || defaultCount);
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
    throw new ConfigError(`${name} 要写成 1 到 1000000 的整数，现在是“${text}”。`);
  return count;
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

const parseSmtpSecurity = (text: string, host: string): SmtpSettings['security'] => {
  const security = text || 'tls';
  if (security !== 'tls' && security !== 'starttls' && security !== 'none')
    throw new ConfigError(`SMTP_SECURITY 只能是 tls、starttls 或 none，现在是“${text}”。`);
  if (security === 'none' && !isLoopback(host))
    throw new ConfigError('SMTP_SECURITY=none 只能用于本机的邮件服务器：密码和验证码不能明着走。');
  return security;
};

/** Parses `云标 <no-reply@example.com>` or a bare address. */
const parseSender = (text: string): SmtpSettings['from'] => {
  const [, name = '', inside] = /^([^<>"]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (inside ?? text).trim();
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d.-]{1,190}$/.test(address))
    throw new ConfigError('SMTP_FROM 要写成 云标 <no-reply@example.com> 这样。');
  return { name: name.trim(), address };
};

/** Reads `SMTP_…`. Either all settings are present or none. Throws {@link ConfigError}. */
export const readMailSettings = (env: Env): MailConfig | undefined => {
  const [host, from] = [readOneLineSetting(env, 'SMTP_HOST'), readOneLineSetting(env, 'SMTP_FROM')];
  const [user, password] = [
    readOneLineSetting(env, 'SMTP_USER'),
    readSecretSetting(env, 'SMTP_PASSWORD'),
  ];
  const [port, typedSecurity] = [
    readOneLineSetting(env, 'SMTP_PORT'),
    readOneLineSetting(env, 'SMTP_SECURITY'),
  ];
  const daily = readOneLineSetting(env, 'SMTP_DAILY_MAX');
  const otherValues = { user, password, port, security: typedSecurity };
  if (!requireAllOrNoneSet('发邮件', { SMTP_HOST: host, SMTP_FROM: from }, otherValues))
    return undefined;
  if (Boolean(user) !== Boolean(password))
    throw new ConfigError('SMTP_USER 和 SMTP_PASSWORD 要一起写。');
  if (!/^[\w.:-]{1,253}$/.test(host))
    throw new ConfigError(`SMTP_HOST 要写成 smtp.example.com 这样的主机名，现在是“${host}”。`);
  const security = parseSmtpSecurity(typedSecurity, host);
  const number = Number(port || PORTS[security]);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new ConfigError(`SMTP_PORT 要写成 1–65535 的整数，现在是“${port}”。`);
  return {
    host,
    port: number,
    security,
    login: user ? { user, password } : null,
    from: parseSender(from),
    dailyMax: parseCountSetting('SMTP_DAILY_MAX', daily, 2_000),
  };
};

const SMS_URL = 'https://dysmsapi.aliyuncs.com';

const parseSmsUrl = (text: string, mode: Mode): string => {
  const urlText = text || SMS_URL;
  const urlError = new ConfigError(`SMS_URL 要写成 ${SMS_URL} 这样的网址，正式模式只能是 https。`);
  if (!URL.canParse(urlText)) throw urlError;
  const url = new URL(urlText);
  const isRight = url.protocol === 'https:' || (mode === 'demo' && url.protocol === 'http:');
  if (!isRight || url.username || url.pathname !== '/' || url.search || url.hash) throw urlError;
  return url.origin;
};

/** Reads `SMS_…`. Either all settings are present or none. Throws {@link ConfigError}. */
export const readSmsSettings = (env: Env, mode: Mode): SmsConfig | undefined => {
  const required = {
    SMS_ACCESS_KEY_ID: readOneLineSetting(env, 'SMS_ACCESS_KEY_ID'),
    SMS_ACCESS_KEY_SECRET: readSecretSetting(env, 'SMS_ACCESS_KEY_SECRET'),
    SMS_SIGN_NAME: readOneLineSetting(env, 'SMS_SIGN_NAME'),
    SMS_TEMPLATE_CODE: readOneLineSetting(env, 'SMS_TEMPLATE_CODE'),
  };
  const [url, daily] = [
    readOneLineSetting(env, 'SMS_URL'),
    readOneLineSetting(env, 'SMS_DAILY_MAX'),
  ];
  if (!requireAllOrNoneSet('发短信', required, { url, daily })) return undefined;
  if (!/^[\w.-]{1,128}$/.test(required.SMS_ACCESS_KEY_ID))
    throw new ConfigError('SMS_ACCESS_KEY_ID 要写成 AccessKey 的编号。');
  if (!/^SMS_\d{1,20}$/.test(required.SMS_TEMPLATE_CODE))
    throw new ConfigError('SMS_TEMPLATE_CODE 要写成 SMS_154950909 这样的模板编号。');
  return {
    key: { id: required.SMS_ACCESS_KEY_ID, secret: required.SMS_ACCESS_KEY_SECRET },
    signName: required.SMS_SIGN_NAME,
    templateCode: required.SMS_TEMPLATE_CODE,
    url: parseSmsUrl(url, mode),
    dailyMax: parseCountSetting('SMS_DAILY_MAX', daily, 1_000),
  };
};
