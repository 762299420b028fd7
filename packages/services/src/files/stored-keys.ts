import type { Executor } from '@yunbiao/db';

/** Keys of the files that rows name. */
export type StoredKeys = {
  downloads: string[];
  /** Pictures that something shows; the sweep leaves them alone. */
  pictures: string[];
};

/** What a store has to hold for what the database says. */
export const storedKeys = async (executor: Executor): Promise<StoredKeys> => {
  const downloads = await executor.selectFrom('download').select('file_key').distinct().execute();
  const pictures = await executor
    .selectFrom('upload')
    .select('file_key')
    .where('unused_since', 'is', null)
    .where('going', '=', 0)
    .execute();
  return {
    downloads: downloads.map((row) => row.file_key),
    pictures: pictures.map((row) => row.file_key),
  };
};
