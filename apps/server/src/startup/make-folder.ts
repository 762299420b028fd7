import { access, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const doesExist = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Creates a folder and its missing parents. Returns the created folders, outermost first. Creates
 * them one by one: where the system returns ENOENT for a new folder in an existing one, as in
 * /proc, Node's recursive mkdir loops forever.
 */
export const makeFolder = async (folder: string, mode = 0o777): Promise<string[]> => {
  try {
    await mkdir(folder, { mode });
    return [folder];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return [];
    const parent = dirname(folder);
    if (code !== 'ENOENT' || (await doesExist(parent))) throw error;
    const createdParents = await makeFolder(parent, mode);
    await mkdir(folder, { mode });
    return [...createdParents, folder];
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
  EDQUOT: '磁盘满了',
  EFBIG: '磁盘满了，或者超过了允许的大小',
  ENAMETOOLONG: '名字太长',
  ELOOP: '符号链接绕成了圈',
};

/** Reason why a folder cannot be created or written to, as the end of a sentence. */
export const describeFolderError = (error: unknown): string => {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
};
