import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** Files the site creates in its data folder. SQLite adds files with suffixes. */
const SITE_FILES =
  /^(?:yunbiao\.db(?:-[a-z]+)?|files|virtual|backups|demo-member\.txt|manifest\.jsonl|counter\.key|folder\.id|server\.lock|write-probe|lost\+found)$/;
/** Permission bits of group and others, and the sticky bit of shared folders like /tmp. */
const OTHERS_MODE = 0o077;
const STICKY_BIT = 0o1000;

/** Sets the umask: new files (0600) and folders (0700) are accessible to this user only. */
export const setPrivateUmask = (): void => void process.umask(OTHERS_MODE);

type FileStats = { mode: number; uid: number; isDirectory: () => boolean; isFile: () => boolean };

/**
 * Removes access for other users. Returns whether the path was accessible and is now restricted.
 */
const restrictPathToOwner = async (
  path: string,
  found: FileStats,
  unrestricted: string[],
): Promise<boolean> => {
  if ((found.mode & OTHERS_MODE) === 0) return false;
  try {
    if (found.uid !== process.getuid?.()) throw new Error('of another user');
    await chmod(path, found.isDirectory() ? 0o700 : 0o600);
    return true;
  } catch {
    unrestricted.push(path);
    return false;
  }
};

/**
 * Restricts a file or folder recursively. The content of an already restricted folder is skipped,
 * because others cannot reach it. Links are left unchanged.
 */
const restrictTreeToOwner = async (path: string, stuck: string[]): Promise<void> => {
  const stats = await lstat(path).catch(() => null);
  if (!stats || !(stats.isDirectory() || stats.isFile())) return;
  if (!(await restrictPathToOwner(path, stats, stuck)) || !stats.isDirectory()) return;
  for (const name of await readdir(path)) await restrictTreeToOwner(join(path, name), stuck);
};

/**
 * Removes access of other users to the data folder and the site's files in it; earlier versions
 * left it open. The folder itself is restricted only if it contains nothing else, because it may be
 * /tmp or a home folder. Logs paths that stay accessible.
 */
export const restrictDataFolder = async (folder: string, log: Pick<Log, 'warn'>): Promise<void> => {
  if (!process.getuid) return;
  const unrestricted: string[] = [];
  const names = await readdir(folder);
  const top = await stat(folder);
  const isOwn = names.every((name) => SITE_FILES.test(name)) && (top.mode & STICKY_BIT) === 0;
  if (isOwn) await restrictPathToOwner(folder, top, unrestricted);
  else if ((top.mode & OTHERS_MODE) !== 0) unrestricted.push(folder);
  for (const name of names.filter((one) => SITE_FILES.test(one)))
    await restrictTreeToOwner(join(folder, name), unrestricted);
  if (unrestricted.length === 0) return;
  const paths = `${unrestricted.slice(0, 3).join('、')}${unrestricted.length > 3 ? ' 等' : ''}`;
  log.warn(
    `DATA_DIR 里的数据别的用户可能读得到，权限没有改：${paths}。请自己改好（文件夹 chmod 700，文件 chmod 600），或者把 DATA_DIR 换成一个单独的文件夹。`,
  );
};
