import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED_MARKER } from './backup/target.ts';
import { ConfigError } from './config/config-error.ts';
import { makeFolder, describeFolderError } from './startup/make-folder.ts';

/**
 * Creates the data folder if it is missing.
 * @throws {ConfigError} that names the setting
 */
export const makeDataDir = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR 不能是 ${folder}：${describeFolderError(error)}。请换一个文件夹。`,
    );
  }
  if (existsSync(join(folder, UNFINISHED_MARKER)))
    throw new ConfigError(
      `DATA_DIR（${folder}）里是一份没有做完的备份，或者一次没有做完的恢复：请清空它，换一份完整的备份恢复。`,
    );
};
