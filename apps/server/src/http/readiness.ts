import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  hasSoftware,
  isSchemaCurrent,
  requireWritableDatabase,
} from '@yunbiao/services';

/** Size of the disk probe, bytes. A full disk may still accept a few bytes. */
const PROBE_BYTES = 64 * 1024;
/** Timeout for the database or the disk, ms. */
const TIMEOUT_MS = 5_000;
/** Results are shared for this time, ms, because each check costs two disk writes. */
const SHARED_MS = 2_000;

const probeDisk = async (dataDir: string): Promise<void> => {
  const file = await open(join(dataDir, 'write-probe'), 'w', 0o600);
  try {
    // `write` may write only a part without reporting a full disk.
    await file.writeFile(Buffer.alloc(PROBE_BYTES));
    await file.datasync();
    await file.truncate(0);
  } finally {
    await file.close();
  }
};

const findNotReadyReason = async (ctx: Context, dataDir: string): Promise<string> => {
  try {
    if (!(await isSchemaCurrent(ctx.db))) return 'migrations are missing';
    const isServable = ctx.settings.mode === 'production' || (await hasSoftware({ ctx }));
    if (!isServable) return 'content is missing';
  } catch {
    return 'the database does not answer';
  }
  try {
    await requireWritableDatabase({ ctx });
  } catch {
    return 'the database cannot be written';
  }
  try {
    await probeDisk(dataDir);
  } catch {
    return 'the disk cannot be written';
  }
  return '';
};

/** Creates a check that returns the reason why the site is not ready, '' when it is. */
export const createReadinessCheck = ({
  ctx,
  dataDir,
  isStopping,
  isLocked = () => true,
  sharedMs = SHARED_MS,
  timeoutMs: patienceMs = TIMEOUT_MS,
}: {
  ctx: Context;
  dataDir: string;
  isStopping: () => boolean;
  /** Whether this server holds the database lock. */
  isLocked?: () => boolean;
  sharedMs?: number;
  timeoutMs?: number;
}): (() => Promise<string>) => {
  let answer: Promise<string> | null = null;
  return async () => {
    if (isStopping()) return 'stopping';
    if (!isLocked()) return 'the database lock is lost';
    answer ??= findNotReadyReason(ctx, dataDir).finally(() =>
      setTimeout(() => (answer = null), sharedMs).unref(),
    );
    const timeout = new AbortController();
    const tooLate = sleep(patienceMs, 'no answer in time', { signal: timeout.signal, ref: false });
    return Promise.race([answer, tooLate]).finally(() => {
      tooLate.catch(() => {});
      timeout.abort();
    });
  };
};
