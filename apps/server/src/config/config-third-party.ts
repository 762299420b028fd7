import { ConfigError } from './config-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A third-party script that pages load after their own resources. */
export type StatsScript = {
  url: string;
  /** Origin for the CSP; '' when the script comes from this site. */
  origin: string;
};

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);

/**
 * Reads `STATS_SCRIPT_URL`: an https URL, a path of this site, or in demo mode a server on this
 * machine.
 * @throws {ConfigError} for any other URL
 */
export const readStatsScript = (env: Env, mode: 'demo' | 'production'): StatsScript | undefined => {
  const text = env.STATS_SCRIPT_URL;
  if (!text) return undefined;
  const urlError = new ConfigError(
    `STATS_SCRIPT_URL 要写成 https:// 开头的脚本地址，或本站 / 开头的路径，现在是“${text}”。`,
  );
  // The origin is part of a header, where `;` and spaces are separators.
  if (/[\s;,\\"'<>\u0000-\u001f]/.test(text) || !URL.canParse(text, 'https://own.invalid'))
    throw urlError;
  if (/^\/(?!\/)/.test(text)) return { url: text, origin: '' };
  if (!URL.canParse(text)) throw urlError;
  const url = new URL(text);
  if (url.username || url.password) throw new ConfigError('STATS_SCRIPT_URL 不能带用户名和密码。');
  const isOwnMachine = mode === 'demo' && isLoopbackName(url.hostname) && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !isOwnMachine) throw urlError;
  return { url: url.href, origin: url.origin };
};

/**
 * Parses `WECHAT_VERIFY`: `MP_verify_x.txt:x`, separated by commas. Returns file name → content.
 */
export const readWechatVerifyFiles = (env: Env): ReadonlyMap<string, string> => {
  const parts = (env.WECHAT_VERIFY ?? '').split(',').filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part): [string, string] => {
      const [, name, content] = /^(MP_verify_\w+\.txt):([\w-]{1,200})$/.exec(part.trim()) ?? [];
      if (!name || !content)
        throw new ConfigError(
          `WECHAT_VERIFY 要写成 MP_verify_x.txt:内容，多个用英文逗号分开，现在是“${part.trim()}”。`,
        );
      return [name, content];
    }),
  );
};
