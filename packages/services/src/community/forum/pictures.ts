import type { Tx } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError } from '../../platform/errors.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import type { Target } from './find-entries.ts';

type EntryReference = { ctx: Context; tx: Tx; kind: 'post' | 'reply'; id: number };

/**
 * Records the pictures used in a text. `previousContent` is the previous text: pictures already missing there
 * cause no error.
 * @throws 400 for a picture that was deleted in the meantime
 */
export const recordEntryPictures = async ({
  content,
  previousContent = '',
  ...shown
}: EntryReference & { content: string; previousContent?: string }): Promise<void> => {
  const missing = await recordPictureUses({ ...shown, texts: [content] });
  if (missing.some((key) => !previousContent.includes(key)))
    throw createInvalidInputError({
      content: '有图片找不到了：上传以后一天没有发表，就会清理掉，请重新上传',
    });
};

/** Releases the pictures of a deleted entry; for a question also those of its replies. */
export const releaseEntryPictures = async (
  ctx: Context,
  tx: Tx,
  { post, reply }: Target,
): Promise<void> => {
  const clearPictureUses = (kind: EntryReference['kind'], id: number) =>
    recordPictureUses({ ctx, tx, kind, id, texts: [] });
  if (reply) return void (await clearPictureUses('reply', reply.id));
  await clearPictureUses('post', post.id);
  const replies = await tx
    .selectFrom('upload_use')
    .innerJoin('reply', 'reply.id', 'upload_use.target_id')
    .select('reply.id')
    .distinct()
    .where('upload_use.target_kind', '=', 'reply')
    .where('reply.post_id', '=', post.id)
    .orderBy('reply.id')
    .execute();
  for (const { id } of replies) await clearPictureUses('reply', id);
};
