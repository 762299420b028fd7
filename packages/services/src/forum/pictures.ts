import type { Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { usePictures } from '../upload/use.ts';
import type { Target } from './find.ts';

type Shown = { ctx: Context; tx: Tx; kind: 'post' | 'reply'; id: number };

/**
 * Keeps the pictures that a text shows. `was` is the text before the change: what was missing there may stay missing.
 * @throws 400 for a picture that has gone meanwhile
 */
export const keepPictures = async ({
  content,
  was = '',
  ...shown
}: Shown & { content: string; was?: string }): Promise<void> => {
  const missing = await usePictures({ ...shown, texts: [content] });
  if (missing.some((key) => !was.includes(key)))
    throw invalid({
      content: '有图片找不到了：上传以后一天没有发表，就会清理掉，请重新上传',
    });
};

/** Lets go of the pictures of what was deleted; a question takes its replies along. */
export const dropPictures = async (
  ctx: Context,
  tx: Tx,
  { post, reply }: Target,
): Promise<void> => {
  const drop = (kind: Shown['kind'], id: number) => usePictures({ ctx, tx, kind, id, texts: [] });
  if (reply) return void (await drop('reply', reply.id));
  await drop('post', post.id);
  const replies = await tx
    .selectFrom('upload_use')
    .innerJoin('reply', 'reply.id', 'upload_use.target_id')
    .select('reply.id')
    .distinct()
    .where('upload_use.target_kind', '=', 'reply')
    .where('reply.post_id', '=', post.id)
    .orderBy('reply.id')
    .execute();
  for (const { id } of replies) await drop('reply', id);
};
