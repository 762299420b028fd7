import { handbookPicture, type HandbookPicture } from '@yunbiao/services';
import { type Handler, reply, TEXT } from '../plain-reply.ts';
import { compress, type Encoding, negotiate } from './encoding.ts';

const PATH = /^\/static\/handbook\/([a-z0-9_-]{1,60})-([0-9a-f]{12})\.svg$/;

/** The labels of the handbook, `/static/handbook/{name}-{hash}.svg`: each is drawn and compressed once. */
export const createHandbookPictures = (
  headers: readonly (readonly [string, string])[],
): { takes: (pathname: string) => boolean; handle: Handler } => {
  const bodies = new Map<string, Promise<Buffer>>();
  const bodyOf = ({ svg, hash }: HandbookPicture, encoding: Encoding): Promise<Buffer> => {
    const key = `${hash} ${encoding}`;
    const body = bodies.get(key) ?? compress(Buffer.from(svg), encoding);
    bodies.set(key, body);
    return body;
  };
  return {
    takes: (pathname) => pathname.startsWith('/static/handbook/'),
    handle: async (req, res, pathname) => {
      const [, name = '', asked] = PATH.exec(pathname) ?? [];
      const picture = handbookPicture(name);
      if (!picture) return reply(res, 404, TEXT, '404\n', headers);
      const encoding = negotiate(req.headers['accept-encoding']);
      const body = await bodyOf(picture, encoding);
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
