import { lockUploads, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { listUploadKeysInText } from './upload-name.ts';

/**
 * Kinds of content that show pictures. Avatar and cover are separate because they are set
 * separately. `picture` is a picture of a library, `batch` one that labels are printed with.
 */
export type UseKind =
  | 'post'
  | 'reply'
  | 'avatar'
  | 'cover'
  | 'article'
  | 'software'
  | 'picture'
  | 'batch';

/** Uses that show a picture to its owner alone. */
export const OWN_USE_KINDS: readonly string[] = ['picture', 'batch'] satisfies UseKind[];

type Use = { upload_id: number; file_key: string };

const listUsesOfUploads = (tx: Tx, kind: UseKind, id: number): Promise<Use[]> =>
  tx
    .selectFrom('upload_use')
    .innerJoin('upload', 'upload.id', 'upload_use.upload_id')
    .select(['upload_use.upload_id', 'upload.file_key'])
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .execute();

/** The caller has locked the pictures, so no other transaction removes their other uses. */
const markPicturesUnused = async (ctx: Context, tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx
    .updateTable('upload')
    .set({ unused_since: ctx.now() })
    .where('id', 'in', ids)
    .where(
      'id',
      'not in',
      tx.selectFrom('upload_use').select('upload_id').where('upload_id', 'in', ids),
    )
    .execute();
};

/**
 * Records which pictures an object shows, from its texts; none after its deletion. Unused pictures
 * become due for deletion. Runs in the transaction that writes the texts, so that a picture is
 * either protected or reported missing. Returns the keys of missing pictures.
 */
export const recordPictureUses = async ({
  ctx,
  tx,
  kind,
  id,
  texts,
}: {
  ctx: Context;
  tx: Tx;
  kind: UseKind;
  id: number;
  texts: readonly string[];
}): Promise<string[]> => {
  const wantedKeys = new Set(texts.flatMap(listUploadKeysInText));
  const before = await listUsesOfUploads(tx, kind, id);
  if (wantedKeys.size === 0 && before.length === 0) return [];
  const existingUploads = await lockUploads(tx, [
    ...wantedKeys,
    ...before.map(({ file_key: key }) => key),
  ]);
  const isThere = new Set(existingUploads.map(({ file_key: key }) => key));
  const previousKeys = new Set(before.map(({ file_key: key }) => key));
  const addedUploads = existingUploads.filter(
    ({ file_key: key }) => wantedKeys.has(key) && !previousKeys.has(key),
  );
  const removedIds = before
    .filter(({ file_key: key }) => !wantedKeys.has(key))
    .map((use) => use.upload_id);
  if (addedUploads.length > 0) {
    const ids = addedUploads.map((row) => row.id);
    await tx
      .insertInto('upload_use')
      .values(ids.map((upload) => ({ upload_id: upload, target_kind: kind, target_id: id })))
      .execute();
    await tx.updateTable('upload').set({ unused_since: null }).where('id', 'in', ids).execute();
  }
  if (removedIds.length > 0) {
    await tx
      .deleteFrom('upload_use')
      .where('target_kind', '=', kind)
      .where('target_id', '=', id)
      .where('upload_id', 'in', removedIds)
      .execute();
    await markPicturesUnused(ctx, tx, removedIds);
  }
  return [...wantedKeys].filter((key) => !isThere.has(key));
};
