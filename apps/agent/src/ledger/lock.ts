import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getErrorMessage, UserError } from '../errors.ts';
import { requireWritableHome } from '../settings.ts';

export type Unlock = () => void;

/** https://sqlite.org/rescode.html#busy: the low byte of all its extended codes. */
const SQLITE_BUSY = 5;

const isSqliteBusyError = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/**
 * Throws the reason why the file cannot be locked: the system's error if a plain file fails too.
 */
const throwLockError = (home: string, path: string, error: unknown): never => {
  closeSync(openSync(path, 'a'));
  requireWritableHome(home);
  throw new UserError(
    `锁不住 ${path}：${getErrorMessage(error)}`,
    '检查磁盘；这个文件可以删除再启动',
  );
};

/**
 * Acquires the lock of an agent home. Returns null only when another process holds it. It is an
 * operating system lock on a file, so it ends with the process and leaves nothing stale. `name`:
 * lock file; the supervisor uses another one. Throws UserError or the system's error when the file
 * is unusable.
 */
export const acquireHomeLock = (home: string, name = 'lock.db'): Unlock | null => {
  const path = join(home, name);
  let db: DatabaseSync | null = null;
  try {
    const database = new DatabaseSync(path);
    db = database;
    database.exec('pragma journal_mode = off');
    database.exec('begin exclusive');
    return () => database.close();
  } catch (error) {
    db?.close();
    return isSqliteBusyError(error) ? null : throwLockError(home, path, error);
  }
};
