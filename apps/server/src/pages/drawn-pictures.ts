import { handbookPicture, templatePicture, type Context } from '@yunbiao/services';
import { type Handler, reply, TEXT } from '../plain-reply.ts';
import { compress, type Encoding, negotiate } from './encoding.ts';

/** A drawing, and the hash of its bytes: part of its address. */
type Drawn = { svg: string; hash: string };
type Find = (name: string) => Drawn | undefined | Promise<Drawn | undefined>;

/** How a kind of them is found by its name. */
export type DrawnKinds = Record<string, Find>;

const PATH = /^\/static\/([a-z]+)\/([a-z0-9_-]{1,60})-([0-9a-f]{12})\.svg$/;
/** Compressed bodies kept; a picture has two or three. */
const MAX_BODIES = 1_000;

/** Compresses each drawing once; what failed is tried again. */
const createBodies = (squeeze: typeof compress) => {
  const bodies = new Map<string, Promise<Buffer>>();
  return ({ svg, hash }: Drawn, encoding: Encoding): Promise<Buffer> => {
    const key = `${hash} ${encoding}`;
    const known = bodies.get(key);
    if (known) return known;
    if (bodies.size >= MAX_BODIES) bodies.clear();
    const body = squeeze(Buffer.from(svg), encoding);
    bodies.set(key, body);
    body.catch(() => bodies.delete(key));
    return body;
  };
};

/** Labels drawn by the engine, `/static/{kind}/{name}-{hash}.svg`: those of the handbook, and public templates. */
export const createDrawnPictures = (
  kinds: DrawnKinds,
  headers: readonly (readonly [string, string])[],
  squeeze = compress,
): { takes: (pathname: string) => boolean; handle: Handler } => {
  const getBody = createBodies(squeeze);
  const find = (kind: string, name: string) =>
    Object.hasOwn(kinds, kind) ? kinds[kind]?.(name) : undefined;
  return {
    takes: (pathname) => Object.keys(kinds).some((kind) => pathname.startsWith(`/static/${kind}/`)),
    handle: async (req, res, pathname) => {
      if (req.method !== 'GET' && req.method !== 'HEAD')
        return reply(res, 405, TEXT, '405\n', [...headers, ['Allow', 'GET, HEAD']]);
      const [, kind = '', name = '', asked] = PATH.exec(pathname) ?? [];
      const picture = await find(kind, name);
      if (!picture) return reply(res, 404, TEXT, '404\n', headers);
      const encoding = negotiate(req.headers['accept-encoding']);
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
        // A page made by an earlier version asks for its own drawing, and gets the one there is.
        asked === picture.hash ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...headers.flat(),
      ]);
      res.end(req.method === 'HEAD' ? undefined : body);
    },
  };
};

/** What the site draws. */
export const drawnKinds = (ctx: Context): DrawnKinds => ({
  handbook: handbookPicture,
  template: (name) => templatePicture({ ctx, name }),
});
