import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import type { Context } from '@yunbiao/services';
import type { Config } from '../../config/config.ts';
import type { Finding } from '../../report/findings.ts';

export type Database = Context['db'];

export type DoctorScope = {
  config: Config;
  /** The site's database; null when it cannot be opened. */
  db: Database | null;
  /** Folder or `s3://…` with the backups. */
  backups: string;
  now: () => number;
  /** Timeout of each question to another machine, ms. */
  timeoutMs: number;
  /** Trusted certificates. Omitted: those of the system. */
  tls?: ConnectionOptions;
};

export type Check = (scope: DoctorScope) => Promise<Finding>;

export class TooLate extends Error {
  override name = 'TooLate';
}

/** Rejects with {@link TooLate} when there is no answer in time. */
export const rejectAfterTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const tooLate = sleep(ms, undefined, { signal: controller.signal }).then(() => {
    throw new TooLate(`${ms / 1_000} 秒没有回答`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    controller.abort();
    tooLate.catch(() => undefined);
  }
};

/**
 * Code or short reason of a network error. Never the answer of a server, which may repeat settings.
 */
export const describeNetworkError = (error: unknown): string => {
  if (error instanceof TooLate) return error.message;
  const { code, name, cause } = error as { code?: unknown; name?: string; cause?: unknown };
  if (typeof code === 'string') return code;
  if (name === 'TimeoutError' || name === 'AbortError') return '没有按时回答';
  return cause === undefined ? '连不上' : describeNetworkError(cause);
};
