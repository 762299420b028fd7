import type { Executor } from '@yunbiao/db';

/** Keys of files referenced in the database. */
export type StoredKeys = {
  downloads: string[];
  /** Pictures in use; scheduled maintenance does not delete them. */
  pictures: string[];
};

/** Lists the keys the file store must contain according to the database. */
export const listExpectedFileKeys = async (executor: Executor): Promise<StoredKeys> => {
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
