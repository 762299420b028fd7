import { lockServer, type ServerLockOptions } from '@yunbiao/db';
import { type Config, ConfigError } from './config.ts';
import type { Log } from './log.ts';

const TAKEN =
  'DATABASE_URL 所指的库正由另一个运行着的云标用着，一个库同时只能有一个：请用那一个，或者先停下它；要另开一个，把 DATABASE_URL 换成另一个库。';

const LATE =
  '数据库的锁丢了，一分钟里没有拿回来（DATABASE_URL 所指的库连不上，或者连接数满了）：网站停下，免得两个云标同时用一个库；库好了再启动就行。';

export type DatabaseClaim = {
  /** False while the lock is lost and not taken again: another server may have the database. */
  isHeld: () => boolean;
  release: () => Promise<void>;
};

/**
 * Keeps a second server, with another data folder or on another machine, from the PostgreSQL database of a running one. It
 * would move labels from printers whose clients it does not have. `onGivenUp`: the lock was lost, and another server has it
 * or it could not be taken again in a minute; the server must stop and say the sentence.
 * @throws {ConfigError} when another server has it
 */
export const claimDatabase = async (
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  log: Log,
  onGivenUp: (sentence: string) => void,
  patience: Pick<ServerLockOptions, 'checkMs' | 'retakeMs'> = {},
): Promise<DatabaseClaim> => {
  if (!databaseUrl) return { isHeld: () => true, release: async () => {} };
  const lock = await lockServer(databaseUrl, {
    ...patience,
    onLost: () => log.warn('the database lock was lost and is being taken again', {}),
    onGivenUp: (why) => onGivenUp(why === 'taken' ? TAKEN : LATE),
  });
  if (!lock) throw new ConfigError(TAKEN);
  return lock;
};
