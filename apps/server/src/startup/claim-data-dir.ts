import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusyError } from '@yunbiao/services';
import { ConfigError } from '../config/config-error.ts';

/**
 * Prevents a second server, on another port, from using the same data folder: each server would
 * notify only its own print clients of a batch, and both would manage the same virtual printers.
 * Uses an operating system lock on a file, which is released when the process ends in any way.
 * Returns a function that releases the lock.
 * @throws {ConfigError} if another process holds the lock; SQLite's error if the folder cannot be
 *   used
 */
export const lockDataDir = (folder: string): (() => void) => {
  const lock = new DatabaseSync(join(folder, 'server.lock'));
  try {
    // Nothing is written to this database, so it needs no journal file. `off` is rejected in
    // SQLite's defensive mode, which Node enables.
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (!isSqliteBusyError(error)) throw error;
    throw new ConfigError(
      `DATA_DIR（${folder}）正由另一个运行着的云标用着，一份数据同时只能有一个：请用那一个，或者先停下它；要另开一个，把 DATA_DIR 换成另一个文件夹。`,
    );
  }
};
