import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A PNG with the entity tag of its bytes. */
export type TaggedPng = { png: Buffer; etag: string };

export const addEtagToPng = (png: Buffer): TaggedPng => {
  const hash = createHash('sha256').update(png).digest('base64url').slice(0, 22);
  return { png, etag: `"${hash}"` };
};

/** Sends a picture that anybody may cache, or 304 where it is cached already. */
export const sendPng = (
  req: IncomingMessage,
  res: ServerResponse,
  { png, etag }: TaggedPng,
  { maxAgeS, headers }: { maxAgeS: number; headers: readonly string[] },
): void => {
  const common = ['ETag', etag, 'Cache-Control', `public, max-age=${maxAgeS}`, ...headers];
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, common).end();
    return;
  }
  const ownHeaders = ['Content-Type', 'image/png', 'Content-Length', String(png.length)];
  res.writeHead(200, [...ownHeaders, ...common]);
  res.end(req.method === 'HEAD' ? undefined : png);
};
