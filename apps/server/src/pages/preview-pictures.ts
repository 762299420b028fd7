import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, previewPicture } from '@yunbiao/services';
import { isStale, SHOWN } from '../tags.ts';

type Picture = { png: Buffer; etag: string };

const PATH = /^\/static\/og(?:\/([^/]+))?\.png$/;
/** A picture is shown by others, for weeks; a changed template may take this long to reach them, s. */
const FRESH_S = 3600;

const decoded = (segment: string | undefined): string | undefined => {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    // No alias is like this.
    return '/';
  }
};

/** Pictures of shared pages, `/static/og/{alias}.png` and `/static/og.png`: drawn once, kept until they change. */
export const createPreviewPictures = (
  ctx: Context,
): {
  takes: (pathname: string) => boolean;
  /** Returns whether there is one. */
  send: (req: IncomingMessage, res: ServerResponse, headers: readonly string[]) => Promise<boolean>;
  raise: (tags: readonly string[]) => void;
} => {
  const pictures = new Map<string, Promise<Picture | null>>();

  const draw = async (alias: string | undefined): Promise<Picture | null> => {
    const png = await previewPicture({ ctx, alias });
    const hash = png && createHash('sha256').update(png).digest('base64url').slice(0, 22);
    return png && { png, etag: `"${hash}"` };
  };

  const getPicture = async (alias: string | undefined): Promise<Picture | null> => {
    const key = alias ?? '';
    const own = pictures.get(key) ?? draw(alias);
    pictures.set(key, own);
    const forget = (): void => void (pictures.get(key) === own && pictures.delete(key));
    try {
      const picture = await own;
      // Names of nothing are without end.
      if (!picture) forget();
      return picture;
    } catch (error) {
      forget();
      throw error;
    }
  };

  return {
    takes: (pathname) => PATH.test(pathname),
    send: async (req, res, headers) => {
      const [pathname = ''] = (req.url ?? '').split('?', 1);
      const picture = await getPicture(decoded(PATH.exec(pathname)?.[1]));
      if (!picture) return false;
      const { png, etag } = picture;
      const common = ['ETag', etag, 'Cache-Control', `public, max-age=${FRESH_S}`, ...headers];
      if (req.headers['if-none-match'] === etag) {
        res.writeHead(304, common).end();
        return true;
      }
      const own = ['Content-Type', 'image/png', 'Content-Length', String(png.length)];
      res.writeHead(200, [...own, ...common]);
      res.end(req.method === 'HEAD' ? undefined : png);
      return true;
    },
    raise: (tags) => {
      if (isStale(SHOWN.picture, tags)) pictures.clear();
    },
  };
};
