import { lockRow, transaction, type Tx } from '@yunbiao/db';
import { getExcerpt } from '../markdown/markdown.ts';
import type { Context } from '../context.ts';
import { usePictures } from '../upload/use.ts';
import { postChanged } from './changed.ts';
import { POST_EXCERPT, updatePost } from './update-post.ts';

/** What stands where a picture stood. */
const GONE = '（图片已随账号注销删除）';

/** The whole of `![…](…key…)` around a place in a text; null when the key stands there otherwise. */
const imageAround = (text: string, at: number, after: number): [number, number] | null => {
  const line = text.lastIndexOf('\n', at);
  const open = text.lastIndexOf('](', at);
  const start = text.lastIndexOf('![', open);
  const end = text.indexOf(')', after);
  const isOne = open > line && start > line && end >= 0 && !/[\n(]/.test(text.slice(after, end));
  return isOne && !/\s/.test(text.slice(open + 2, at)) ? [start, end + 1] : null;
};

/** A text without the pictures of these keys. `withoutImages('![a](/uploads/k)', ['uploads/k'])` → what stands in its place */
export const withoutImages = (text: string, keys: readonly string[]): string => {
  let out = text;
  for (const key of keys) {
    let from = 0;
    for (let at = out.indexOf(key); at >= 0; at = out.indexOf(key, from)) {
      const [start, end] = imageAround(out, at, at + key.length) ?? [at, at + key.length];
      const put = end > at + key.length ? GONE : '';
      out = out.slice(0, start) + put + out.slice(end);
      from = start + put.length;
    }
  }
  return out;
};

type Text = { kind: 'post' | 'reply'; id: number };

const getPostId = async (tx: Tx, { kind, id }: Text): Promise<number> => {
  if (kind === 'post') return id;
  const row = await tx
    .selectFrom('reply')
    .select('post_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.post_id;
};

/** Takes pictures out of a question or a reply, whoever wrote it; its other pictures stay. */
export const dropPictures = async ({
  ctx,
  text,
  keys,
}: {
  ctx: Context;
  text: Text;
  keys: readonly string[];
}): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const postId = await getPostId(tx, text);
    await lockRow(tx, 'post', postId);
    const { kind, id } = text;
    const row = await tx
      .selectFrom(kind)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const content = withoutImages(row.content, keys);
    await usePictures({ ctx, tx, kind, id, texts: [content] });
    if (kind === 'post') {
      const post = await tx
        .selectFrom('post')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await updatePost(tx, post, { content, excerpt: getExcerpt(content, POST_EXCERPT) });
    } else await tx.updateTable('reply').set({ content }).where('id', '=', id).execute();
    await postChanged({ ctx, tx, postId });
  });
