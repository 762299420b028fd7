import { MAX_PICTURE_FILE_BYTES } from '@yunbiao/contract/limits/picture';
import type { Context } from '../../platform/context.ts';

/**
 * Reads the file of a picture for a print client of this member; null when the member has none, or
 * it cannot be read now.
 */
export const readPictureForClient = async (
  ctx: Context,
  { memberId, sha256 }: { memberId: number; sha256: string },
): Promise<Buffer | null> => {
  const row = await ctx.db.kysely
    .selectFrom('upload')
    .select('file_key')
    .where('member_id', '=', memberId)
    .where('sha256', '=', sha256)
    .where('usage', '=', 'library')
    .where('going', '=', 0)
    .where('size', '<=', MAX_PICTURE_FILE_BYTES)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { stream } = await ctx.files.open(row.file_key);
  return Buffer.from(await new Response(stream).arrayBuffer());
};
