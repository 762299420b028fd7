import { createS3Store, type S3Settings } from '@yunbiao/services';
import { BackupError } from '../backup/backup-error.ts';
import { type Content, type FileSum, passThroughWithSum, toWebStream } from '../backup/file-sum.ts';
import type { Target } from '../backup/target.ts';
import { writeContent } from '../backup/write-content.ts';

/** Where restored files go. Paths are those of the backup: `files/…`. */
export type RestoreStore = {
  /** Throws if a file of this path would replace another. Nothing is written. */
  refuse: (path: string, bytes: number) => Promise<void>;
  /** Returns null if the file is there already. */
  write: (target: Target, path: string, content: Content) => Promise<FileSum | null>;
  undo: () => Promise<void>;
};

/** Creates the store that writes restored files into `DATA_DIR`, which is empty. */
export const createFolderStore = (): RestoreStore => ({
  refuse: () => Promise.resolve(),
  write: writeContent,
  undo: () => Promise.resolve(),
});

/**
 * Creates the store that writes restored files into the bucket of the site, which may hold other
 * objects.
 */
export const createBucketStore = (settings: S3Settings): RestoreStore => {
  const store = createS3Store(settings);
  const writtenKeys: string[] = [];
  const getObjectKey = (path: string): string => path.replace(/^files\//, '');
  return {
    refuse: async (path, bytes) => {
      const storedStat = await store.stat(getObjectKey(path));
      if (storedStat && storedStat.size !== bytes)
        throw new BackupError(
          `桶 ${settings.bucket} 里的 ${getObjectKey(path)} 和备份里的不一样，没有恢复：请换一个空的桶。`,
        );
    },
    write: async (_target, path, content) => {
      const key = getObjectKey(path);
      if (await store.stat(key)) return null;
      const summed = passThroughWithSum(content);
      writtenKeys.push(key);
      await store.put(key, toWebStream(summed.content));
      return summed.getSum();
    },
    undo: async () => {
      for (const key of writtenKeys.toReversed()) await store.delete(key).catch(() => undefined);
    },
  };
};
