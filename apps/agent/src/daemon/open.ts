import { join } from 'node:path';
import { explain, getMessage, UserError } from '../errors.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import { readKey, readSettings, settingsFile } from '../settings.ts';
import type { Settings } from '../settings.ts';

/** The settings with the site in them that the key belongs to. */
export const readPaired = (home: string): Settings => {
  const settings = readSettings(home);
  if (URL.canParse(settings.server)) return settings;
  throw new UserError(`${settingsFile(home)} 里没有网站的网址`, '重新配对：npm run agent -- pair');
};

/** Takes a home for itself. Throws UserError: not paired, taken already, or a disk that does not do. */
export const openHome = async (
  home: string,
): Promise<{ key: string; ledger: Ledger; unlock: Unlock }> => {
  const key = readKey(home);
  if (!key) throw new UserError('这个打印客户端还没有配对', '先运行：npm run agent -- pair');
  const unlock = takeLock(home);
  if (!unlock) throw new UserError('打印客户端已经在运行', `同一个目录（${home}）只能运行一个`);
  try {
    return { key, unlock, ledger: await openLedger(home) };
  } catch (error) {
    unlock();
    throw explain(error, join(home, 'ledger.log')) ?? error;
  }
};

/** The ledger cannot be written, or a driver broke: nothing may be printed any more. */
export const stopped = (error: unknown): unknown => {
  const known = explain(error);
  if (known) return new UserError(`打印停下了：${known.message}`, known.hint);
  return new UserError(
    `打印停下了：${getMessage(error)}`,
    '再启动一次；还是这样，请把这句话告诉我们',
  );
};
