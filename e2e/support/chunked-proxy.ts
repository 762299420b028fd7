import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';

const CHUNKS = 5;
/** Long enough for a browser to paint the received part, ms. */
const REST_MS = 80;

const sendInChunks = async (whole: Buffer, to: ServerResponse): Promise<void> => {
  const body = whole.indexOf('<body');
  const step = Math.ceil((whole.length - body) / CHUNKS);
  to.write(whole.subarray(0, body));
  for (let at = body; at < whole.length; at += step) {
    await rest(REST_MS);
    to.write(whole.subarray(at, at + step));
  }
  to.end();
};

const passRequest = (url: string, from: IncomingMessage, to: ServerResponse): void => {
  const isPage = from.headers['sec-fetch-dest'] === 'document';
  const headers = isPage ? { ...from.headers, 'accept-encoding': 'identity' } : from.headers;
  const forward = request(url + from.url, { method: from.method, headers }, (reply) => {
    to.writeHead(reply.statusCode ?? 502, reply.headers);
    if (!isPage) return void reply.pipe(to);
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part));
    reply.on('end', () => void sendInChunks(Buffer.concat(parts), to));
  });
  forward.on('error', () => to.destroy());
  from.pipe(forward);
};

/**
 * Serves the same site at another port and sends pages in delayed chunks, as over a slow line. The site
 * must use this port as its own (`PUBLIC_URL`), or pages and scripts would use different addresses.
 */
export const startChunkedProxy = async (
  url: string,
  port: number,
): Promise<{ url: string; close: () => void }> => {
  const server = createServer((from, to) => passRequest(url, from, to)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
