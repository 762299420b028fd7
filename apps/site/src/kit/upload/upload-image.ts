import type { CallOutput } from '@yunbiao/contract';
import { createClient } from '@yunbiao/contract/client';
import {
  HEIC_REFUSED,
  IMAGE_BYTES,
  IMAGE_TOO_LARGE,
  IMAGE_TYPES,
} from '@yunbiao/contract/limits/image';
import { useCallback } from 'react';
import type { SiteContext } from '../site/context.ts';
import { createLimiter } from '../site/limiter.ts';
import { useAlias, useSite } from '../site/site.tsx';
import { type OnProgress, xhrFetch } from './xhr-fetch.ts';

/** For `accept` of a file field: kinds the server takes. */
export const IMAGE_ACCEPT = IMAGE_TYPES.join(',');

export type ImageUsage = 'avatar' | 'post' | 'cover';
type Uploaded = CallOutput<'userImage'>;

/** `msg` is what to tell the member; '' when the member cancelled it. */
export type ImageUploadResult = ({ ok: true } & Uploaded) | { ok: false; msg: string };

export type ImageUpload = {
  file: File;
  usage: ImageUsage;
  /** Share that has left, 0–1; the server then still works on the picture. */
  onProgress?: OnProgress;
  signal?: AbortSignal;
};

/** What can be told without sending anything; '' when the server has to look. */
export const findRefusal = ({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string => {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return HEIC_REFUSED;
  if (size === 0) return '这个文件是空的';
  return size > IMAGE_BYTES ? IMAGE_TOO_LARGE : '';
};

/** The server takes no more of one member's at once. */
const inTurn = createLimiter(2);

/** Sends a picture for the signed-in member. Never throws; an expired session is handled like on every call. */
export const uploadImage = async (
  site: SiteContext,
  alias: string,
  { file, usage, onProgress = () => {}, signal }: ImageUpload,
): Promise<ImageUploadResult> => {
  const msg = findRefusal(file);
  if (msg) return { ok: false, msg };
  const client = createClient({
    baseUrl: site.apiBase,
    host: () => location.hostname,
    domain: () => alias,
    token: () => site.stores.session.get().token,
    fetch: xhrFetch(onProgress),
    onReply: (name, reply, sentToken) =>
      signal?.aborted || site.session.onReply(name, reply, sentToken),
  });
  const init = signal ? { signal } : {};
  // One that still waits for its turn can be cancelled, too.
  const cancelled = new Promise<null>((resolve) =>
    signal?.addEventListener('abort', () => resolve(null)),
  );
  const turn = inTurn(() =>
    usage === 'cover'
      ? client.call('userImageCover', { file }, init)
      : client.call('userImage', { file, usage }, init),
  );
  const reply = await Promise.race([turn, cancelled]);
  if (reply?.state === 'ok') return { ok: true, ...reply.data };
  return { ok: false, msg: reply && !signal?.aborted ? reply.msg : '' };
};

/** {@link uploadImage} for the page one is on. */
export const useUploadImage = (): ((upload: ImageUpload) => Promise<ImageUploadResult>) => {
  const site = useSite();
  const alias = useAlias();
  return useCallback((upload) => uploadImage(site, alias, upload), [site, alias]);
};
