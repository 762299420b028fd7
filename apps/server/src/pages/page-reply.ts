import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatWait } from '@yunbiao/services';
import { sendPlainReply as plainReply, TEXT_TYPE } from '../http/plain-reply.ts';
import { type CachedPage, sendCachedPage } from './cached-page.ts';
import { compressForSingleUse, chooseEncoding, negotiateContentEncoding } from './encoding.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Result of a render. `common` headers are part of every response. */
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
  /** The visitor exceeded a rate limit; `wait` in seconds. */
  | { type: 'limited'; wait: number }
  /** The queue is full; `wait` in seconds. */
  | { type: 'busy'; wait: number; body: string; headers: [string, string][] };

export const sendPageReply = async (
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
    const body = `429 操作太频繁，请 ${formatWait(wait)}后重试\n`;
    return plainReply(res, 429, TEXT_TYPE, body, [['Retry-After', String(wait)], ...common]);
  }
  if (reply.type === 'busy') {
    const { wait, body, headers } = reply;
    return plainReply(res, 503, HTML_TYPE, body, [['Retry-After', String(wait)], ...headers]);
  }
  const encoding = chooseEncoding(
    negotiateContentEncoding(req.headers['accept-encoding']),
    reply.body.length,
  );
  const body = await compressForSingleUse(reply.body, encoding);
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
