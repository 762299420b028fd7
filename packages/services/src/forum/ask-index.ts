import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { getUnread } from '../notice/list.ts';
import { listGroups } from './groups.ts';
import { postIds } from './post-list.ts';
import { postRows } from './present.ts';

const HOT = 6;

/** The forum's front: groups and figures, what is hot, and the unread notices of whoever asks. */
export const askIndex = async ({
  ctx,
  softwareId,
  memberId,
}: {
  ctx: Context;
  softwareId: number;
  memberId: number | null;
}): Promise<CallOutput<'askIndex'>> => {
  const { kysely } = ctx.db;
  const ids = await postIds(kysely, { softwareId, sort: 'hot', limit: HOT });
  return {
    ...(await listGroups(kysely, softwareId)),
    hot: await postRows(kysely, ids),
    unread: memberId === null ? null : await getUnread(kysely, memberId),
  };
};
