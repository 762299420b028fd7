import type { Executor } from '@yunbiao/db';
import { OWN_USE_KINDS } from './picture-uses.ts';

/** Public content that shows a picture, by how fast it can change. */
export type PublicUseKind = 'text' | 'person' | 'site';

const listUploadUses = (db: Executor, uploadId: number) =>
  db
    .selectFrom('upload_use as use')
    .leftJoin('post', (join) =>
      join.on('use.target_kind', '=', 'post').onRef('post.id', '=', 'use.target_id'),
    )
    .leftJoin('reply', (join) =>
      join.on('use.target_kind', '=', 'reply').onRef('reply.id', '=', 'use.target_id'),
    )
    .leftJoin('post as asked', 'asked.id', 'reply.post_id')
    .leftJoin('article', (join) =>
      join.on('use.target_kind', '=', 'article').onRef('article.id', '=', 'use.target_id'),
    )
    .leftJoin('software', (join) =>
      join.on((eb) =>
        eb(
          eb.ref('software.id'),
          '=',
          eb.fn.coalesce('post.software_id', 'asked.software_id', 'article.software_id'),
        ),
      ),
    )
    .where('use.upload_id', '=', uploadId);

const LASTING: Readonly<Record<string, PublicUseKind>> = {
  post: 'text',
  reply: 'text',
  avatar: 'person',
  cover: 'person',
};

/**
 * Returns which kind of public content shows the picture, or null: a visible question or reply or a
 * published article, each of an online software, a profile, or a software.
 */
export const findPublicUse = async (
  db: Executor,
  { uploadId, now }: { uploadId: number; now: number },
): Promise<PublicUseKind | null> => {
  const row = await listUploadUses(db, uploadId)
    .select('use.target_kind')
    .where((eb) =>
      eb.or([
        eb('use.target_kind', 'in', ['avatar', 'cover', 'software']),
        eb.and([
          eb('article.published_at', '<=', now),
          eb.or([eb('article.software_id', 'is', null), eb('software.state', '=', 'online')]),
        ]),
        eb.and([eb('post.state', '=', 'visible'), eb('software.state', '=', 'online')]),
        eb.and([
          eb('reply.state', '=', 'visible'),
          eb('asked.state', '=', 'visible'),
          eb('software.state', '=', 'online'),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row ? (LASTING[row.target_kind] ?? 'site') : null;
};

/**
 * Whether only the member may see the picture: uploaded and not used yet, used by the member alone,
 * or in an own text that waits for review.
 */
export const isVisibleOnlyToMember = async (
  db: Executor,
  { upload, memberId }: { upload: { id: number; member_id: number | null }; memberId: number },
): Promise<boolean> => {
  const waiting = await listUploadUses(db, upload.id)
    .select('use.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('post.state', '=', 'review'), eb('post.member_id', '=', memberId)]),
        eb.and([
          eb('reply.state', '=', 'review'),
          eb('reply.member_id', '=', memberId),
          eb('asked.state', '=', 'visible'),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (waiting) return true;
  if (upload.member_id !== memberId) return false;
  const useRows = await db
    .selectFrom('upload_use')
    .select('id')
    .where('upload_id', '=', upload.id)
    .where('target_kind', 'not in', OWN_USE_KINDS)
    .limit(1)
    .executeTakeFirst();
  return !useRows;
};
