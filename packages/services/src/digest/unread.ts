import { type Executor, sql } from '@yunbiao/db';
import { withoutGone } from '../notice/gone.ts';
import { DIGEST_SHOWN, type Told } from './letter.ts';

/** What the member has not read of what came after the last letter, the newest first; null: nothing. */
export const unreadSince = async (
  db: Executor,
  memberId: number,
  after: number,
): Promise<{ told: Told[]; count: number; lastId: number } | null> => {
  const own = db
    .selectFrom('notice')
    .where('member_id', '=', memberId)
    .where('id', '>', after)
    .where(sql<boolean>`read_at is null`);
  const { count, last } = await own
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return null;
  const rows = await own
    .select(['kind', 'title', 'text', 'path'])
    .where('id', '<=', Number(last))
    .orderBy('id', 'desc')
    .limit(DIGEST_SHOWN)
    .execute();
  return { told: await withoutGone(db, rows), count: Number(count), lastId: Number(last) };
};
