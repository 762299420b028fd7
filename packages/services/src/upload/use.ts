import { lockUploads, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { keysIn } from './upload-name.ts';

/** What may show a picture. A profile's two pictures are apart: each is set by itself. */
export type UseKind = 'post' | 'reply' | 'avatar' | 'cover' | 'article' | 'software';

type Use = { upload_id: number; file_key: string };

const listUses = (tx: Tx, kind: UseKind, id: number): Promise<Use[]> =>
  tx
    .selectFrom('upload_use')
    .innerJoin('upload', 'upload.id', 'upload_use.upload_id')
    .select(['upload_use.upload_id', 'upload.file_key'])
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .execute();

/** The caller has locked them: nobody takes their other uses away meanwhile. */
const startWaiting = async (ctx: Context, tx: Tx, ids: readonly number[]): Promise<void> => {
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
 * Says which pictures something shows from now on, by the texts it shows; none once it is deleted. What nothing shows any
 * more begins to wait for the sweep. In the transaction that writes the texts, so that a picture is either kept or
 * missed here. Returns the keys of pictures that are not there (any more).
 */
export const usePictures = async ({
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
  const wanted = new Set(texts.flatMap(keysIn));
  const before = await listUses(tx, kind, id);
  if (wanted.size === 0 && before.length === 0) return [];
  const there = await lockUploads(tx, [...wanted, ...before.map(({ file_key: key }) => key)]);
  const isThere = new Set(there.map(({ file_key: key }) => key));
  const had = new Set(before.map(({ file_key: key }) => key));
  const added = there.filter(({ file_key: key }) => wanted.has(key) && !had.has(key));
  const gone = before.filter(({ file_key: key }) => !wanted.has(key)).map((use) => use.upload_id);
  if (added.length > 0) {
    const ids = added.map((row) => row.id);
    await tx
      .insertInto('upload_use')
      .values(ids.map((upload) => ({ upload_id: upload, target_kind: kind, target_id: id })))
      .execute();
    await tx.updateTable('upload').set({ unused_since: null }).where('id', 'in', ids).execute();
  }
  if (gone.length > 0) {
    await tx
      .deleteFrom('upload_use')
      .where('target_kind', '=', kind)
      .where('target_id', '=', id)
      .where('upload_id', 'in', gone)
      .execute();
    await startWaiting(ctx, tx, gone);
  }
  return [...wanted].filter((key) => !isThere.has(key));
};
