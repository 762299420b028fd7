import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from './config-error.ts';

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Folder by folder: where the system answers ENOENT for a new folder in one that is there, as /proc does, Node's own
 * recursive mkdir tries for ever.
 */
const make = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || (await exists(parent))) throw error;
    await make(parent);
    await mkdir(folder);
  }
};

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: '它是一个文件',
  ENOTDIR: '它上面有一层是文件',
  ENOENT: '那里不能建文件夹',
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '那里只能读',
  ENOSPC: '磁盘满了',
  ENAMETOOLONG: '名字太长',
  ELOOP: '符号链接绕成了圈',
};

/** Makes the folder the data is kept in, if it is not there. @throws {ConfigError} that names the setting */
export const makeDataDir = async (folder: string): Promise<void> => {
  try {
    await make(folder);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why = REASONS[code] ?? message;
    throw new ConfigError(`DATA_DIR 不能是 ${folder}：${why}。请换一个文件夹。`);
  }
};
