import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

/** What the site makes in its data folder; SQLite adds files with endings of its own. */
const OWN =
  /^(?:yunbiao\.db(?:-[a-z]+)?|files|virtual|backups|demo-member\.txt|counter\.key|server\.lock|write-probe|lost\+found)$/;
/** Group and others, and the mark of a folder that is meant for many, as /tmp has it. */
const OTHERS = 0o077;
const SHARED = 0o1000;

/** From here on this process makes files (0600) and folders (0700) that only its own user can open. */
export const keepFilesPrivate = (): void => void process.umask(OTHERS);

type Found = { mode: number; uid: number; isDirectory: () => boolean; isFile: () => boolean };

/** Whether it was open to others and is no more; false also when it cannot be closed. */
const close = async (path: string, found: Found, stuck: string[]): Promise<boolean> => {
  if ((found.mode & OTHERS) === 0) return false;
  try {
    if (found.uid !== process.getuid?.()) throw new Error('of another user');
    await chmod(path, found.isDirectory() ? 0o700 : 0o600);
    return true;
  } catch {
    stuck.push(path);
    return false;
  }
};

/** What lies in a folder that is closed already nobody else can reach. Links are left alone. */
const closeTree = async (path: string, stuck: string[]): Promise<void> => {
  const found = await lstat(path).catch(() => null);
  if (!found || !(found.isDirectory() || found.isFile())) return;
  if (!(await close(path, found, stuck)) || !found.isDirectory()) return;
  for (const name of await readdir(path)) await closeTree(join(path, name), stuck);
};

/**
 * Closes a data folder, and what the site has made in it, to other users: earlier versions left it open. The folder
 * itself only when nothing else lies in it, as somebody may have named /tmp or a home. The log hears what stays open.
 */
export const closeToOthers = async (folder: string, log: Pick<Log, 'warn'>): Promise<void> => {
  if (!process.getuid) return;
  const stuck: string[] = [];
  const names = await readdir(folder);
  const top = await stat(folder);
  const isOwn = names.every((name) => OWN.test(name)) && (top.mode & SHARED) === 0;
  if (isOwn) await close(folder, top, stuck);
  else if ((top.mode & OTHERS) !== 0) stuck.push(folder);
  for (const name of names.filter((one) => OWN.test(one)))
    await closeTree(join(folder, name), stuck);
  if (stuck.length === 0) return;
  const paths = `${stuck.slice(0, 3).join('、')}${stuck.length > 3 ? ' 等' : ''}`;
  log.warn(
    `DATA_DIR 里的数据别的用户可能读得到，权限没有改：${paths}。请自己改好（文件夹 chmod 700，文件 chmod 600），或者把 DATA_DIR 换成一个单独的文件夹。`,
  );
};
