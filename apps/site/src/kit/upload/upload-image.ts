import type { CallOutput } from '@yunbiao/contract';
import {
  HEIC_REFUSED,
  IMAGE_BYTES,
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
} from '@yunbiao/contract/limits/image';
import { useCallback } from 'react';
import type { SiteContext } from '../site/context.ts';
import { createConcurrencyLimiter } from '../site/limiter.ts';
import { useSoftwareAlias, useSite } from '../site/site.tsx';
import { createUploadClient } from './upload-client.ts';
import type { OnProgress } from './xhr-fetch.ts';

/** Accepted image types, for the `accept` attribute of a file input. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',');

export type ImageUsage = 'avatar' | 'post' | 'cover';
type Uploaded = CallOutput<'userImage'>;

/** `msg`: message for the member; '' when the member cancelled. */
export type ImageUploadResult = ({ ok: true } & Uploaded) | { ok: false; msg: string };

export type ImageUpload = {
  file: File;
  usage: ImageUsage;
  /** Uploaded share, 0–1. The server still processes the image after 1. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
};

/** Checks that need no upload. Returns '' when the server must decide. */
export const checkImageFile = ({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): string => {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return HEIC_REFUSED;
  if (size === 0) return '这个文件是空的';
  return size > IMAGE_BYTES ? IMAGE_TOO_LARGE : '';
};

/** Sends two images at a time, because the server limits concurrent uploads per member. */
const uploadLimiter = createConcurrencyLimiter(2);

/** Uploads an image of the signed-in member. Never throws. Handles expired sessions. */
export const uploadImage = async (
  site: SiteContext,
  alias: string,
  { file, usage, onProgress = () => {}, signal }: ImageUpload,
): Promise<ImageUploadResult> => {
  const msg = checkImageFile(file);
  if (msg) return { ok: false, msg };
  const client = createUploadClient(site, alias, onProgress, signal);
  const init = signal ? { signal } : {};
  // A queued upload can also be cancelled.
  const cancelled = new Promise<null>((resolve) =>
    signal?.addEventListener('abort', () => resolve(null)),
  );
  const turn = uploadLimiter(() =>
    usage === 'cover'
      ? client.call('userImageCover', { file }, init)
      : client.call('userImage', { file, usage }, init),
  );
  const reply = await Promise.race([turn, cancelled]);
  if (reply?.state === 'ok') return { ok: true, ...reply.data };
  return { ok: false, msg: reply && !signal?.aborted ? reply.msg : '' };
};

/** {@link uploadImage} for the current page. */
export const useUploadImage = (): ((upload: ImageUpload) => Promise<ImageUploadResult>) => {
  const site = useSite();
  const alias = useSoftwareAlias();
  return useCallback((upload) => uploadImage(site, alias, upload), [site, alias]);
};
