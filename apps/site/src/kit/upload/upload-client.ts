import { type Client, createApiClient } from '@yunbiao/contract/api/client';
import type { SiteContext } from '../site/context.ts';
import { type OnProgress, createXhrFetch } from './xhr-fetch.ts';

/** A client of the API that reports the progress of uploads. Handles expired sessions. */
export const createUploadClient = (
  site: SiteContext,
  alias: string,
  onProgress: OnProgress,
  signal?: AbortSignal,
): Client =>
  createApiClient({
    baseUrl: site.apiBase,
    getHost: () => location.hostname,
    getDomain: () => alias,
    getToken: () => site.stores.session.get().token,
    fetch: createXhrFetch(onProgress),
    onReply: (name, reply, sentToken) =>
      signal?.aborted || site.session.onReply(name, reply, sentToken),
  });
