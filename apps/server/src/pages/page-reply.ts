import type { IncomingMessage, ServerResponse } from 'node:http';
import { waitWords } from '@yunbiao/services';
import { reply as plainReply, TEXT } from '../plain-reply.ts';
import { type CachedPage, sendCachedPage } from './cached-page.ts';
import { compressOnce, encodingFor, negotiate } from './encoding.ts';

export const HTML = 'text/html; charset=utf-8';

/** What a render came to. `common` headers are those of every answer. */
export type Reply =
  | { type: 'redirect'; status: number; location: string }
  | {
      type: 'fresh';
      status: number;
      contentType: string;
      body: Buffer;
      headers: [string, string][];
    }
  | { type: 'kept'; page: CachedPage }
  /** The visitor asks too much; `wait` in seconds. */
  | { type: 'limited'; wait: number }
  /** Too much is under way; `wait` in seconds. */
  | { type: 'busy'; wait: number; body: string; headers: [string, string][] };

export const sendReply = async (
  req: IncomingMessage,
  res: ServerResponse,
  reply: Reply,
  common: readonly (readonly [string, string])[],
): Promise<void> => {
  if (reply.type === 'kept') return void sendCachedPage(reply.page, req, res);
  if (reply.type === 'redirect') {
    res.writeHead(reply.status, [
      'Location',
      reply.location,
      'Cache-Control',
      'no-store',
      'Content-Length',
      '0',
      ...common.flat(),
    ]);
    return void res.end();
  }
  if (reply.type === 'limited') {
    const { wait } = reply;
    const body = `429 操作太频繁，请 ${waitWords(wait)}后再试\n`;
    return plainReply(res, 429, TEXT, body, [['Retry-After', String(wait)], ...common]);
  }
  if (reply.type === 'busy') {
    const { wait, body, headers } = reply;
    return plainReply(res, 503, HTML, body, [['Retry-After', String(wait)], ...headers]);
  }
  const encoding = encodingFor(negotiate(req.headers['accept-encoding']), reply.body.length);
  const body = await compressOnce(reply.body, encoding);
  res.writeHead(reply.status, [
    'Content-Type',
    reply.contentType,
    'Content-Length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    'Cache-Control',
    'private, no-cache',
    'Vary',
    'Accept-Encoding, Cookie',
    ...reply.headers.flat(),
  ]);
  res.end(req.method === 'HEAD' ? undefined : body);
};
