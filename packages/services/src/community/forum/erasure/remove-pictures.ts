import { lockContentRow, runTransaction, type Tx } from '@yunbiao/db';
import { getExcerpt } from '../../../platform/markdown/markdown.ts';
import type { Context } from '../../../platform/context.ts';
import { recordPictureUses } from '../../../platform/upload/picture-uses.ts';
import { refreshPostIndexAndPages } from '../publish-post-change.ts';
import { POST_EXCERPT, updatePostAndGroupCounts } from '../update-post.ts';

/** Replacement text of a removed picture. */
const REMOVED_PICTURE_TEXT = '（图片已随账号注销删除）';

/** Range of the Markdown image `![…](…key…)` around a key; null if the key is not in an image. */
const findImageAround = (text: string, at: number, after: number): [number, number] | null => {
  const line = text.lastIndexOf('\n', at);
  const open = text.lastIndexOf('](', at);
  const start = text.lastIndexOf('![', open);
  const end = text.indexOf(')', after);
  const isOne = open > line && start > line && end >= 0 && !/[\n(]/.test(text.slice(after, end));
  return isOne && !/\s/.test(text.slice(open + 2, at)) ? [start, end + 1] : null;
};

/**
 * Replaces the images of these keys in a text.
 * @example removeImages('![a](/uploads/k)', ['uploads/k']) // GONE
 */
export const removeImages = (text: string, keys: readonly string[]): string => {
  let out = text;
  for (const key of keys) {
    let from = 0;
    for (let at = out.indexOf(key); at >= 0; at = out.indexOf(key, from)) {
      const [start, end] = findImageAround(out, at, at + key.length) ?? [at, at + key.length];
      const replacement = end > at + key.length ? REMOVED_PICTURE_TEXT : '';
      out = out.slice(0, start) + replacement + out.slice(end);
      from = start + replacement.length;
    }
  }
  return out;
};

type EntryReference = { kind: 'post' | 'reply'; id: number };

const getPostId = async (tx: Tx, { kind, id }: EntryReference): Promise<number> => {
  if (kind === 'post') return id;
  const row = await tx
    .selectFrom('reply')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.post_id;
};

/** Removes pictures from a question or a reply, regardless of its author. Other pictures stay. */
export const removePictures = async ({
  ctx,
  text,
  keys,
}: {
  ctx: Context;
  text: EntryReference;
  keys: readonly string[];
}): Promise<void> =>
  runTransaction(ctx.db, async (tx) => {
    const postId = await getPostId(tx, text);
    await lockContentRow(tx, 'post', postId);
    const { kind, id } = text;
    const row = await tx
      .selectFrom(kind)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const content = removeImages(row.content, keys);
    await recordPictureUses({ ctx, tx, kind, id, texts: [content] });
    if (kind === 'post') {
      const post = await tx
        .selectFrom('post')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await updatePostAndGroupCounts(tx, post, {
        content,
        excerpt: getExcerpt(content, POST_EXCERPT),
      });
    } else await tx.updateTable('reply').set({ content }).where('id', '=', id).execute();
    await refreshPostIndexAndPages({ ctx, tx, postId });
  });
