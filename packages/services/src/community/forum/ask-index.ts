import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { countUnreadNotices } from '../../identity/notice/list.ts';
import { listGroups } from './groups.ts';
import { listPostIds } from './post-list.ts';
import { loadPosts } from './present.ts';

const HOT_COUNT = 6;

/** Forum start page: groups, totals, hot questions, and the viewer's unread notices. */
export const loadForumStartPage = async ({
  ctx,
  softwareId,
  memberId,
}: {
  ctx: Context;
  softwareId: number;
  memberId: number | null;
}): Promise<CallOutput<'askIndex'>> => {
  const { kysely } = ctx.db;
  const ids = await listPostIds(kysely, { softwareId, sort: 'hot', limit: HOT_COUNT });
  return {
    ...(await listGroups(kysely, softwareId)),
    hot: await loadPosts(kysely, ids),
    unread: memberId === null ? null : await countUnreadNotices(kysely, memberId),
  };
};
