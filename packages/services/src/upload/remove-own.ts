import { transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { removeUpload } from './sweep-uploads.ts';

const AT_ONCE = 50;

/** Where a picture of somebody who leaves is shown, and by which key. */
export type ShownIn = { kind: string; id: number; keys: string[] };

/** Some of a member's pictures, where they are shown, and how to be rid of them once they no longer are. */
export type OwnPictures = { shown: ShownIn[]; remove: () => Promise<void> };

/**
 * The next of a member's pictures; null when there are no more. Whoever calls takes them out of what shows them, and then
 * calls `remove`: file and row go, unless something shows the picture again or it belongs to the site by now.
 */
export const ownPictures = async ({
  ctx,
  memberId,
}: {
  ctx: Context;
  memberId: number;
}): Promise<OwnPictures | null> => {
  const { kysely } = ctx.db;
  const pictures = await kysely
    .selectFrom('upload')
    .select(['id', 'file_key', 'size'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
  if (pictures.length === 0) return null;
  const ids = pictures.map(({ id }) => id);
  const uses = await kysely
    .selectFrom('upload_use')
    .innerJoin('upload', 'upload.id', 'upload_use.upload_id')
    .select(['target_kind', 'target_id', 'file_key'])
    .where('upload_id', 'in', ids)
    .orderBy('target_kind')
    .orderBy('target_id')
    .execute();
  const shown = new Map<string, ShownIn>();
  for (const { target_kind: kind, target_id: id, file_key: key } of uses) {
    const place = shown.get(`${kind} ${id}`) ?? { kind, id, keys: [] };
    place.keys.push(key);
    shown.set(`${kind} ${id}`, place);
  }
  const remove = async (): Promise<void> => {
    await transaction(ctx.db, (tx) =>
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
    const going = await kysely
      .selectFrom('upload')
      .select(['id', 'file_key', 'size'])
      .where('id', 'in', ids)
      .where('going', '=', 1)
      .execute();
    for (const picture of going) await removeUpload(ctx, picture);
  };
  return { shown: [...shown.values()], remove };
};

/** What the site itself shows is the site's from here on. */
export const keepForSite = async (ctx: Context, keys: readonly string[]): Promise<void> => {
  await ctx.db.kysely
    .updateTable('upload')
    .set({ member_id: null })
    .where('file_key', 'in', keys)
    .execute();
};
