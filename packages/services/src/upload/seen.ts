import type { Executor } from '@yunbiao/db';

/** What shows a picture to everybody, by how fast that may change. */
export type Lasting = 'text' | 'person' | 'site';

const listUses = (db: Executor, uploadId: number) =>
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

const LASTING: Readonly<Record<string, Lasting>> = {
  post: 'text',
  reply: 'text',
  avatar: 'person',
  cover: 'person',
};

/**
 * Whether something that everybody sees shows the picture: a question or a reply that is visible, a published article,
 * each of a software that is online, a profile, a software. Returns what it is, or null.
 */
export const everybodySees = async (
  db: Executor,
  { uploadId, now }: { uploadId: number; now: number },
): Promise<Lasting | null> => {
  const row = await listUses(db, uploadId)
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

/** Whether the member sees it alone: sent and not shown by anything yet, or in an own text that waits for review. */
export const memberSees = async (
  db: Executor,
  { upload, memberId }: { upload: { id: number; member_id: number | null }; memberId: number },
): Promise<boolean> => {
  const waiting = await listUses(db, upload.id)
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
  const used = await db
    .selectFrom('upload_use')
    .select('id')
    .where('upload_id', '=', upload.id)
    .limit(1)
    .executeTakeFirst();
  return !used;
};
