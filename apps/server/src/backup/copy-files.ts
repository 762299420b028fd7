import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { STORED_ASSETS_FOLDER } from '@yunbiao/services';
import type { Destination } from './destination.ts';
import type { ManifestWriter } from './manifest.ts';

/** Folder of pictures. Scheduled maintenance may delete them at any time. */
const PICTURES_FOLDER = 'uploads';

const isMissingFileError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export type Copied = {
  files: number;
  bytes: number;
  notes: string[];
  /** Keys of the copied files. */
  keys: Set<string>;
};

export type CopyScope = {
  destination: Destination;
  manifest: Pick<ManifestWriter, 'add'>;
  signal: AbortSignal;
};
type Scope = CopyScope & { from: string; copied: Copied };

/** Returns null if the file is gone and may be gone: no row of the copied database shows it. */
const runUnlessPictureRemoved = async <T>(
  path: string,
  work: () => Promise<T>,
): Promise<T | null> => {
  try {
    return await work();
  } catch (error) {
    if (path.split('/')[0] === PICTURES_FOLDER && isMissingFileError(error)) return null;
    throw error;
  }
};

const copyStoredFile = async (scope: Scope, inner: string): Promise<void> => {
  const { from, destination, manifest, copied } = scope;
  const path = `files/${inner}`;
  if (!destination.accepts(path)) {
    copied.notes.push(`没有复制 ${path}：这个名字放不进桶里。`);
    return;
  }
  const sum = await runUnlessPictureRemoved(inner, () =>
    destination.copyFrom(path, join(from, inner)),
  );
  if (!sum) return;
  copied.files += 1;
  copied.keys.add(inner);
  copied.bytes += sum.bytes;
  await manifest.add({ path, ...sum });
};

/** Ancestor folders by device and inode, to detect link cycles. */
type AncestorKeys = ReadonlySet<string>;

const copyFolder = async (scope: Scope, path: string, ancestors: AncestorKeys): Promise<void> => {
  for await (const { name } of await opendir(join(scope.from, path))) {
    scope.signal.throwIfAborted();
    // A file that is still being written. No row names it.
    if (name.endsWith('.part')) continue;
    const inner = path === '' ? name : `${path}/${name}`;
    // The next start stores the build again.
    if (inner === STORED_ASSETS_FOLDER) continue;
    // Follows links: folders may be on another disk.
    const stats: Stats | null = await runUnlessPictureRemoved(inner, () =>
      stat(join(scope.from, inner)),
    );
    const key = stats ? `${stats.dev}:${stats.ino}` : '';
    if (stats?.isFile()) await copyStoredFile(scope, inner);
    else if (stats?.isDirectory() && !ancestors.has(key))
      await copyFolder(scope, inner, new Set([...ancestors, key]));
    else if (stats)
      scope.copied.notes.push(`没有复制 ${basename(scope.from)}/${inner}：它不是文件。`);
  }
};

/** Copies the file store file by file. */
export const copyFiles = async (from: string, scope: CopyScope): Promise<Copied> => {
  const copyResult: Copied = { files: 0, bytes: 0, notes: [], keys: new Set() };
  try {
    await copyFolder({ ...scope, from, copied: copyResult }, '', new Set());
  } catch (error) {
    // A site without files has no such folder.
    const isNone = isMissingFileError(error) && (error as NodeJS.ErrnoException).path === from;
    if (!isNone) throw error;
  }
  return copyResult;
};
