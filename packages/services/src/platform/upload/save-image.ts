import { createHash, randomInt } from 'node:crypto';
import type { CallOutput } from '@yunbiao/contract';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import type { Context, MemberScope } from '../context.ts';
import { createSessionInvalidError, createUnavailableError } from '../errors.ts';
import { probeImageOrThrow, createUnreadableImageError } from './check-image.ts';
import { requireDailyUploadQuota } from './daily-limit.ts';
import { BusyError, convertImage, NoWorkerError } from './image/convert.ts';
import type { Converted, ImageJob, ImageUsage } from './image/job.ts';
import { getUploadKey, getUploadUrl } from './upload-name.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 22 characters of 36: 113 bits, so that URLs cannot be guessed. */
const NAME_LENGTH = 22;

export const generateUploadName = (
  { width, height }: { width: number; height: number },
  extension: 'webp' | 'png' | 'svg' = 'webp',
): string => {
  const random = Array.from({ length: NAME_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${random.join('')}-${width}x${height}.${extension}`;
};

/** Checks and converts an uploaded image for its use. @throws 400, 415, 503 */
export const convertUploadedImage = async (
  ctx: Context,
  bytes: Uint8Array,
  usage: ImageJob['usage'],
): Promise<Converted> => {
  const probe = probeImageOrThrow(bytes);
  try {
    return await convertImage({ bytes, probe, usage });
  } catch (error) {
    if (error instanceof BusyError) throw createUnavailableError();
    if (error instanceof NoWorkerError) {
      ctx.log.error('no picture can be worked on', { error: error.cause });
      throw createUnavailableError();
    }
    ctx.log.info('a picture could not be read', { type: probe.type, error });
    throw createUnreadableImageError();
  }
};

/** Stores a converted image in the file store. @throws 503 */
export const storeUploadFile = async (
  ctx: Context,
  key: string,
  bytes: Uint8Array,
): Promise<void> => {
  try {
    await ctx.files.put(key, bytes);
  } catch (error) {
    ctx.log.error('a picture could not be stored', { error });
    throw createUnavailableError();
  }
};

type Saved = CallOutput<'userImage'>;
type Image = { usage: ImageUsage; bytes: Uint8Array };

/**
 * Decodes and re-encodes a picture, so that only its pixels are stored. The type is detected from
 * the bytes, not from the name. `admit` runs in the transaction with the stored size in bytes.
 */
const saveUploadedImage = async (
  ctx: Context,
  memberId: number | null,
  { usage, bytes }: Image,
  admit: (tx: Tx, size: number) => Promise<void> = () => Promise.resolve(),
): Promise<Saved> => {
  const convertedImage = await convertUploadedImage(ctx, bytes, usage);
  const name = generateUploadName(convertedImage);
  const key = getUploadKey(name);
  await storeUploadFile(ctx, key, convertedImage.bytes);
  const size = convertedImage.bytes.byteLength;
  try {
    await runTransaction(ctx.db, async (tx) => {
      await admit(tx, size);
      await tx
        .insertInto('upload')
        .values({
          member_id: memberId,
          usage,
          file_key: key,
          type: 'image/webp',
          size,
          width: convertedImage.width,
          height: convertedImage.height,
          created_at: ctx.now(),
          unused_since: ctx.now(),
          sha256: createHash('sha256').update(convertedImage.bytes).digest('hex'),
        })
        .execute();
    });
  } catch (error) {
    await ctx.files
      .delete(key)
      .catch((cause: unknown) => ctx.log.warn('a picture without a row stays', { key, cause }));
    throw error;
  }
  return { url: getUploadUrl(key), width: convertedImage.width, height: convertedImage.height };
};

/**
 * Stores a picture of a member.
 * @throws 400; 415 for an unsupported type; 429 over the daily limit; 503 when it cannot be stored
 * or processed now
 */
export const saveImage = async ({
  ctx,
  memberId,
  ...image
}: Image & MemberScope): Promise<Saved> => {
  await requireDailyUploadQuota(ctx.db.kysely, { memberId, now: ctx.now() });
  return saveUploadedImage(ctx, memberId, image, async (tx, size) => {
    // The lock serializes counting pictures that are uploaded concurrently.
    if (!(await lockMemberRow(tx, memberId))) throw createSessionInvalidError();
    await requireDailyUploadQuota(tx, { memberId, now: ctx.now(), size });
  });
};

/**
 * Stores a picture for the site's own texts, without owner and daily limit.
 * @throws 400, 415, 503
 */
export const saveSiteImage = ({ ctx, ...image }: Image & { ctx: Context }): Promise<Saved> =>
  saveUploadedImage(ctx, null, image);
