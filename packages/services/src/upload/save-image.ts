import { createHash, randomInt } from 'node:crypto';
import type { CallOutput } from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { sessionInvalid, unavailable } from '../errors.ts';
import { checkImage, unreadable } from './check-image.ts';
import { refuseOverDaily } from './daily-limit.ts';
import { BusyError, convertImage, NoWorkerError } from './image/convert.ts';
import type { Converted, ImageUsage } from './image/job.ts';
import { getKey, getUrl } from './upload-name.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** 22 characters of 36: 113 bits, so that nobody finds a picture without having been given its address. */
const NAME_LENGTH = 22;

const newName = ({ width, height }: Converted): string => {
  const random = Array.from({ length: NAME_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${random.join('')}-${width}x${height}.webp`;
};

const convert = async (ctx: Context, bytes: Uint8Array, usage: ImageUsage): Promise<Converted> => {
  const probe = checkImage(bytes);
  try {
    return await convertImage({ bytes, probe, usage });
  } catch (error) {
    if (error instanceof BusyError) throw unavailable();
    if (error instanceof NoWorkerError) {
      ctx.log.error('no picture can be worked on', { error: error.cause });
      throw unavailable();
    }
    ctx.log.info('a picture could not be read', { type: probe.type, error });
    throw unreadable();
  }
};

const store = async (ctx: Context, key: string, bytes: Uint8Array): Promise<void> => {
  try {
    await ctx.files.put(key, bytes);
  } catch (error) {
    ctx.log.error('a picture could not be stored', { error });
    throw unavailable();
  }
};

type Saved = CallOutput<'userImage'>;
type Image = { usage: ImageUsage; bytes: Uint8Array };

/**
 * Looked at, decoded and encoded anew, so that nothing of what was sent is left but its pixels. The type is what the
 * bytes are, whatever they were called. `admit` runs in the transaction, with the size that is kept in bytes.
 */
const save = async (
  ctx: Context,
  memberId: number | null,
  { usage, bytes }: Image,
  admit: (tx: Tx, size: number) => Promise<void> = () => Promise.resolve(),
): Promise<Saved> => {
  const converted = await convert(ctx, bytes, usage);
  const name = newName(converted);
  const key = getKey(name);
  await store(ctx, key, converted.bytes);
  const size = converted.bytes.byteLength;
  try {
    await transaction(ctx.db, async (tx) => {
      await admit(tx, size);
      await tx
        .insertInto('upload')
        .values({
          member_id: memberId,
          usage,
          file_key: key,
          type: 'image/webp',
          size,
          width: converted.width,
          height: converted.height,
          created_at: ctx.now(),
          unused_since: ctx.now(),
          sha256: createHash('sha256').update(converted.bytes).digest('hex'),
        })
        .execute();
    });
  } catch (error) {
    await ctx.files
      .delete(key)
      .catch((cause: unknown) => ctx.log.warn('a picture without a row stays', { key, cause }));
    throw error;
  }
  return { url: getUrl(key), width: converted.width, height: converted.height };
};

/**
 * Keeps a member's picture.
 * @throws 400, 415 for what is no picture we take, 429 over the day's limit, 503 when it cannot be stored or done now
 */
export const saveImage = async ({
  ctx,
  memberId,
  ...image
}: Image & { ctx: Context; memberId: number }): Promise<Saved> => {
  await refuseOverDaily(ctx.db.kysely, { memberId, now: ctx.now() });
  return save(ctx, memberId, image, async (tx, size) => {
    // Pictures sent at the same moment are counted one after the other.
    if (!(await lockMember(tx, memberId))) throw sessionInvalid();
    await refuseOverDaily(tx, { memberId, now: ctx.now(), size });
  });
};

/** Keeps a picture of the site's own texts: nobody's, and without a limit by day. @throws 400, 415, 503 */
export const saveOwnImage = ({ ctx, ...image }: Image & { ctx: Context }): Promise<Saved> =>
  save(ctx, null, image);
