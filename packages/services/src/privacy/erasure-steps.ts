import { runTransaction, runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../platform/context.ts';
import {
  eraseInvisiblePosts,
  eraseInvisibleReplies,
} from '../community/forum/erasure/erase-texts.ts';
import { withdrawLikes } from '../community/forum/erasure/withdraw-likes.ts';
import { removePictures } from '../community/forum/erasure/remove-pictures.ts';
import {
  transferPicturesToSite,
  listNextOwnPictures,
  type PicturePlace,
} from '../platform/upload/remove-own.ts';
import { recordPictureUses } from '../platform/upload/picture-uses.ts';
import { DELETED_NICKNAME, buildAnonymousFields } from './close-account.ts';
import type { CustomErasure } from './table-inventory-types.ts';

/**
 * One deletion step. `after`: last row of the previous step; returns the last row of this one, null
 * at the end. `limit`: maximum rows; steps with their own implementation use their own limits.
 */
export type ErasureStep = (scope: {
  ctx: Context;
  table: string;
  memberId: number;
  after: number;
  limit: number;
}) => Promise<number | null>;

/** Removes pictures from a place that shows them. */
const removePicturesFrom = async (
  ctx: Context,
  { kind, id, keys }: PicturePlace,
): Promise<void> => {
  if (kind === 'post' || kind === 'reply') return removePictures({ ctx, text: { kind, id }, keys });
  if (kind === 'avatar' || kind === 'cover' || kind === 'picture' || kind === 'batch')
    return runTransaction(
      ctx.db,
      async (tx) => void (await recordPictureUses({ ctx, tx, kind, id, texts: [] })),
    );
  return transferPicturesToSite(ctx, keys);
};

const removeOwnPictures: ErasureStep = async ({ ctx, memberId }) => {
  const pictures = await listNextOwnPictures({ ctx, memberId });
  if (!pictures) return null;
  for (const place of pictures.shown) await removePicturesFrom(ctx, place);
  await pictures.remove();
  return 0;
};

const removeLikes: ErasureStep = async ({ ctx, memberId }) =>
  (await withdrawLikes({ ctx, memberId })) === 0 ? null : 0;

const anonymizeTexts: ErasureStep = ({ ctx, table, memberId, after }) =>
  (table === 'post' ? eraseInvisiblePosts : eraseInvisibleReplies)({
    ctx,
    memberId,
    after,
    nickname: DELETED_NICKNAME,
  });

/** The name was removed when the account closed; this removes fields written since then. */
const anonymizeAccount: ErasureStep = ({ ctx, memberId }) =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    await tx
      .updateTable('member')
      .set(buildAnonymousFields(memberId))
      .where('id', '=', memberId)
      .execute();
    return null;
  });

export const ERASURE_STEPS: Readonly<Record<CustomErasure, ErasureStep>> = {
  pictures: removeOwnPictures,
  likes: removeLikes,
  texts: anonymizeTexts,
  account: anonymizeAccount,
};
