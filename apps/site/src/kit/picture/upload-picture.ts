import { IMAGE_TYPES } from '@yunbiao/contract/limits/image';
import type { SiteContext } from '../site/context.ts';
import { createConcurrencyLimiter } from '../site/limiter.ts';
import { checkImageFile } from '../upload/upload-image.ts';
import { createUploadClient } from '../upload/upload-client.ts';
import type { LibraryPicture } from './load-pictures.ts';

/** Accepted files, for the `accept` attribute of a file input. */
export const PICTURE_ACCEPT = IMAGE_TYPES.join(',');

const CONFLICT = 409;

/** `isTaken`: the folder has a picture of that name. */
export type PictureUploadResult =
  | { ok: true; picture: LibraryPicture }
  | { ok: false; msg: string; isTaken: boolean };

/** Sends two pictures at a time: the server converts one while the other arrives. */
const uploadLimiter = createConcurrencyLimiter(2);

/** Uploads a picture into the library. Never throws. */
export const uploadPicture = async (
  { site, alias }: { site: SiteContext; alias: string },
  input: { file: File; folder: string; replace: boolean },
  onProgress: (share: number) => void = () => {},
): Promise<PictureUploadResult> => {
  const msg = checkImageFile(input.file);
  if (msg) return { ok: false, msg, isTaken: false };
  const client = createUploadClient(site, alias, onProgress);
  const reply = await uploadLimiter(() => client.call('uploadPicture', input));
  if (reply.state === 'ok') return { ok: true, picture: reply.data };
  return { ok: false, msg: reply.msg, isTaken: reply.code === CONFLICT };
};
