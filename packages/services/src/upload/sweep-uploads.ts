import { lockUnusedUploads, type Selectable, transaction, type UploadTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { DAY } from '../time.ts';

/** How long a picture that nothing shows is kept: a text may still be on its way, or be sent again. */
export const UNUSED_PICTURE_MS = DAY;
const AT_ONCE = 100;
/** A sweep takes so many batches; what is left waits for the next. */
const BATCHES = 10;

type Going = Pick<Selectable<UploadTable>, 'id' | 'file_key' | 'size'>;

/**
 * Takes pictures out of use that nothing has shown for a day: from here on no text may show them. Those that a text
 * being saved holds at this moment are passed over.
 */
const claim = (ctx: Context): Promise<Going[]> =>
  transaction(ctx.db, async (tx) => {
    const rows = await lockUnusedUploads(tx, {
      due: ctx.now() - UNUSED_PICTURE_MS,
      limit: AT_ONCE,
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await tx.updateTable('upload').set({ going: 1 }).where('id', 'in', ids).execute();
    return rows;
  });

/** The file first: a row whose file could not be removed tells a later sweep of it. */
export const removeUpload = async (ctx: Context, { id, file_key: key }: Going): Promise<void> => {
  try {
    await ctx.files.delete(key);
  } catch (error) {
    // It goes to the end of the line: one file that cannot be removed does not keep the others.
    const set = { unused_since: ctx.now() };
    await ctx.db.kysely.updateTable('upload').set(set).where('id', '=', id).execute();
    throw error;
  }
  await ctx.db.kysely.deleteFrom('upload').where('id', '=', id).execute();
};

/**
 * Removes pictures that nothing has shown for a day, file and row. Ends early when the store fails, with a warning, and
 * after the picture at hand when `signal` is aborted: what is claimed by then is taken up by the next sweep. Returns
 * how many went, and their bytes.
 */
export const sweepUploads = async ({
  ctx,
  signal,
}: {
  ctx: Context;
  signal?: AbortSignal;
}): Promise<{ count: number; bytes: number }> => {
  let [count, bytes] = [0, 0];
  for (let batch = 0; batch < BATCHES && !signal?.aborted; batch += 1) {
    const going = await claim(ctx);
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
    if (going.length < AT_ONCE) break;
  }
  return { count, bytes };
};
