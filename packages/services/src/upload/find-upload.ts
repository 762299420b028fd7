import type { Executor, Selectable, UploadTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { ImageUsage } from './image/job.ts';
import { everybodySees, type Lasting, memberSees } from './seen.ts';
import { isUploadName, getKey, keyOfUrl } from './upload-name.ts';

type Row = Selectable<UploadTable>;

/** `seen`: for everybody, in something that changes like a text, a profile or the site; or for this member alone. */
export type Upload = Row & { seen: Lasting | 'own' };

const getRow = async (db: Executor, name: string): Promise<Row | undefined> =>
  isUploadName(name)
    ? db
        .selectFrom('upload')
        .selectAll()
        .where('file_key', '=', getKey(name))
        .where('going', '=', 0)
        .executeTakeFirst()
    : undefined;

/**
 * The picture with this public name, while something shows it that everybody sees; else for the member who sent it or
 * whose text waits for review. `viewer` is asked for only then.
 * @throws 404, also for what only others may see
 */
export const findUpload = async ({
  ctx,
  name,
  viewer,
}: {
  ctx: Context;
  name: string;
  /** Id of the signed-in member. */
  viewer: () => Promise<number | null>;
}): Promise<Upload> => {
  const { kysely } = ctx.db;
  const row = await getRow(kysely, name);
  if (!row) throw notFound('没有这张图片');
  const seen = await everybodySees(kysely, { uploadId: row.id, now: ctx.now() });
  if (seen) return { ...row, seen };
  const memberId = await viewer();
  if (memberId !== null && (await memberSees(kysely, { upload: row, memberId })))
    return { ...row, seen: 'own' };
  throw notFound('没有这张图片');
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
