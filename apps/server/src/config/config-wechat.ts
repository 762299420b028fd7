import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type WechatConfig = {
  /** Website app of the WeChat open platform; null: not configured. */
  web: { appid: string; secret: string } | null;
  /** Service account; null: not configured. */
  official: { appid: string; secret: string; token: string; aesKey: string } | null;
  /** Base URLs of WeChat's servers, without a trailing slash. */
  apiUrl: string;
  openUrl: string;
  scriptUrl: string;
};

/** Reads settings that are all set or all missing. Error messages never contain values. */
const readSettingsAllOrNone = <N extends string>(
  env: Env,
  names: readonly N[],
): Record<N, string> | null => {
  const values = names.map((name) => [name, (env[name] ?? '').trim()] as const);
  const missing = values.filter(([, value]) => value === '').map(([name]) => name);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`${names.join('、')} 要一起写，现在缺 ${missing.join('、')}。`);
  const invalidName = values.find(([, value]) => !/^[\w-]{1,64}$/.test(value));
  if (invalidName)
    throw new ConfigError(`${invalidName[0]} 只能有字母、数字、_ 和 -，最多 64 个。`);
  return Object.fromEntries(values) as Record<N, string>;
};

const readUrlSetting = (env: Env, name: string, defaultUrl: string): string => {
  const text = env[name] || defaultUrl;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isValid =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    !/[\s;,'"]/.test(text);
  if (!isValid) throw new ConfigError(`${name} 要写成 ${defaultUrl} 这样的网址，现在是“${text}”。`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

/**
 * Reads the key: 43 characters, the Base64 of 32 bytes without padding. Required, because the
 * signature of unencrypted pushes does not cover their content.
 */
const readAesKey = (env: Env): string => {
  const key = (env.WECHAT_MP_AES_KEY ?? '').trim();
  if (key === '')
    throw new ConfigError(
      '有公众号还要写 WECHAT_MP_AES_KEY（公众号后台的 EncodingAESKey），并把后台的消息加解密方式设成安全模式：明文推送的签名不管内容，谁都能改。',
    );
  if (!/^[A-Za-z0-9]{43}$/.test(key))
    throw new ConfigError('WECHAT_MP_AES_KEY 要是公众号后台的 EncodingAESKey：43 个字母和数字。');
  return key;
};

/**
 * Reads `WECHAT_OPEN_…`, `WECHAT_MP_…` and the URLs of WeChat.
 * @throws ConfigError
 */
export const readWechatSettings = (env: Env): WechatConfig => {
  const web = readSettingsAllOrNone(env, ['WECHAT_OPEN_APPID', 'WECHAT_OPEN_SECRET']);
  const mp = readSettingsAllOrNone(env, ['WECHAT_MP_APPID', 'WECHAT_MP_SECRET', 'WECHAT_MP_TOKEN']);
  if (mp === null && env.WECHAT_MP_AES_KEY)
    throw new ConfigError('WECHAT_MP_AES_KEY 要和 WECHAT_MP_APPID 一起写。');
  return {
    web: web && { appid: web.WECHAT_OPEN_APPID, secret: web.WECHAT_OPEN_SECRET },
    official: mp && {
      appid: mp.WECHAT_MP_APPID,
      secret: mp.WECHAT_MP_SECRET,
      token: mp.WECHAT_MP_TOKEN,
      aesKey: readAesKey(env),
    },
    apiUrl: readUrlSetting(env, 'WECHAT_API_URL', 'https://api.weixin.qq.com'),
    openUrl: readUrlSetting(env, 'WECHAT_OPEN_URL', 'https://open.weixin.qq.com'),
    scriptUrl: readUrlSetting(env, 'WECHAT_SCRIPT_URL', 'https://res.wx.qq.com'),
  };
};
