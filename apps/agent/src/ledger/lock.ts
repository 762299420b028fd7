import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getMessage, UserError } from '../errors.ts';
import { requireRoom } from '../settings.ts';

/** Releases the lock. */
export type Unlock = () => void;

/** https://sqlite.org/rescode.html#busy; the low byte of every extended code of it. */
const SQLITE_BUSY = 5;

const isBusy = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;

/** Says why the file cannot be locked: by the system's own error where plain files get one too. */
const fail = (home: string, path: string, error: unknown): never => {
  closeSync(openSync(path, 'a'));
  requireRoom(home);
  throw new UserError(`锁不住 ${path}：${getMessage(error)}`, '检查磁盘；这个文件可以删掉再启动');
};

/**
 * Takes the lock of an agent home, or returns null when another process has it, and for no other reason. It is a
 * lock of the operating system on a file, so it falls with the process, however that ends, and leaves nothing stale
 * behind. `name`: of its file; whoever watches over the client has one of its own. Throws UserError or the system's error when the file cannot be used.
 */
export const takeLock = (home: string, name = 'lock.db'): Unlock | null => {
  const path = join(home, name);
  let db: DatabaseSync | null = null;
  try {
    const opened = new DatabaseSync(path);
    db = opened;
    opened.exec('pragma journal_mode = off');
    opened.exec('begin exclusive');
    return () => opened.close();
  } catch (error) {
    db?.close();
    return isBusy(error) ? null : fail(home, path, error);
  }
};
