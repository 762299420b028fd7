import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, hasSoftware, isDataCurrent, probeWrite } from '@yunbiao/services';

/** A full disk may still take a few bytes. */
const PROBE_BYTES = 64 * 1024;
/** A database or disk that has not answered by then does not, ms. */
const PATIENCE_MS = 5_000;
/** Answers are shared for this long, ms: each one costs the disk two writes. */
const SHARED_MS = 2_000;

const probeDisk = async (dataDir: string): Promise<void> => {
  const file = await open(join(dataDir, 'write-probe'), 'w', 0o600);
  try {
    // `write` may take a part and say nothing of a full disk.
    await file.writeFile(Buffer.alloc(PROBE_BYTES));
    await file.datasync();
    await file.truncate(0);
  } finally {
    await file.close();
  }
};

const examine = async (ctx: Context, dataDir: string): Promise<string> => {
  try {
    if (!(await isDataCurrent(ctx.db))) return 'migrations are missing';
    const isServable = ctx.settings.mode === 'production' || (await hasSoftware({ ctx }));
    if (!isServable) return 'content is missing';
  } catch {
    return 'the database does not answer';
  }
  try {
    await probeWrite({ ctx });
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

/** What keeps the site from doing all of its work, '' when nothing does. */
export const createReadiness = ({
  ctx,
  dataDir,
  isStopping,
  isLocked = () => true,
  sharedMs = SHARED_MS,
  patienceMs = PATIENCE_MS,
}: {
  ctx: Context;
  dataDir: string;
  isStopping: () => boolean;
  /** This server holds the lock of its database. */
  isLocked?: () => boolean;
  sharedMs?: number;
  patienceMs?: number;
}): (() => Promise<string>) => {
  let answer: Promise<string> | null = null;
  return async () => {
    if (isStopping()) return 'stopping';
    if (!isLocked()) return 'the database lock is lost';
    answer ??= examine(ctx, dataDir).finally(() =>
      setTimeout(() => (answer = null), sharedMs).unref(),
    );
    const late = new AbortController();
    const tooLate = sleep(patienceMs, 'no answer in time', { signal: late.signal, ref: false });
    return Promise.race([answer, tooLate]).finally(() => {
      tooLate.catch(() => {});
      late.abort();
    });
  };
};
