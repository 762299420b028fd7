import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, drawPreviewPicture, parsePictureKind } from '@yunbiao/services';
import { isContentInvalidated, CONTENT_TAGS } from '../tags.ts';
import { sendPng, type TaggedPng, addEtagToPng } from './send-png.ts';

const PATH = /^\/static\/og(?:\/([^/]+?))?(?:\/([^/]+))?\.png$/;
/** Maximum number of cached pictures, of about 15 kB each. */
const MAX_PICTURES = 1_000;
/**
 * Cache lifetime in seconds. Other sites show the picture for weeks; a changed template may take
 * this long to reach them.
 */
const CACHE_MAX_AGE_S = 3600;

const decodeAlias = (segment: string | undefined): string | undefined => {
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    // Never a valid alias.
    return '/';
  }
};

type Wanted = { alias: string | undefined; kind: string | undefined };

type Options = { draw?: typeof drawPreviewPicture; maxPictures?: number };

/** Creates a function that draws pictures one after another. */
const createDrawingQueue = (ctx: Context, draw: typeof drawPreviewPicture) => {
  let lastDrawing: Promise<unknown> = Promise.resolve();
  return (picture: Wanted): Promise<TaggedPng | null> => {
    const drawing = lastDrawing.then(async () => {
      // A picture takes tens of milliseconds. Other requests run between two.
      await new Promise(setImmediate);
      const png = await draw({ ctx, ...picture });
      return png && addEtagToPng(png);
    });
    lastDrawing = drawing.catch(() => undefined);
    return drawing;
  };
};

/**
 * Creates the handler for link preview pictures, `/static/og/{alias}/{kind}.png`,
 * `/static/og/{alias}.png` and `/static/og.png`. Each is drawn once, one after another, and cached
 * until invalidated.
 */
export const createPreviewPictureHandler = (
  ctx: Context,
  { draw = drawPreviewPicture, maxPictures = MAX_PICTURES }: Options = {},
): {
  matchesPath: (pathname: string) => boolean;
  /** Sends the picture. Returns false if none exists. */
  send: (req: IncomingMessage, res: ServerResponse, headers: readonly string[]) => Promise<boolean>;
  invalidate: (tags: readonly string[]) => void;
} => {
  /** In order of drawing; those being drawn are not among them and take no place. */
  const pictures = new Map<string, TaggedPng>();
  const drawings = new Map<string, Promise<TaggedPng | null>>();

  const drawInTurn = createDrawingQueue(ctx, draw);
  const cachePreviewPicture = (key: string, picture: TaggedPng): void => {
    pictures.set(key, picture);
    const [oldest] = pictures.keys();
    if (pictures.size > maxPictures && oldest !== undefined) pictures.delete(oldest);
  };

  const getCachedPicture = async (wantedPicture: Wanted): Promise<TaggedPng | null> => {
    if (wantedPicture.kind !== undefined && !parsePictureKind(wantedPicture.kind)) return null;
    const key = JSON.stringify([wantedPicture.alias, wantedPicture.kind]);
    const knownPicture = pictures.get(key) ?? drawings.get(key);
    if (knownPicture) return knownPicture;
    const pendingDrawing = drawInTurn(wantedPicture);
    drawings.set(key, pendingDrawing);
    // False once it is invalidated.
    const isPictureCurrent = (): boolean => drawings.get(key) === pendingDrawing;
    try {
      const picture = await pendingDrawing;
      // Nonexistent names are not cached, because their number is unbounded.
      if (picture && isPictureCurrent()) cachePreviewPicture(key, picture);
      return picture;
    } finally {
      if (isPictureCurrent()) drawings.delete(key);
    }
  };

  return {
    matchesPath: (pathname) => PATH.test(pathname),
    send: async (req, res, headers) => {
      const [pathname = ''] = (req.url ?? '').split('?', 1);
      const [, alias, kind] = PATH.exec(pathname) ?? [];
      const picture = await getCachedPicture({ alias: decodeAlias(alias), kind });
      if (picture) sendPng(req, res, picture, { maxAgeS: CACHE_MAX_AGE_S, headers });
      return picture !== null;
    },
    invalidate: (tags) => {
      if (!isContentInvalidated(CONTENT_TAGS.picture, tags)) return;
      pictures.clear();
      drawings.clear();
    },
  };
};
