import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Mode = 'demo' | 'production';

export type SmtpSettings = {
  host: string;
  port: number;
  /** `tls` from the first byte · `starttls`: refused by a server that does not offer it · `none`: in the clear. */
  security: 'tls' | 'starttls' | 'none';
  /** Null: the server wants none. */
  login: { user: string; password: string } | null;
  /** `name <address>`, as letters name it. */
  from: { name: string; address: string };
};

export type SmsSettings = {
  /** AccessKey of Alibaba Cloud. */
  key: { id: string; secret: string };
  /** 短信签名, and the code of the template with `${code}` in it. */
  signName: string;
  templateCode: string;
  /** Of the service, without a trailing slash. */
  url: string;
};

/** `dailyMax`: codes a day in all. */
export type MailConfig = SmtpSettings & { dailyMax: number };
export type SmsConfig = SmsSettings & { dailyMax: number };

const SECRET_BYTES = 2_000;

const getLine = (env: Env, name: string): string => {
  const text = (env[name] ?? '').trim();
  if (text.length > 300 || /\p{Cc}/u.test(text))
    throw new ConfigError(`${name} 要写成一行，最多 300 个字。`);
  return text;
};

/** A secret of the environment, or of the file that `NAME_FILE` names. Messages never repeat it. */
const getSecret = (env: Env, name: string): string => {
  const [value, file] = [getLine(env, name), env[`${name}_FILE`]];
  if (value && file) throw new ConfigError(`${name} 和 ${name}_FILE 只写一个。`);
  if (!file) return value;
  try {
    if (statSync(file).size > SECRET_BYTES) throw new Error('too long');
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE 指的文件读不了，或者太长。`);
  }
};

/** All of them, or none: what is written of the others, too, is not forgotten. */
const isWhole = (
  what: string,
  needed: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): boolean => {
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  const isWritten = [...Object.values(needed), ...Object.values(others)].some(Boolean);
  if (!isWritten) return false;
  if (missing.length > 0) throw new ConfigError(`${missing.join('、')} 没有写：${what}要写全。`);
  return true;
};

const readCount = (name: string, text: string, usual: number): number => {
  const count = Number(text || usual);
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000)
    throw new ConfigError(`${name} 要写成 1 到 1000000 的整数，现在是“${text}”。`);
  return count;
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

const getSecurity = (text: string, host: string): SmtpSettings['security'] => {
  const security = text || 'tls';
  if (security !== 'tls' && security !== 'starttls' && security !== 'none')
    throw new ConfigError(`SMTP_SECURITY 只能是 tls、starttls 或 none，现在是“${text}”。`);
  if (security === 'none' && !isLoopback(host))
    throw new ConfigError('SMTP_SECURITY=none 只能用于本机的邮件服务器：密码和验证码不能明着走。');
  return security;
};

/** `云标 <no-reply@example.com>`, or the address alone. */
const readSender = (text: string): SmtpSettings['from'] => {
  const [, name = '', inside] = /^([^<>"]*)<([^<>]+)>$/.exec(text) ?? [];
  const address = (inside ?? text).trim();
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d.-]{1,190}$/.test(address))
    throw new ConfigError('SMTP_FROM 要写成 云标 <no-reply@example.com> 这样。');
  return { name: name.trim(), address };
};

/** `SMTP_…`: whole, or none. Throws {@link ConfigError}. */
export const getMail = (env: Env): MailConfig | undefined => {
  const [host, from] = [getLine(env, 'SMTP_HOST'), getLine(env, 'SMTP_FROM')];
  const [user, password] = [getLine(env, 'SMTP_USER'), getSecret(env, 'SMTP_PASSWORD')];
  const [port, security] = [getLine(env, 'SMTP_PORT'), getLine(env, 'SMTP_SECURITY')];
  const daily = getLine(env, 'SMTP_DAILY_MAX');
  const others = { user, password, port, security };
  if (!isWhole('发邮件', { SMTP_HOST: host, SMTP_FROM: from }, others)) return undefined;
  if (Boolean(user) !== Boolean(password))
    throw new ConfigError('SMTP_USER 和 SMTP_PASSWORD 要一起写。');
  if (!/^[\w.:-]{1,253}$/.test(host))
    throw new ConfigError(`SMTP_HOST 要写成 smtp.example.com 这样的主机名，现在是“${host}”。`);
  const secured = getSecurity(security, host);
  const number = Number(port || PORTS[secured]);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new ConfigError(`SMTP_PORT 要写成 1–65535 的整数，现在是“${port}”。`);
  return {
    host,
    port: number,
    security: secured,
    login: user ? { user, password } : null,
    from: readSender(from),
    dailyMax: readCount('SMTP_DAILY_MAX', daily, 2_000),
  };
};

const SMS_URL = 'https://dysmsapi.aliyuncs.com';

const getUrl = (text: string, mode: Mode): string => {
  const given = text || SMS_URL;
  const wrong = new ConfigError(`SMS_URL 要写成 ${SMS_URL} 这样的网址，正式模式只能是 https。`);
  if (!URL.canParse(given)) throw wrong;
  const url = new URL(given);
  const isRight = url.protocol === 'https:' || (mode === 'demo' && url.protocol === 'http:');
  if (!isRight || url.username || url.pathname !== '/' || url.search || url.hash) throw wrong;
  return url.origin;
};

/** `SMS_…`: whole, or none. Throws {@link ConfigError}. */
export const readSms = (env: Env, mode: Mode): SmsConfig | undefined => {
  const needed = {
    SMS_ACCESS_KEY_ID: getLine(env, 'SMS_ACCESS_KEY_ID'),
    SMS_ACCESS_KEY_SECRET: getSecret(env, 'SMS_ACCESS_KEY_SECRET'),
    SMS_SIGN_NAME: getLine(env, 'SMS_SIGN_NAME'),
    SMS_TEMPLATE_CODE: getLine(env, 'SMS_TEMPLATE_CODE'),
  };
  const [url, daily] = [getLine(env, 'SMS_URL'), getLine(env, 'SMS_DAILY_MAX')];
  if (!isWhole('发短信', needed, { url, daily })) return undefined;
  if (!/^[\w.-]{1,128}$/.test(needed.SMS_ACCESS_KEY_ID))
    throw new ConfigError('SMS_ACCESS_KEY_ID 要写成 AccessKey 的编号。');
  if (!/^SMS_\d{1,20}$/.test(needed.SMS_TEMPLATE_CODE))
    throw new ConfigError('SMS_TEMPLATE_CODE 要写成 SMS_154950909 这样的模板编号。');
  return {
    key: { id: needed.SMS_ACCESS_KEY_ID, secret: needed.SMS_ACCESS_KEY_SECRET },
    signName: needed.SMS_SIGN_NAME,
    templateCode: needed.SMS_TEMPLATE_CODE,
    url: getUrl(url, mode),
    dailyMax: readCount('SMS_DAILY_MAX', daily, 1_000),
  };
};
