import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { encodeGrayAsPng } from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { generateUploadName } from '../../platform/upload/save-image.ts';
import { getUploadKey } from '../../platform/upload/upload-name.ts';
import { buildPicturePlace } from './names.ts';

/** A PNG of one grey. */
export const createFlatPng = (gray: number, { width = 4, height = 4 } = {}): Uint8Array =>
  encodeGrayAsPng(
    { width, height, gray: new Uint8Array(width * height).fill(gray) },
    (bytes, level) => deflateSync(bytes, { level }),
  );

/** Adds a picture to a library as an upload does, without converting one. Returns its id. */
export const addTestPicture = async (
  ctx: Context,
  {
    memberId,
    name,
    folder = '',
    bytes = createFlatPng(0),
    type = 'image/png',
    size = bytes.byteLength,
  }: {
    memberId: number;
    name: string;
    folder?: string;
    bytes?: Uint8Array;
    type?: string;
    size?: number;
  },
): Promise<string> => {
  const { kysely } = ctx.db;
  const addUpload = async (usage: string): Promise<number> => {
    const extension = type === 'image/svg+xml' ? 'svg' : 'png';
    const key = getUploadKey(generateUploadName({ width: 4, height: 4 }, extension));
    await ctx.files.put(key, bytes);
    const values = {
      member_id: memberId,
      usage,
      file_key: key,
      type,
      width: 4,
      height: 4,
      size,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      // Long enough ago for the limits of a day.
      created_at: ctx.now() - 10 * 24 * 3_600_000,
      unused_since: null,
    };
    return (
      await kysely.insertInto('upload').values(values).returning('id').executeTakeFirstOrThrow()
    ).id;
  };
  const files = {
    upload_id: await addUpload('library'),
    thumb_id: await addUpload('library-thumb'),
  };
  const { id } = await kysely
    .insertInto('picture')
    .values({
      member_id: memberId,
      ...buildPicturePlace(folder, name),
      ...files,
      tone: 'line',
      created_at: ctx.now(),
      updated_at: ctx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('upload_use')
    .values(
      Object.values(files).map((upload_id) => ({
        upload_id,
        target_kind: 'picture',
        target_id: id,
      })),
    )
    .execute();
  return String(id);
};
