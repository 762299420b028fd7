import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '@yunbiao/services';
import { ConfigError } from './config-error.ts';

/**
 * Keeps a second server, on another port, from the data of a running one: each would tell only its own print clients of
 * a batch, and both would look after the same virtual printers. It is a lock of the operating system on a file, so it
 * falls with the process, however that ends. Returns what releases it.
 * @throws {ConfigError} when another process has it; SQLite's own error when the folder does not do
 */
export const claimDataDir = (folder: string): (() => void) => {
  const lock = new DatabaseSync(join(folder, 'server.lock'));
  try {
    // Nothing is ever written to it: no journal beside it. `off` is not taken in SQLite's defensive mode, which Node sets.
    lock.exec('pragma journal_mode = memory');
    lock.exec('begin exclusive');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new ConfigError(
      `DATA_DIR（${folder}）正由另一个运行着的云标用着，一份数据同时只能有一个：请用那一个，或者先停下它；要另开一个，把 DATA_DIR 换成另一个文件夹。`,
    );
  }
};
