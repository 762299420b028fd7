import { createHash } from 'node:crypto';
import type { LibraryPicture } from '@yunbiao/contract/calls/printing/picture';
import { lockMemberRow, runTransaction, type Tx } from '@yunbiao/db';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createSessionInvalidError } from '../../platform/errors.ts';
import { LIBRARY_USAGES } from '../../platform/upload/daily-limit.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import {
  convertUploadedImage,
  generateUploadName,
  storeUploadFile,
} from '../../platform/upload/save-image.ts';
import { getUploadKey } from '../../platform/upload/upload-name.ts';
import { requireLibraryRoom } from './library-room.ts';
import { buildPicturePlace, type PicturePlace } from './names.ts';
import { presentLibraryPicture, selectPictures } from './present.ts';

type NewFile = {
  usage: (typeof LIBRARY_USAGES)[number];
  key: string;
  type: string;
  bytes: Uint8Array;
  width: number;
  height: number;
};

const convertForLibrary = async (
  ctx: Context,
  bytes: Uint8Array,
): Promise<{ picture: NewFile; thumb: NewFile; tone: string }> => {
  const { label, ...picture } = await convertUploadedImage(ctx, bytes, 'library');
  if (!label) throw new Error('a picture for labels was encoded as another');
  const [pictureUsage, thumbUsage] = LIBRARY_USAGES;
  return {
    picture: {
      ...picture,
      usage: pictureUsage,
      key: getUploadKey(generateUploadName(picture, 'png')),
      type: 'image/png',
    },
    thumb: {
      ...label.thumb,
      usage: thumbUsage,
      key: getUploadKey(generateUploadName(label.thumb)),
      type: 'image/webp',
    },
    tone: label.tone,
  };
};

const insertUpload = async (
  ctx: Context,
  tx: Tx,
  memberId: number,
  { usage, key, type, bytes, width, height }: NewFile,
): Promise<number> => {
  const { id } = await tx
    .insertInto('upload')
    .values({
      member_id: memberId,
      usage,
      file_key: key,
      type,
      width,
      height,
      size: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: ctx.now(),
      unused_since: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const findPictureAtPlace = (tx: Tx, memberId: number, place: PicturePlace) =>
  selectPictures(tx, memberId)
    .where('picture.folder_key', '=', place.folder_key)
    .where('picture.name_key', '=', place.name_key)
    .executeTakeFirst();

type Stored = { memberId: number; place: PicturePlace; replace: boolean } & Awaited<
  ReturnType<typeof convertForLibrary>
>;

/** Adds the picture, or gives the one of that name the new files; elements then show those. */
const storeLibraryPicture = async (
  ctx: Context,
  tx: Tx,
  { memberId, place, replace, picture, thumb, tone }: Stored,
): Promise<number> => {
  const now = ctx.now();
  const same = await findPictureAtPlace(tx, memberId, place);
  if (same && !replace) throw createConflictError(`图片库里已经有“${same.name}”，要替换它吗？`);
  await requireLibraryRoom(
    tx,
    { memberId, now },
    {
      bytes: picture.bytes.byteLength,
      replacedBytes: same ? same.size : null,
    },
  );
  const files = {
    upload_id: await insertUpload(ctx, tx, memberId, picture),
    thumb_id: await insertUpload(ctx, tx, memberId, thumb),
  };
  const set = { ...place, ...files, tone, updated_at: now };
  if (same) {
    await recordPictureUses({ ctx, tx, kind: 'picture', id: same.id, texts: [] });
    await tx.updateTable('picture').set(set).where('id', '=', same.id).execute();
  }
  const { id } = same ?? {
    ...(await tx
      .insertInto('picture')
      .values({ member_id: memberId, created_at: now, ...set })
      .returning('id')
      .executeTakeFirstOrThrow()),
  };
  await tx
    .insertInto('upload_use')
    .values(
      Object.values(files).map((upload_id) => ({
        upload_id,
        target_kind: 'picture',
        target_id: id,
      })),
    )
    .execute();
  return id;
};

/**
 * Adds a picture to the member's library. It is decoded and encoded again, grey and at most
 * `PICTURE_SIDE` pixels long, so that only its pixels are stored and all programs draw the same
 * dots.
 * @throws 400; 402 when the library is full; 409 for a name that is there, unless it is to be
 * replaced; 415; 429; 503
 */
export const uploadPicture = async ({
  ctx,
  memberId,
  bytes,
  name,
  folder,
  replace,
}: MemberScope & {
  bytes: Uint8Array;
  name: string;
  folder: string;
  replace: boolean;
}): Promise<LibraryPicture> => {
  const place = buildPicturePlace(folder, name);
  // Decoding costs the most, so a full library is refused before it.
  if (!replace)
    await requireLibraryRoom(
      ctx.db.kysely,
      { memberId, now: ctx.now() },
      { bytes: 1, replacedBytes: null },
    );
  const files = await convertForLibrary(ctx, bytes);
  const newFiles = [files.picture, files.thumb];
  try {
    for (const file of newFiles) await storeUploadFile(ctx, file.key, file.bytes);
    return await runTransaction(ctx.db, async (tx) => {
      // The lock serializes uploads, which all count the library's bytes.
      if (!(await lockMemberRow(tx, memberId))) throw createSessionInvalidError();
      const id = await storeLibraryPicture(ctx, tx, { memberId, place, replace, ...files });
      const row = await selectPictures(tx, memberId)
        .where('picture.id', '=', id)
        .executeTakeFirstOrThrow();
      return presentLibraryPicture(row);
    });
  } catch (error) {
    for (const { key } of newFiles)
      await ctx.files
        .delete(key)
        .catch((cause: unknown) => ctx.log.warn('a picture without a row stays', { key, cause }));
    throw error;
  }
};
