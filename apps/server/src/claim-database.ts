import { lockServer } from '@yunbiao/db';
import { type Config, ConfigError } from './config.ts';
import type { Log } from './log.ts';

const TAKEN =
  'DATABASE_URL 所指的库正由另一个运行着的云标用着，一个库同时只能有一个：请用那一个，或者先停下它；要另开一个，把 DATABASE_URL 换成另一个库。';

/**
 * Keeps a second server, with another data folder or on another machine, from the PostgreSQL database of a running one. It
 * would move labels from printers whose clients it does not have. `onTaken`: the lock was lost and another server has it.
 * Returns what releases it.
 * @throws {ConfigError} when another server has it
 */
export const claimDatabase = async (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: Log,
  onTaken: (sentence: string) => void,
): Promise<() => Promise<void>> => {
  if (!databaseUrl) return async () => {};
  const lock = await lockServer(databaseUrl, {
    onLost: () => log.warn('the database lock was lost and is being taken again', {}),
    onTaken: () => onTaken(TAKEN),
  });
  if (!lock) throw new ConfigError(TAKEN);
  return lock.release;
};
