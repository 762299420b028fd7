import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { AlipaySettings, WechatPaySettings } from '@yunbiao/services';
import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;
type Mode = 'demo' | 'production';

/** Maximum size of a key or certificate file, bytes. */
const KEY_BYTES = 20_000;

/**
 * Reads a secret from the variable, or from the file in `NAME_FILE`. Error messages never contain
 * the value.
 */
const readSecretSetting = (env: Env, name: string): string => {
  const [value, file] = [env[name], env[`${name}_FILE`]];
  if (value && file) throw new ConfigError(`${name} 和 ${name}_FILE 只写一个。`);
  if (!file) return (value ?? '').replaceAll('\\n', '\n').trim();
  try {
    if (statSync(file).size > KEY_BYTES) throw new Error('too long');
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE 指的文件读不了，或者不是密钥。`);
  }
};

const parseRsaKey = (name: string, parsers: readonly (() => KeyObject)[]): KeyObject => {
  for (const parse of parsers) {
    try {
      const key = parse();
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // Try the next format.
    }
  }
  throw new ConfigError(`${name} 不是能用的 RSA 密钥：写 PEM，或者平台工具给的一行 Base64。`);
};

const parsePrivateKey = (name: string, text: string): KeyObject => {
  const createDerKeyParser = (type: 'pkcs8' | 'pkcs1') => (): KeyObject =>
    createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type });
  return parseRsaKey(name, [
    () => createPrivateKey(text),
    createDerKeyParser('pkcs8'),
    createDerKeyParser('pkcs1'),
  ]);
};

/** Parses a public key, or the public key of a certificate. */
const parsePublicKey = (name: string, text: string): KeyObject =>
  parseRsaKey(name, [
    () => {
      if (!text.includes('CERTIFICATE')) throw new Error('no certificate');
      return new X509Certificate(text).publicKey;
    },
    () => {
      if (text.includes('PRIVATE')) throw new ConfigError(`${name} 是私钥，要写平台的公钥。`);
      return createPublicKey(text);
    },
    () => createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
  ]);

const readUrlSetting = (env: Env, name: string, defaultUrl: string, mode: Mode): string => {
  const text = env[name] || defaultUrl;
  const urlError = new ConfigError(
    `${name} 要写成 ${defaultUrl} 这样的网址，正式模式只能是 https。`,
  );
  if (!URL.canParse(text)) throw urlError;
  const url = new URL(text);
  const isRight = url.protocol === 'https:' || (mode === 'demo' && url.protocol === 'http:');
  if (!isRight || url.username || url.password || url.search || url.hash) throw urlError;
  return text.replace(/\/+$/, '');
};

const requireSettingPattern = (
  name: string,
  text: string,
  pattern: RegExp,
  words: string,
): string => {
  if (!pattern.test(text)) throw new ConfigError(`${name} ${words}`);
  return text;
};

/** Returns whether these settings are set. @throws ConfigError when only some of them are */
const requireAllOrNoneSet = (
  settingGroup: string,
  values: Readonly<Record<string, string>>,
): boolean => {
  const missing = Object.entries(values).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === Object.keys(values).length) return false;
  if (missing.length > 0)
    throw new ConfigError(`${missing.join('、')} 没有写：${settingGroup}要一起写。`);
  return true;
};

/** Reads `ALIPAY_…`. Either all settings are present or none. Throws {@link ConfigError}. */
export const readAlipaySettings = (env: Env, mode: Mode): AlipaySettings | undefined => {
  const values = {
    ALIPAY_APP_ID: env.ALIPAY_APP_ID ?? '',
    ALIPAY_SELLER_ID: env.ALIPAY_SELLER_ID ?? '',
    ALIPAY_PRIVATE_KEY: readSecretSetting(env, 'ALIPAY_PRIVATE_KEY'),
    ALIPAY_PUBLIC_KEY: readSecretSetting(env, 'ALIPAY_PUBLIC_KEY'),
  };
  const gateway = readUrlSetting(env, 'ALIPAY_URL', 'https://openapi.alipay.com/gateway.do', mode);
  if (!requireAllOrNoneSet('支付宝的这几项', values)) return undefined;
  const { ALIPAY_APP_ID: appId, ALIPAY_SELLER_ID: sellerId } = values;
  return {
    gateway,
    appId: requireSettingPattern(
      'ALIPAY_APP_ID',
      appId,
      /^\d{10,20}$/,
      '要写成应用的编号，十几位数字。',
    ),
    sellerId: requireSettingPattern(
      'ALIPAY_SELLER_ID',
      sellerId,
      /^2088\d{12}$/,
      '要写成 2088 开头的 16 位数字。',
    ),
    privateKey: parsePrivateKey('ALIPAY_PRIVATE_KEY', values.ALIPAY_PRIVATE_KEY),
    alipayKey: parsePublicKey('ALIPAY_PUBLIC_KEY', values.ALIPAY_PUBLIC_KEY),
  };
};

const readWechatPublicKey = (env: Env): WechatPaySettings['publicKey'] => {
  const values = {
    WECHAT_PAY_PUBLIC_KEY_ID: env.WECHAT_PAY_PUBLIC_KEY_ID ?? '',
    WECHAT_PAY_PUBLIC_KEY: readSecretSetting(env, 'WECHAT_PAY_PUBLIC_KEY'),
  };
  if (!requireAllOrNoneSet('微信支付公钥的这两项', values)) return undefined;
  const { WECHAT_PAY_PUBLIC_KEY_ID: id, WECHAT_PAY_PUBLIC_KEY: key } = values;
  return {
    id: requireSettingPattern(
      'WECHAT_PAY_PUBLIC_KEY_ID',
      id,
      /^PUB_KEY_ID_\w{1,60}$/,
      '以 PUB_KEY_ID_ 开头。',
    ),
    key: parsePublicKey('WECHAT_PAY_PUBLIC_KEY', key),
  };
};

/** Reads `WECHAT_PAY_…`. Either all settings are present or none. Throws {@link ConfigError}. */
export const readWechatPaySettings = (env: Env, mode: Mode): WechatPaySettings | undefined => {
  const values = {
    WECHAT_PAY_APP_ID: env.WECHAT_PAY_APP_ID ?? '',
    WECHAT_PAY_MCH_ID: env.WECHAT_PAY_MCH_ID ?? '',
    WECHAT_PAY_SERIAL_NO: env.WECHAT_PAY_SERIAL_NO ?? '',
    WECHAT_PAY_PRIVATE_KEY: readSecretSetting(env, 'WECHAT_PAY_PRIVATE_KEY'),
    WECHAT_PAY_API_V3_KEY: readSecretSetting(env, 'WECHAT_PAY_API_V3_KEY'),
  };
  const url = readUrlSetting(env, 'WECHAT_PAY_URL', 'https://api.mch.weixin.qq.com', mode);
  const publicKey = readWechatPublicKey(env);
  if (!requireAllOrNoneSet('微信支付的这几项', values)) return undefined;
  const apiV3Key = Buffer.from(values.WECHAT_PAY_API_V3_KEY);
  if (apiV3Key.length !== 32) throw new ConfigError('WECHAT_PAY_API_V3_KEY 是 32 个字符。');
  return {
    url,
    appId: requireSettingPattern(
      'WECHAT_PAY_APP_ID',
      values.WECHAT_PAY_APP_ID,
      /^wx\w{8,30}$/,
      '以 wx 开头。',
    ),
    mchId: requireSettingPattern(
      'WECHAT_PAY_MCH_ID',
      values.WECHAT_PAY_MCH_ID,
      /^\d{6,20}$/,
      '是商户号，只有数字。',
    ),
    serialNo: requireSettingPattern(
      'WECHAT_PAY_SERIAL_NO',
      values.WECHAT_PAY_SERIAL_NO,
      /^[\dA-Fa-f]{8,64}$/,
      '是商户证书的序列号，十六进制。',
    ),
    privateKey: parsePrivateKey('WECHAT_PAY_PRIVATE_KEY', values.WECHAT_PAY_PRIVATE_KEY),
    apiV3Key,
    publicKey,
  };
};

/** Payment channels call back over the internet, so production requires HTTPS. */
export const refusePlainCallbacks = (config: {
  mode: Mode;
  publicUrl: string;
  alipay: unknown;
  wechatPay: unknown;
}): void => {
  const { mode, publicUrl, alipay, wechatPay } = config;
  if (mode === 'production' && (alipay || wechatPay) && !publicUrl.startsWith('https:'))
    throw new ConfigError('PUBLIC_URL 要用 https：支付宝和微信支付的通知发到那里。');
};
