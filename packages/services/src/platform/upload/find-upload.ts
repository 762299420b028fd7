import type { Executor, Selectable, UploadTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { createNotFoundError } from '../errors.ts';
import type { ImageUsage } from './image/job.ts';
import { findPublicUse, type PublicUseKind, isVisibleOnlyToMember } from './visibility.ts';
import { isUploadName, getUploadKey, parseUploadUrlKey } from './upload-name.ts';

type Row = Selectable<UploadTable>;

/** `seen`: kind of public content that shows the picture, or `own` for the member only. */
export type Upload = Row & { seen: PublicUseKind | 'own' };

const findUploadRow = async (db: Executor, name: string): Promise<Row | undefined> =>
  isUploadName(name)
    ? db
        .selectFrom('upload')
        .selectAll()
        .where('file_key', '=', getUploadKey(name))
        .where('going', '=', 0)
        .executeTakeFirst()
    : undefined;

/**
 * Finds a picture by its public name if public content shows it; otherwise only for the member who
 * uploaded it or whose text waits for review. The viewer is resolved only then.
 * @throws 404, also for pictures only other members may see
 */
export const findUpload = async ({
  ctx,
  name,
  getViewerId,
}: {
  ctx: Context;
  name: string;
  /** Id of the signed-in member. */
  getViewerId: () => Promise<number | null>;
}): Promise<Upload> => {
  const { kysely } = ctx.db;
  const row = await findUploadRow(kysely, name);
  if (!row) throw createNotFoundError('没有这张图片');
  const publicUse = await findPublicUse(kysely, { uploadId: row.id, now: ctx.now() });
  if (publicUse) return { ...row, seen: publicUse };
  const memberId = await getViewerId();
  if (memberId !== null && (await isVisibleOnlyToMember(kysely, { upload: row, memberId })))
    return { ...row, seen: 'own' };
  throw createNotFoundError('没有这张图片');
};
/** Whether `url` is a picture this member uploaded for this usage. */
export const isOwnUpload = async (
  db: Executor,
  { url, memberId, usage }: { url: string; memberId: number; usage: ImageUsage },
): Promise<boolean> => {
  const key = parseUploadUrlKey(url);
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
