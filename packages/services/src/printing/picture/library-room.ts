import { MAX_PICTURES, PICTURE_LIBRARY_BYTES } from '@yunbiao/contract/limits/picture';
import type { Executor } from '@yunbiao/db';
import { createQuotaExceededError, createTooManyRequestsError } from '../../platform/errors.ts';
import { DAY, formatWait } from '../../platform/time.ts';

type Whose = { memberId: number; now: number };

const hasVip = async (executor: Executor, { memberId, now }: Whose): Promise<boolean> => {
  const row = await executor
    .selectFrom('vip')
    .select('id')
    .where('member_id', '=', memberId)
    .where('starts_at', '<=', now)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Pictures and bytes of a member's library, and the bytes it may have: VIP in any software counts. */
export const measureLibrary = async (
  executor: Executor,
  whose: Whose,
): Promise<{ count: number; usedBytes: number; maxBytes: number }> => {
  const row = await executor
    .selectFrom('picture')
    .innerJoin('upload', 'upload.id', 'picture.upload_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('upload.size'), eb.lit(0)).as('bytes'),
    ])
    .where('picture.member_id', '=', whose.memberId)
    .executeTakeFirstOrThrow();
  const maxBytes = PICTURE_LIBRARY_BYTES[(await hasVip(executor, whose)) ? 'vip' : 'free'];
  return { count: Number(row.count), usedBytes: Number(row.bytes), maxBytes };
};

const formatMegabytes = (bytes: number): string => `${Math.ceil(bytes / 100_000) / 10} MB`;

/**
 * Requires room for one more picture. When the caller holds the member's lock, concurrent uploads
 * cannot share the same room. `replacedBytes`: of the picture that goes.
 * @throws 402 when the library is full; 429 when as much as the library holds came within a day
 */
export const requireLibraryRoom = async (
  executor: Executor,
  whose: Whose,
  { bytes, replacedBytes }: { bytes: number; replacedBytes: number | null },
): Promise<void> => {
  const { count, usedBytes, maxBytes } = await measureLibrary(executor, whose);
  const bytesLeft = maxBytes - usedBytes + (replacedBytes ?? 0);
  if (bytes > bytesLeft)
    throw createQuotaExceededError(
      `图片库满了：一共 ${formatMegabytes(maxBytes)}，还剩 ${formatMegabytes(Math.max(0, bytesLeft))}；删除不用的图片，或者升级 VIP`,
      Math.max(0, bytesLeft),
    );
  if (replacedBytes === null && count >= MAX_PICTURES)
    throw createQuotaExceededError(
      `图片库最多 ${MAX_PICTURES.toLocaleString('en-US')} 张图片，删除不用的再上传`,
      0,
    );
  // Pictures that were deleted or replaced keep their files for a day.
  const today = await executor
    .selectFrom('upload')
    .select((eb) => [eb.fn.sum<number>('size').as('bytes'), eb.fn.min('created_at').as('oldest')])
    .where('member_id', '=', whose.memberId)
    .where('usage', '=', 'library')
    .where('created_at', '>', whose.now - DAY)
    .executeTakeFirst();
  if (Number(today?.bytes ?? 0) + bytes <= maxBytes) return;
  const wait = Math.max(
    1,
    Math.ceil((Number(today?.oldest ?? whose.now) + DAY - whose.now) / 1_000),
  );
  throw createTooManyRequestsError(`今天传的图片够多了，请 ${formatWait(wait)}后再传`, wait);
};
