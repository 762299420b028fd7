import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type WechatConfig = {
  /** A web site of the open platform; null: not configured. */
  web: { appid: string; secret: string } | null;
  /** A service account; null: not configured. */
  official: { appid: string; secret: string; token: string; aesKey: string } | null;
  /** Where WeChat's servers are, without a trailing slash. */
  apiUrl: string;
  openUrl: string;
  scriptUrl: string;
};

/** All of them or none; what they hold is never repeated. */
const allOf = <N extends string>(env: Env, names: readonly N[]): Record<N, string> | null => {
  const values = names.map((name) => [name, (env[name] ?? '').trim()] as const);
  const missing = values.filter(([, value]) => value === '').map(([name]) => name);
  if (missing.length === names.length) return null;
  if (missing.length > 0)
    throw new ConfigError(`${names.join('、')} 要一起写，现在缺 ${missing.join('、')}。`);
  const odd = values.find(([, value]) => !/^[\w-]{1,64}$/.test(value));
  if (odd) throw new ConfigError(`${odd[0]} 只能有字母、数字、_ 和 -，最多 64 个。`);
  return Object.fromEntries(values) as Record<N, string>;
};

const getHost = (env: Env, name: string, usual: string): string => {
  const text = env[name] || usual;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isFine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    !/[\s;,'"]/.test(text);
  if (!isFine) throw new ConfigError(`${name} 要写成 ${usual} 这样的网址，现在是“${text}”。`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

/**
 * 43 characters, the Base64 of 32 bytes without its sign of an end. Never left out: what WeChat pushes in the clear is
 * signed without its content.
 */
const getAesKey = (env: Env): string => {
  const key = (env.WECHAT_MP_AES_KEY ?? '').trim();
  if (key === '')
    throw new ConfigError(
      '有公众号还要写 WECHAT_MP_AES_KEY（公众号后台的 EncodingAESKey），并把后台的消息加解密方式设成安全模式：明文推送的签名不管内容，谁都能改。',
    );
  if (!/^[A-Za-z0-9]{43}$/.test(key))
    throw new ConfigError('WECHAT_MP_AES_KEY 要是公众号后台的 EncodingAESKey：43 个字母和数字。');
  return key;
};

/** `WECHAT_OPEN_…`, `WECHAT_MP_…` and where WeChat is. @throws ConfigError */
export const getWechat = (env: Env): WechatConfig => {
  const web = allOf(env, ['WECHAT_OPEN_APPID', 'WECHAT_OPEN_SECRET']);
  const mp = allOf(env, ['WECHAT_MP_APPID', 'WECHAT_MP_SECRET', 'WECHAT_MP_TOKEN']);
  if (mp === null && env.WECHAT_MP_AES_KEY)
    throw new ConfigError('WECHAT_MP_AES_KEY 要和 WECHAT_MP_APPID 一起写。');
  return {
    web: web && { appid: web.WECHAT_OPEN_APPID, secret: web.WECHAT_OPEN_SECRET },
    official: mp && {
      appid: mp.WECHAT_MP_APPID,
      secret: mp.WECHAT_MP_SECRET,
      token: mp.WECHAT_MP_TOKEN,
      aesKey: getAesKey(env),
    },
    apiUrl: getHost(env, 'WECHAT_API_URL', 'https://api.weixin.qq.com'),
    openUrl: getHost(env, 'WECHAT_OPEN_URL', 'https://open.weixin.qq.com'),
    scriptUrl: getHost(env, 'WECHAT_SCRIPT_URL', 'https://res.wx.qq.com'),
  };
};
