import type { LibraryPicture } from '@yunbiao/contract/calls/printing/picture';
import type { Executor } from '@yunbiao/db';
import { getUploadUrl } from '../../platform/upload/upload-name.ts';
import { toIso } from '../../platform/time.ts';

/** Pictures of a member with their files. */
export const selectPictures = (executor: Executor, memberId: number) =>
  executor
    .selectFrom('picture')
    .innerJoin('upload', 'upload.id', 'picture.upload_id')
    .innerJoin('upload as thumb', 'thumb.id', 'picture.thumb_id')
    .select(['picture.id', 'picture.folder', 'picture.name', 'picture.tone'])
    .select(['picture.folder_key', 'picture.name_key', 'picture.stem_key'])
    .select(['picture.upload_id', 'picture.thumb_id', 'picture.created_at'])
    .select(['upload.file_key', 'upload.type', 'upload.sha256'])
    .select(['upload.width', 'upload.height', 'upload.size', 'thumb.file_key as thumb_key'])
    .where('picture.member_id', '=', memberId);

export type PictureRow = Awaited<
  ReturnType<ReturnType<typeof selectPictures>['executeTakeFirstOrThrow']>
>;

export const presentLibraryPicture = (row: PictureRow): LibraryPicture => ({
  id: String(row.id),
  folder: row.folder,
  name: row.name,
  tone: row.tone === 'line' ? 'line' : 'photo',
  url: getUploadUrl(row.file_key),
  thumb: getUploadUrl(row.thumb_key),
  width: row.width,
  height: row.height,
  bytes: row.size,
  createdAt: toIso(row.created_at),
});
