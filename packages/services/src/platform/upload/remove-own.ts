import { type Executor, runTransaction } from '@yunbiao/db';
import type { Context, MemberScope } from '../context.ts';
import { removeUpload } from './delete-unused-uploads.ts';

const PICTURES_PER_BATCH = 50;

/** A place that shows pictures of a member, with their keys. */
export type PicturePlace = { kind: string; id: number; keys: string[] };

/**
 * A batch of a member's pictures, the places that show them, and a function that deletes those no
 * longer shown.
 */
export type OwnPictures = { shown: PicturePlace[]; remove: () => Promise<void> };

const listPicturePlaces = async (
  executor: Executor,
  uploadIds: readonly number[],
): Promise<PicturePlace[]> => {
  const uses = await executor
    .selectFrom('upload_use')
    .innerJoin('upload', 'upload.id', 'upload_use.upload_id')
    .select(['target_kind', 'target_id', 'file_key'])
    .where('upload_id', 'in', uploadIds)
    .orderBy('target_kind')
    .orderBy('target_id')
    .execute();
  const placesByKey = new Map<string, PicturePlace>();
  for (const { target_kind: kind, target_id: id, file_key: key } of uses) {
    const place = placesByKey.get(`${kind} ${id}`) ?? { kind, id, keys: [] };
    place.keys.push(key);
    placesByKey.set(`${kind} ${id}`, place);
  }
  return [...placesByKey.values()];
};

/** Deletes those of the pictures that no content uses. */
const deleteUnusedPictures = async (ctx: Context, ids: readonly number[]): Promise<void> => {
  await runTransaction(ctx.db, (tx) =>
    tx
      .updateTable('upload')
      .set({ going: 1 })
      .where('id', 'in', ids)
      .where(
        'id',
        'not in',
        tx.selectFrom('upload_use').select('upload_id').where('upload_id', 'in', ids),
      )
      .execute(),
  );
  const going = await ctx.db.kysely
    .selectFrom('upload')
    .select(['id', 'file_key', 'size'])
    .where('id', 'in', ids)
    .where('going', '=', 1)
    .execute();
  for (const picture of going) await removeUpload(ctx, picture);
};

/**
 * Returns the next pictures of a member; null when there are none. The caller removes them from the
 * places that show them and then calls `remove`. It deletes file and row unless the picture is
 * shown again or now belongs to the site.
 */
export const listNextOwnPictures = async ({
  ctx,
  memberId,
}: MemberScope): Promise<OwnPictures | null> => {
  const { kysely } = ctx.db;
  const pictures = await kysely
    .selectFrom('upload')
    .select(['id', 'file_key', 'size'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .limit(PICTURES_PER_BATCH)
    .execute();
  if (pictures.length === 0) return null;
  const ids = pictures.map(({ id }) => id);
  return {
    shown: await listPicturePlaces(kysely, ids),
    remove: () => deleteUnusedPictures(ctx, ids),
  };
};

/** Makes the site the owner of pictures that its own content shows. */
export const transferPicturesToSite = async (
  ctx: Context,
  keys: readonly string[],
): Promise<void> => {
  await ctx.db.kysely
    .updateTable('upload')
    .set({ member_id: null })
    .where('file_key', 'in', keys)
    .execute();
};
