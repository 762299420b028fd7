import {
  authenticate,
  type Context,
  findUpload,
  ServiceError,
  type Upload,
} from '@yunbiao/services';
import { isHangUp } from './envelope-reply.ts';
import { cookieToken } from '../token-cookie.ts';

/**
 * A picture's bytes never change: a new one has a new address. Who may see it does, a text from one minute to the next:
 * what was hidden must not stay in caches.
 */
const CACHE: Readonly<Record<Upload['seen'], string>> = {
  own: 'private, no-cache',
  text: 'public, max-age=300',
  person: 'public, max-age=86400',
  site: 'public, max-age=31536000, immutable',
};

const getHeaders = (upload: Upload): Record<string, string> => ({
  'Content-Type': upload.type,
  'Content-Length': String(upload.size),
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': CACHE[upload.seen],
  ETag: `"${upload.sha256}"`,
});

const plain = (status: number, text: string): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  });

const isKnown = (request: Request, { sha256 }: Upload): boolean =>
  (request.headers.get('if-none-match') ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === `"${sha256}"`);

/** An `<img>` brings the cookie only. Nothing but who may look depends on it. */
const getViewer = async (ctx: Context, request: Request): Promise<number | null> => {
  const token =
    request.headers.get('x-token') || cookieToken(request.headers.get('cookie') ?? undefined);
  const signedIn = token ? await authenticate({ ctx, token }) : null;
  return signedIn?.member.id ?? null;
};

/** A picture: for everybody who has its address while everybody sees what shows it, else for whose it is. */
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
    const upload = await findUpload({ ctx, name, viewer: () => getViewer(ctx, request) });
    const headers = getHeaders(upload);
    if (isKnown(request, upload)) {
      const { 'Content-Length': _, ...rest } = headers;
      return new Response(null, { status: 304, headers: rest });
    }
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { stream } = await ctx.files.open(upload.file_key, {}, request.signal);
    return new Response(stream, { headers });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404) return plain(404, '404 没有这张图片');
    if (!isHangUp(error, request.signal)) ctx.log.error('upload failed', { name, error });
    return plain(500, '500 服务器出错了，请稍后再试');
  }
};
