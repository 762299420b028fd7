import { chmod, readdir, realpath, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { makeFolder, describeFolderError } from '../startup/make-folder.ts';
import { BackupError, isDiskFull } from './backup-error.ts';

/**
 * Marker file in an unfinished backup or restore. A site does not start on a folder that contains
 * it.
 */
export const UNFINISHED_MARKER = 'INCOMPLETE.txt';

/** Virtual file systems of the kernel that store nothing; f_type as in statfs(2). */
const VIRTUAL_FILE_SYSTEMS = new Set([
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

const isPathWithinFolder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * Resolves links in a path whose last parts may not exist yet. `existingPath` is the longest
 * existing part.
 */
const resolvePath = async (path: string): Promise<{ real: string; existingPath: string }> => {
  try {
    const resolvedPath = await realpath(path);
    return { real: resolvedPath, existingPath: resolvedPath };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    const above = await resolvePath(dirname(path));
    return { real: join(above.real, basename(path)), existingPath: above.existingPath };
  }
};

/** Purpose of a claimed folder, and its text for the operator. */
export type TargetPurpose = {
  /** Content of the marker. */
  unfinished: string;
  /** The folder is somewhere else than a folder. */
  isNoFolder: (folder: string) => string;
  /** The folder holds these entries. */
  isNotEmpty: (folder: string, entries: readonly string[]) => string;
  /** Folder that must not contain the target, if there is one, and the refusal. */
  outside: { folder: string | null; sentence: (folder: string) => string };
  cannot: (folder: string, reason: string) => string;
};

export const createBackupTargetPurpose = (dataDir: string): TargetPurpose => ({
  unfinished: '这份备份没有做完，不能用来恢复，可以整个删除。\n',
  isNoFolder: (folder) => `${folder} 不是文件夹，备份要写进一个新的或空的文件夹。`,
  isNotEmpty: (folder) => `${folder} 里已经有东西了，请换一个空文件夹。`,
  outside: {
    folder: dataDir,
    sentence: (folder) =>
      `${folder} 在 DATA_DIR（${dataDir}）里面，会和它一起丢，请换一个外面的文件夹。`,
  },
  cannot: (folder, reason) => `不能备份到 ${folder}：${reason}。请换一个文件夹。`,
});

/** Entries of a folder, null when it does not exist. */
const listFolderEntries = async (
  folder: string,
  purpose: TargetPurpose,
): Promise<string[] | null> => {
  try {
    if (!(await stat(folder)).isDirectory()) throw new BackupError(purpose.isNoFolder(folder));
    // The root of a file system of its own has this folder.
    return (await readdir(folder)).filter((name) => name !== 'lost+found');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Checks that a folder can be claimed; writes nothing. @throws {BackupError} if it cannot */
export const requireClaimableTarget = async (
  folder: string,
  purpose: TargetPurpose,
): Promise<void> => {
  const entries = await listFolderEntries(folder, purpose);
  const { real, existingPath } = await resolvePath(folder);
  const isView =
    KERNEL_FOLDERS.some((folder) => isPathWithinFolder(real, folder)) ||
    VIRTUAL_FILE_SYSTEMS.has((await statfs(existingPath)).type);
  if (isView) throw new BackupError(`${folder} 在系统自己的目录里，存不住文件，请换一个文件夹。`);
  const { folder: outer, sentence } = purpose.outside;
  if (outer !== null && isPathWithinFolder(real, (await resolvePath(outer)).real))
    throw new BackupError(sentence(folder));
  if (entries?.length) throw new BackupError(purpose.isNotEmpty(folder, entries));
};

/** Folder that is written to. Tracks what it created and removes nothing else. */
export type Target = {
  folder: string;
  /** Creates the parent folders of a path inside the target and returns the absolute path. */
  preparePath: (path: string) => Promise<string>;
  /**
   * Creates a file that only the owner can read. `make` must fail with EEXIST if the file exists.
   */
  createFile: (file: string, make: () => Promise<unknown>) => Promise<void>;
  /** Marks what was written as complete. */
  finish: () => Promise<void>;
  /** Removes everything that was created. */
  undo: () => Promise<void>;
};

/**
 * Creates the folder, or takes an empty one, and marks it unfinished.
 * @throws {BackupError}
 */
export const claimTargetFolder = async (
  folder: string,
  purpose: TargetPurpose,
): Promise<Target> => {
  const folders: string[] = [];
  const files: string[] = [];
  const marker = join(folder, UNFINISHED_MARKER);
  const undoWrites = async (): Promise<void> => {
    for (const file of files) await rm(file, { force: true });
    // A folder that another process has written to is not removed.
    for (const createdFolder of folders.toReversed())
      await rmdir(createdFolder).catch(() => undefined);
  };
  try {
    await requireClaimableTarget(folder, purpose);
    folders.push(...(await makeFolder(folder, 0o700)));
    await writeFile(marker, purpose.unfinished, { flag: 'wx', mode: 0o600 });
    files.push(marker);
  } catch (error) {
    // A full disk may create the file name without any content.
    if (isDiskFull(error)) files.push(marker);
    await undoWrites();
    if (error instanceof BackupError) throw error;
    throw new BackupError(purpose.cannot(folder, describeFolderError(error)), error);
  }
  /** Two calls at once would both create the same folder. */
  let lastFolder: Promise<unknown> = Promise.resolve();
  return {
    folder,
    preparePath: async (path) => {
      const full = join(folder, path);
      const created = lastFolder.then(() => makeFolder(dirname(full), 0o700));
      lastFolder = created.catch(() => undefined);
      folders.push(...(await created));
      return full;
    },
    createFile: async (file, make) => {
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
    undo: undoWrites,
  };
};
