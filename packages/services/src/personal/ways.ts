import { lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { leavePosts, leaveReplies } from '../forum/leave-texts.ts';
import { takeBackLikes } from '../forum/take-back-likes.ts';
import { dropPictures } from '../forum/without-pictures.ts';
import { keepForSite, ownPictures, type ShownIn } from '../upload/remove-own.ts';
import { usePictures } from '../upload/use.ts';
import { LEFT_NICKNAME, nameless } from './close.ts';
import type { Way } from './holding.ts';

/**
 * One step of a piece. `after`: the row the last one came to; returns where it came to, null at the end. `limit`: rows it
 * takes; those that have a way of their own take their own few.
 */
export type Step = (given: {
  ctx: Context;
  table: string;
  memberId: number;
  after: number;
  limit: number;
}) => Promise<number | null>;

/** Takes some pictures out of a place that shows them. */
const takeOut = async (ctx: Context, { kind, id, keys }: ShownIn): Promise<void> => {
  if (kind === 'post' || kind === 'reply') return dropPictures({ ctx, text: { kind, id }, keys });
  if (kind === 'avatar' || kind === 'cover')
    return transaction(
      ctx.db,
      async (tx) => void (await usePictures({ ctx, tx, kind, id, texts: [] })),
    );
  return keepForSite(ctx, keys);
};

const pictures: Step = async ({ ctx, memberId }) => {
  const some = await ownPictures({ ctx, memberId });
  if (!some) return null;
  for (const place of some.shown) await takeOut(ctx, place);
  await some.remove();
  return 0;
};

const likes: Step = async ({ ctx, memberId }) =>
  (await takeBackLikes({ ctx, memberId })) === 0 ? null : 0;

const texts: Step = ({ ctx, table, memberId, after }) =>
  (table === 'post' ? leavePosts : leaveReplies)({ ctx, memberId, after, nickname: LEFT_NICKNAME });

/** The name went with the ways in; what was written meanwhile goes here. */
const account: Step = ({ ctx, memberId }) =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    await tx.updateTable('member').set(nameless(memberId)).where('id', '=', memberId).execute();
    return null;
  });

export const WAYS: Readonly<Record<Way, Step>> = { pictures, likes, texts, account };
