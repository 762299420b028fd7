import type { Executor, Selectable, UploadTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ImageUsage } from './image/job.ts';
import { isUploadName, keyOf, keyOfUrl } from './upload-name.ts';

export type Upload = Selectable<UploadTable>;

/**
 * The picture with this public name.
 * @throws 404
 */
export const findUpload = async ({
  ctx,
  name,
}: {
  ctx: Context;
  name: string;
}): Promise<Upload> => {
  const row = isUploadName(name)
    ? await ctx.db.kysely
        .selectFrom('upload')
        .selectAll()
        .where('file_key', '=', keyOf(name))
        .where('going', '=', 0)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('没有这张图片');
  return row;
};

/** Whether `url` is a picture this member uploaded for this use. */
export const isOwnUpload = async (
  db: Executor,
  { url, memberId, usage }: { url: string; memberId: number; usage: ImageUsage },
): Promise<boolean> => {
  const key = keyOfUrl(url);
  if (key === null) return false;
  const row = await db
    .selectFrom('upload')
    .select('id')
    .where('file_key', '=', key)
    .where('member_id', '=', memberId)
    .where('usage', '=', usage)
    .where('going', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
};
