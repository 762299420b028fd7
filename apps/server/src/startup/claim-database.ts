import { acquireServerLock, type ServerLockOptions } from '@yunbiao/db';
import { type Config, ConfigError } from '../config/config.ts';
import type { Log } from '../log.ts';

const TAKEN_SENTENCE =
  'DATABASE_URL 所指的库正由另一个运行着的云标用着，一个库同时只能有一个：请用那一个，或者先停下它；要另开一个，把 DATABASE_URL 换成另一个库。';

const SINGLE_SENTENCE =
  'DATABASE_URL 所指的库正由一台没有写 CLUSTER_KEY 的云标用着：几台一起跑，每台都要写；先停下那一台，写上再启动。';

const LATE_SENTENCE =
  '数据库的锁丢了，一分钟里没有拿回来（DATABASE_URL 所指的库连不上，或者连接数满了）：网站停下，免得两个云标同时用一个库；库好了再启动就行。';

export type DatabaseClaim = {
  /**
   * False after the lock was lost and until it is acquired again: another server may hold the
   * database.
   */
  isHeld: () => boolean;
  release: () => Promise<void>;
};

/**
 * Prevents a second server, with another data folder or on another machine, from using the same
 * PostgreSQL database. It would move labels away from printers whose clients it does not have.
 * Servers with a `CLUSTER_KEY` share the database with each other.
 * `onGivenUp` is called when the lock was lost and another server holds it, or when it could not be
 * acquired again within a minute. The server must then stop and report the sentence.
 * @throws {ConfigError} if another server holds the lock
 */
export const claimDatabase = async (
  { databaseUrl, clusterKey }: Pick<Config, 'databaseUrl'> & Partial<Pick<Config, 'clusterKey'>>,
  log: Log,
  onGivenUp: (sentence: string) => void,
  lockTimes: Pick<ServerLockOptions, 'checkMs' | 'retakeMs'> = {},
): Promise<DatabaseClaim> => {
  if (!databaseUrl) return { isHeld: () => true, release: async () => {} };
  const isShared = clusterKey !== undefined;
  const takenSentence = isShared ? SINGLE_SENTENCE : TAKEN_SENTENCE;
  const lock = await acquireServerLock(databaseUrl, {
    ...lockTimes,
    isShared,
    onLost: () => log.warn('the database lock was lost and is being taken again', {}),
    onGivenUp: (why) => onGivenUp(why === 'taken' ? takenSentence : LATE_SENTENCE),
  });
  if (!lock) throw new ConfigError(takenSentence);
  return lock;
};
