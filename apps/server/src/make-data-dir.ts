import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED } from './backup/target.ts';
import { ConfigError } from './config-error.ts';
import { makeFolder, whyNoFolder } from './make-folder.ts';

/** Makes the folder the data is kept in, if it is not there. @throws {ConfigError} that names the setting */
export const makeDataDir = async (folder: string): Promise<void> => {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new ConfigError(`DATA_DIR 不能是 ${folder}：${whyNoFolder(error)}。请换一个文件夹。`);
  }
  if (existsSync(join(folder, UNFINISHED)))
    throw new ConfigError(`DATA_DIR（${folder}）里是一份没有做完的备份，请换一份完整的。`);
};
