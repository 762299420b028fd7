import {
  findGuidePicture,
  findHandbookPicture,
  findTemplatePicture,
  type Context,
} from '@yunbiao/services';
import { type Handler, sendPlainReply, TEXT_TYPE } from '../http/plain-reply.ts';
import { compressForCache, type Encoding, negotiateContentEncoding } from './encoding.ts';

/** A drawing, and the hash of its content, which is part of its URL. */
type Drawing = { svg: string; hash: string };
type FindDrawing = (name: string) => Drawing | undefined | Promise<Drawing | undefined>;

/** Lookup function per kind of drawing. */
export type DrawingKinds = Record<string, FindDrawing>;

const PATH = /^\/static\/([a-z]+)\/([a-z0-9_-]{1,60})-([0-9a-f]{12})\.svg$/;
/** Maximum number of cached compressed bodies. A picture has two or three. */
const MAX_BODIES = 1_000;

/** Compresses each drawing once. A failed compression is retried. */
const createCompressedDrawingCache = (compressBody: typeof compressForCache) => {
  const bodies = new Map<string, Promise<Buffer>>();
  return ({ svg, hash }: Drawing, encoding: Encoding): Promise<Buffer> => {
    const key = `${hash} ${encoding}`;
    const cached = bodies.get(key);
    if (cached) return cached;
    if (bodies.size >= MAX_BODIES) bodies.clear();
    const body = compressBody(Buffer.from(svg), encoding);
    bodies.set(key, body);
    body.catch(() => bodies.delete(key));
    return body;
  };
};

/**
 * Serves labels drawn by the engine, `/static/{kind}/{name}-{hash}.svg`: figures of guides,
 * handbook examples and public templates.
 */
export const createDrawingHandler = (
  kinds: DrawingKinds,
  headers: readonly (readonly [string, string])[],
  squeeze = compressForCache,
): { matchesPath: (pathname: string) => boolean; handle: Handler } => {
  const getBody = createCompressedDrawingCache(squeeze);
  const findDrawingByKind = (kind: string, name: string) =>
    Object.hasOwn(kinds, kind) ? kinds[kind]?.(name) : undefined;
  return {
    matchesPath: (pathname) =>
      Object.keys(kinds).some((kind) => pathname.startsWith(`/static/${kind}/`)),
    handle: async (req, res, pathname) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return sendPlainReply(res, 405, TEXT_TYPE, '405\n', [...headers, ['Allow', 'GET, HEAD']]);
      const [, kind = '', name = '', requestedHash] = PATH.exec(pathname) ?? [];
      const picture = await findDrawingByKind(kind, name);
      if (!picture) return sendPlainReply(res, 404, TEXT_TYPE, '404\n', headers);
      const encoding = negotiateContentEncoding(req.headers['accept-encoding']);
      const body = await getBody(picture, encoding);
      res.writeHead(200, [
        'Content-Type',
        'image/svg+xml',
        'Content-Length',
        String(body.length),
        ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
        'Vary',
        'Accept-Encoding',
        'Cache-Control',
        // A page of an earlier version requests an older hash and gets the current drawing.
        requestedHash === picture.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...headers.flat(),
      ]);
      res.end(req.method === 'HEAD' ? undefined : body);
    },
  };
};

/** Kinds of drawings that the site serves. */
export const createDrawingFindersByKind = (ctx: Context): DrawingKinds => ({
  guide: findGuidePicture,
  handbook: findHandbookPicture,
  template: (name) => findTemplatePicture({ ctx, name }),
});
