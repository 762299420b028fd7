import { type Context, findUpload, ServiceError, type Upload } from '@yunbiao/services';

/** A picture's bytes never change: a new one has a new address. */
const headersOf = (upload: Upload): Record<string, string> => ({
  'Content-Type': upload.type,
  'Content-Length': String(upload.size),
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=31536000, immutable',
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

/** A picture a member uploaded, for everybody who has its address. */
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
    const upload = await findUpload({ ctx, name });
    const headers = headersOf(upload);
    if (isKnown(request, upload)) {
      const { 'Content-Length': _, ...rest } = headers;
      return new Response(null, { status: 304, headers: rest });
    }
    if (request.method === 'HEAD') return new Response(null, { headers });
    const { stream } = await ctx.files.open(upload.file_key, {}, request.signal);
    return new Response(stream, { headers });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 404) return plain(404, '404 没有这张图片');
    ctx.log.error('upload failed', { name, error });
    return plain(500, '500 服务器出错了，请稍后再试');
  }
};
