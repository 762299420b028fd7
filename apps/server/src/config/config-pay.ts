import { ConfigError } from './config-error.ts';

/** Bank account for transfers: account name, bank and number. */
export type PayAccount = { name: string; bank: string; number: string };

type Env = Readonly<Record<string, string | undefined>>;

const NAMES = ['PAY_ACCOUNT_NAME', 'PAY_ACCOUNT_BANK', 'PAY_ACCOUNT_NUMBER'] as const;

const readOneLineSetting = (env: Env, name: string): string => {
  const text = (env[name] ?? '').trim();
  if (text.length > 100 || /\p{Cc}/u.test(text))
    throw new ConfigError(`${name} 要写成一行，最多 100 个字。`);
  return text;
};

/** Reads `PAY_ACCOUNT_…`. Either all settings are present or none. Throws {@link ConfigError}. */
export const readPayAccount = (env: Env): PayAccount | undefined => {
  const [name = '', bank = '', number = ''] = NAMES.map((setting) =>
    readOneLineSetting(env, setting),
  );
  if (!name && !bank && !number) return undefined;
  const missing = NAMES.find((setting) => !readOneLineSetting(env, setting));
  if (missing) throw new ConfigError(`${missing} 没有写：户名、开户行和账号要一起写。`);
  if (!/^\d[\d -]{4,38}\d$/.test(number))
    throw new ConfigError('PAY_ACCOUNT_NUMBER 只能是数字，中间可以有空格。');
  return { name, bank, number };
};
