import { constants, type Stats } from 'node:fs';
import { copyFile, opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Target } from './target.ts';

/** Where pictures lie, which the site's sweep may take away at any moment. */
const SWEPT = 'uploads';

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export type Copied = { files: number; bytes: number; notes: string[] };

type Scope = { from: string; target: Target; signal: AbortSignal; copied: Copied };

/** Null when the file is gone and may be: nothing in the copied database shows it. */
const unlessSwept = async <T>(path: string, work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work();
  } catch (error) {
    if (path.split('/')[0] === SWEPT && isMissing(error)) return null;
    throw error;
  }
};

const copyOne = async ({ from, target, copied }: Scope, path: string): Promise<void> => {
  const source = join(from, path);
  await unlessSwept(path, async () => {
    const to = await target.place(join('files', path));
    await target.made(to, () => copyFile(source, to, constants.COPYFILE_EXCL));
    copied.files += 1;
    copied.bytes += (await stat(to)).size;
  });
};

/** Folders on the way down, by device and inode: a link may lead back to one of them. */
type Above = ReadonlySet<string>;

const copyFolder = async (scope: Scope, path: string, above: Above): Promise<void> => {
  for await (const { name } of await opendir(join(scope.from, path))) {
    scope.signal.throwIfAborted();
    // Half of something that is being written: no row names it.
    if (name.endsWith('.part')) continue;
    const inner = path === '' ? name : `${path}/${name}`;
    // Links are followed: folders may lie on another disk.
    const found: Stats | null = await unlessSwept(inner, () => stat(join(scope.from, inner)));
    const key = found ? `${found.dev}:${found.ino}` : '';
    if (found?.isFile()) await copyOne(scope, inner);
    else if (found?.isDirectory() && !above.has(key))
      await copyFolder(scope, inner, new Set([...above, key]));
    else if (found)
      scope.copied.notes.push(`没有复制 ${basename(scope.from)}/${inner}：它不是文件。`);
  }
};

/** Copies what the store holds, file by file. */
export const copyFiles = async (
  from: string,
  target: Target,
  signal: AbortSignal,
): Promise<Copied> => {
  const copied: Copied = { files: 0, bytes: 0, notes: [] };
  try {
    await copyFolder({ from, target, signal, copied }, '', new Set());
  } catch (error) {
    // A site without a single file has no such folder.
    const isNone = isMissing(error) && (error as NodeJS.ErrnoException).path === from;
    if (!isNone) throw error;
  }
  return copied;
};
