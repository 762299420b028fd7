import {
  authenticate,
  type Context,
  findUpload,
  ServiceError,
  type Upload,
} from '@yunbiao/services';
import { isClientDisconnect } from './envelope-reply.ts';
import { readTokenCookie } from '../http/token-cookie.ts';

/**
 * The bytes of a picture never change: a new picture has a new address. Its visibility can change
 * within minutes for a text, and a hidden picture must not stay in caches.
 */
const CACHE: Readonly<Record<Upload['seen'], string>> = {
  own: 'private, no-cache',
  text: 'public, max-age=300',
  person: 'public, max-age=86400',
  site: 'public, max-age=31536000, immutable',
};

const buildUploadHeaders = (upload: Upload): Record<string, string> => ({
  'Content-Type': upload.type,
  'Content-Length': String(upload.size),
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': CACHE[upload.seen],
  ETag: `"${upload.sha256}"`,
});

const createUncachedTextReply = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const matchesEtag = (request: Request, { sha256 }: Upload): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === `"${sha256}"`);

/** An `<img>` request carries only the cookie. The cookie is used for visibility only. */
const findViewerId = async (ctx: Context, request: Request): Promise<number | null> => {
  const token =
    request.headers.get('x-token') || readTokenCookie(request.headers.get('cookie') ?? undefined);
  const signedIn = token ? await authenticate({ ctx, token }) : null;
  return signedIn?.member.id ?? null;
};

/**
 * Serves a picture. If everybody may see the text that shows it, any caller gets it; otherwise only
 * its owner.
 */
export const serveUpload = async ({
  ctx,
  request,
  name,
}: {
  ctx: Context;
  request: Request;
  name: string;
}): Promise<Response> => {
  try {
    const upload = await findUpload({ ctx, name, getViewerId: () => findViewerId(ctx, request) });
    const headers = buildUploadHeaders(upload);
    if (matchesEtag(request, upload)) {
      const { 'Content-Length': _, ...rest } = headers;
      return new Response(null, { status: 304, headers: rest });
    }
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { stream } = await ctx.files.open(upload.file_key, {}, request.signal);
    return new Response(stream, { headers });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404)
      return createUncachedTextReply(404, '404 没有这张图片');
    if (!isClientDisconnect(error, request.signal)) ctx.log.error('upload failed', { name, error });
    return createUncachedTextReply(500, '500 服务器出错了，请稍后重试');
  }
};
