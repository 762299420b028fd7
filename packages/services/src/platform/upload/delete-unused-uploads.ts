import { lockUnusedUploads, type Selectable, runTransaction, type UploadTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY } from '../time.ts';

/** Retention of unused pictures: the text that uses one may not be saved yet, or be sent again. */
export const UNUSED_PICTURE_MS = DAY;
const UPLOADS_PER_BATCH = 100;
/** Maximum number of batches per run; the rest waits for the next run. */
const MAX_BATCHES_PER_RUN = 10;

type ClaimedUpload = Pick<Selectable<UploadTable>, 'id' | 'file_key' | 'size'>;

/**
 * Claims pictures that nothing has shown for a day; no text can use them afterwards. Skips pictures
 * locked by a text that is being saved.
 */
const claimUnusedUploads = (ctx: Context): Promise<ClaimedUpload[]> =>
  runTransaction(ctx.db, async (tx) => {
    const rows = await lockUnusedUploads(tx, {
      due: ctx.now() - UNUSED_PICTURE_MS,
      limit: UPLOADS_PER_BATCH,
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await tx.updateTable('upload').set({ going: 1 }).where('id', 'in', ids).execute();
    return rows;
  });

/** Deletes the file first: when that fails, the row remains for a later run. */
export const removeUpload = async (
  ctx: Context,
  { id, file_key: key }: ClaimedUpload,
): Promise<void> => {
  try {
    await ctx.files.delete(key);
  } catch (error) {
    // Move it to the end of the queue, so that one failing file does not block the others.
    const set = { unused_since: ctx.now() };
    await ctx.db.kysely.updateTable('upload').set(set).where('id', '=', id).execute();
    throw error;
  }
  await ctx.db.kysely.deleteFrom('upload').where('id', '=', id).execute();
};

/**
 * Deletes files and rows of pictures that nothing has shown for a day. Stops with a warning when
 * the file store fails, and after the current picture when `signal` is aborted; the next run
 * continues with the claimed ones. Returns their number and size in bytes.
 */
export const deleteUnusedUploads = async ({
  ctx,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<{ count: number; bytes: number }> => {
  let [count, bytes] = [0, 0];
  for (let batch = 0; batch < MAX_BATCHES_PER_RUN && !signal?.aborted; batch += 1) {
    const going = await claimUnusedUploads(ctx);
    for (const picture of going) {
      if (signal?.aborted) break;
      try {
        await removeUpload(ctx, picture);
      } catch (error) {
        ctx.log.warn('an unused picture could not be removed', { upload: picture.id, error });
        return { count, bytes };
      }
      count += 1;
      bytes += picture.size;
    }
    if (going.length < UPLOADS_PER_BATCH) break;
  }
  return { count, bytes };
};
