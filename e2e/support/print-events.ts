import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { createGunzip } from 'node:zlib';
import type { TestNginx } from './nginx.ts';

export type EventStream = {
  type: string;
  encoding: string | undefined;
  /** All that has arrived, and `[closed]` when it has ended. */
  read: () => string;
  end: () => void;
};

/** Opens a member's events as a browser does: over HTTP/1.1, or HTTP/2 when a session is given. */
export const openPrintEvents = async (
  nginx: TestNginx,
  token: string,
  session?: ClientHttp2Session,
): Promise<EventStream> => {
  const path = '/np/api/uc/printEvents';
  const headers = { 'x-token': token, 'accept-encoding': 'gzip, br' };
  const request = session
    ? session.request({ ':path': path, ...headers })
    : nginx.open(path, { headers }).end();
  const [head] = (await once(request, 'response')) as [IncomingMessage | Record<string, string>];
  const replyHeaders = (session ? head : head.headers) as Record<string, string>;
  const stream = (session ? request : head) as IncomingMessage;
  const encoding = replyHeaders['content-encoding'];
  const events = encoding === 'gzip' ? stream.pipe(createGunzip()) : stream;
  let text = '';
  events.on('data', (chunk: Buffer) => (text += chunk.toString()));
  events.on('error', (error) => (text += String(error)));
  stream.on('error', (error) => (text += String(error)));
  stream.on('close', () => (text += '[closed]'));
  const type = replyHeaders['content-type'] ?? '';
  return { type, encoding, read: () => text, end: () => void stream.destroy() };
};
