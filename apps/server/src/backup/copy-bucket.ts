import { createObjectInspector, createS3Store, type S3Settings } from '@yunbiao/services';
import type { CopyScope } from './copy-files.ts';
import type { ManifestEntry } from './manifest.ts';

/** Maximum number of concurrent requests. */
const CONCURRENCY = 8;

/**
 * Runs `work` for each item, a few at a time. After an error no further item starts; the error is
 * thrown when all started ones have ended.
 */
const forEachConcurrently = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const iterator = items.values();
  const failures: unknown[] = [];
  const copyRemainingObjects = async (): Promise<void> => {
    for (const item of iterator) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, copyRemainingObjects));
  if (failures.length > 0) throw failures[0];
};

export type ListedBucket = {
  /** Objects that were copied. */
  files: number;
  bytes: number;
  /** Objects that are only listed. */
  listed: number;
  missing: string[];
};

/**
 * Lists the objects that rows name, and with `isCopied` copies them. An object that is missing is
 * listed as such.
 */
export const copyBucket = async (
  {
    settings,
    keys,
    isCopied,
  }: { settings: S3Settings; keys: readonly string[]; isCopied: boolean },
  { destination, manifest, signal }: CopyScope,
): Promise<ListedBucket> => {
  const inspect = createObjectInspector(settings);
  const store = createS3Store(settings);
  const copyResult: ListedBucket = { files: 0, bytes: 0, listed: 0, missing: [] };
  const inspectOrCopyObject = async (key: string): Promise<ManifestEntry> => {
    const objectStat = await inspect(key);
    if (!objectStat) return { missing: key };
    if (!isCopied) return { object: key, bytes: objectStat.size, etag: objectStat.etag };
    const path = `files/${key}`;
    const { stream } = await store.open(key, {}, signal);
    return { path, ...(await destination.write(path, stream)) };
  };
  await forEachConcurrently(keys, async (key) => {
    signal.throwIfAborted();
    const entry = await inspectOrCopyObject(key);
    await manifest.add(entry);
    if ('missing' in entry) copyResult.missing.push(key);
    else copyResult.bytes += entry.bytes;
    if ('path' in entry) copyResult.files += 1;
    if ('object' in entry) copyResult.listed += 1;
  });
  copyResult.missing.sort();
  return copyResult;
};
