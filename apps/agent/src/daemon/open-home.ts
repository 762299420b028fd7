import { join } from 'node:path';
import { toUserErrorOrNull, getErrorMessage, UserError } from '../errors.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { acquireHomeLock } from '../ledger/lock.ts';
import type { Unlock } from '../ledger/lock.ts';
import { readClientKey, readSettings, getSettingsPath } from '../settings.ts';
import type { Settings } from '../settings.ts';

/** Returns the settings. Throws UserError when they have no valid site address. */
export const requireSettingsWithServer = (home: string): Settings => {
  const settings = readSettings(home);
  if (URL.canParse(settings.server)) return settings;
  throw new UserError(
    `${getSettingsPath(home)} 里没有网站的网址`,
    '重新配对：npm run agent -- pair',
  );
};

/**
 * Locks a home and opens its ledger. Throws UserError when not paired, already locked, or the disk
 * is unusable.
 */
export const openHome = async (
  home: string,
): Promise<{ key: string; ledger: Ledger; unlock: Unlock }> => {
  const key = readClientKey(home);
  if (!key) throw new UserError('这个打印客户端还没有配对', '先运行：npm run agent -- pair');
  const unlock = acquireHomeLock(home);
  if (!unlock) throw new UserError('打印客户端已经在运行', `同一个目录（${home}）只能运行一个`);
  try {
    return { key, unlock, ledger: await openLedger(home) };
  } catch (error) {
    unlock();
    throw toUserErrorOrNull(error, join(home, 'ledger.log')) ?? error;
  }
};

/** Converts a fatal error (ledger not writable, driver failed) for the user. Printing stops. */
export const toPrintingStoppedError = (error: unknown): unknown => {
  const userError = toUserErrorOrNull(error);
  if (userError) return new UserError(`打印停下了：${userError.message}`, userError.hint);
  return new UserError(
    `打印停下了：${getErrorMessage(error)}`,
    '再启动一次；还是这样，请把这句话告诉我们',
  );
};
