import { chmod, readdir, realpath, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { makeFolder, whyNoFolder } from '../make-folder.ts';
import { BackupError, isFull } from './backup-error.ts';

/** Lies in a backup until it is whole. A site does not start on a folder that holds it. */
export const UNFINISHED = 'INCOMPLETE.txt';

const UNFINISHED_TEXT = '这份备份没有做完，不能用来恢复，可以整个删掉。\n';

/** File systems that are views of the kernel and keep nothing; f_type as in statfs(2). */
const KERNEL_VIEWS = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x1cd1, // devpts
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0xcafe4a11, // bpf
  0x62656570, // configfs
  0x6165676c, // pstore
  0xde5e81e4, // efivarfs
  0x19800202, // mqueue
]);
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev'];

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Where a path leads once links are followed, though its last parts are not there yet; and the last part that is. */
const resolved = async (path: string): Promise<{ real: string; there: string }> => {
  try {
    const real = await realpath(path);
    return { real, there: real };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    const above = await resolved(dirname(path));
    return { real: join(above.real, basename(path)), there: above.there };
  }
};

/** The entries of a folder; null when it is not there. */
const listEntries = async (folder: string): Promise<string[] | null> => {
  try {
    if (!(await stat(folder)).isDirectory())
      throw new BackupError(`${folder} 不是文件夹，备份要写进一个新的或空的文件夹。`);
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const refuse = async (folder: string, dataDir: string): Promise<void> => {
  const entries = await listEntries(folder);
  const { real, there } = await resolved(folder);
  const isView =
    KERNEL_FOLDERS.some((one) => isWithin(real, one)) ||
    KERNEL_VIEWS.has((await statfs(there)).type);
  if (isView) throw new BackupError(`${folder} 在系统自己的目录里，存不住文件，请换一个文件夹。`);
  const data = await resolved(dataDir);
  if (isWithin(real, data.real))
    throw new BackupError(
      `${folder} 在 DATA_DIR（${dataDir}）里面，会和它一起丢，请换一个外面的文件夹。`,
    );
  if (entries?.length) throw new BackupError(`${folder} 里已经有东西了，请换一个空文件夹。`);
};

/** A folder a backup is written into. It knows what it made, and takes away nothing else. */
export type Target = {
  folder: string;
  /** Makes the folders of a path inside; returns the whole path. */
  place: (path: string) => Promise<string>;
  /** Makes a file there, which nobody but the owner reads. `make` refuses with EEXIST what is there already. */
  made: (file: string, make: () => Promise<unknown>) => Promise<void>;
  /** The backup is whole. */
  finish: () => Promise<void>;
  /** Removes what was made. */
  undo: () => Promise<void>;
};

/** Makes the folder, or takes an empty one, and marks it unfinished. @throws {BackupError} */
export const claimTarget = async (folder: string, dataDir: string): Promise<Target> => {
  const folders: string[] = [];
  const files: string[] = [];
  const marker = join(folder, UNFINISHED);
  const undo = async (): Promise<void> => {
    for (const file of files) await rm(file, { force: true });
    // One that somebody else has put something into stays.
    for (const one of folders.toReversed()) await rmdir(one).catch(() => undefined);
  };
  try {
    await refuse(folder, dataDir);
    folders.push(...(await makeFolder(folder, 0o700)));
    await writeFile(marker, UNFINISHED_TEXT, { flag: 'wx', mode: 0o600 });
    files.push(marker);
  } catch (error) {
    // A full disk takes the name and not a byte.
    if (isFull(error)) files.push(marker);
    await undo();
    if (error instanceof BackupError) throw error;
    throw new BackupError(`不能备份到 ${folder}：${whyNoFolder(error)}。请换一个文件夹。`, error);
  }
  return {
    folder,
    place: async (path) => {
      const full = join(folder, path);
      folders.push(...(await makeFolder(dirname(full), 0o700)));
      return full;
    },
    made: async (file, make) => {
      try {
        await make();
        await chmod(file, 0o600);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true });
        throw error;
      }
      files.push(file);
    },
    finish: () => rm(marker),
    undo,
  };
};
