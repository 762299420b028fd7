import { type Executor, sql } from '@yunbiao/db';
import { redactHiddenContent } from '../notice/redact-hidden.ts';
import { MAX_DIGEST_NOTICES, type DigestNotice } from './build-letter.ts';

/** Loads unread notices since the last digest, newest first; null if there are none. */
export const loadUnreadNoticesSince = async (
  db: Executor,
  memberId: number,
  after: number,
): Promise<{ notices: DigestNotice[]; count: number; lastId: number } | null> => {
  const ownNotices = db
    .selectFrom('notice')
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .where(sql<boolean>`read_at is null`);
  const { count, last } = await ownNotices
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return null;
  const rows = await ownNotices
    .select(['kind', 'title', 'text', 'path'])
    .where('id', '<=', Number(last))
    .orderBy('id', 'desc')
    .limit(MAX_DIGEST_NOTICES)
    .execute();
  return {
    notices: await redactHiddenContent(db, rows),
    count: Number(count),
    lastId: Number(last),
  };
};
