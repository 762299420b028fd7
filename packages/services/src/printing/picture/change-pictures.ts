import type { LibraryPicture } from '@yunbiao/contract/calls/printing/picture';
import { type Executor, runMemberTransaction, type Tx } from '@yunbiao/db';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import { buildPicturePlace, type PicturePlace } from './names.ts';
import { type PictureRow, presentLibraryPicture, selectPictures } from './present.ts';

/** Returns pictures of the member. @throws 404 when one of them is not the member's */
export const getOwnPictures = async (
  executor: Executor,
  memberId: number,
  ids: readonly string[],
): Promise<PictureRow[]> => {
  const wanted = [...new Set(ids.map(Number))];
  const rows = await selectPictures(executor, memberId)
    .where('picture.id', 'in', wanted)
    .orderBy('picture.id')
    .execute();
  if (rows.length < wanted.length) throw createNotFoundError('没有这张图片，可能已经删除');
  return rows;
};

/** Moves or renames a picture. @throws 409 when another picture has the name */
const placePicture = async (
  tx: Tx,
  { id, memberId, place, now }: { id: number; memberId: number; place: PicturePlace; now: number },
): Promise<void> => {
  const other = await tx
    .selectFrom('picture')
    .select('name')
    .where('member_id', '=', memberId)
    .where('folder_key', '=', place.folder_key)
    .where('name_key', '=', place.name_key)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (other) throw createConflictError(`${place.folder || '图片库'}里已经有“${other.name}”了`);
  await tx
    .updateTable('picture')
    .set({ ...place, updated_at: now })
    .where('id', '=', id)
    .execute();
};

/** @throws 400, 404; 409 when another picture has the name */
export const renamePicture = ({
  ctx,
  memberId,
  id,
  name,
}: MemberScope & { id: string; name: string }): Promise<LibraryPicture> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    for (const row of await getOwnPictures(tx, memberId, [id])) {
      const place = buildPicturePlace(row.folder, name);
      await placePicture(tx, { id: row.id, memberId, place, now: ctx.now() });
    }
    const row = await selectPictures(tx, memberId)
      .where('picture.id', '=', Number(id))
      .executeTakeFirstOrThrow();
    return presentLibraryPicture(row);
  });

/** Moves all pictures or none. @throws 400, 404; 409 when the folder has one of the names */
export const movePictures = ({
  ctx,
  memberId,
  ids,
  folder,
}: MemberScope & { ids: readonly string[]; folder: string }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    for (const row of await getOwnPictures(tx, memberId, ids))
      await placePicture(tx, {
        id: row.id,
        memberId,
        place: buildPicturePlace(folder, row.name),
        now: ctx.now(),
      });
  });

/**
 * Deletes pictures from the library. Labels that were submitted have the files until they are done.
 * @throws 404
 */
export const deletePictures = ({
  ctx,
  memberId,
  ids,
}: MemberScope & { ids: readonly string[] }): Promise<void> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    for (const { id } of await getOwnPictures(tx, memberId, ids)) {
      await recordPictureUses({ ctx, tx, kind: 'picture', id, texts: [] });
      await tx.deleteFrom('picture').where('id', '=', id).execute();
    }
  });
