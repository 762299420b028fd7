import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdirSync } from 'node:fs';
import { explain, getMessage } from '../../errors.ts';
import { getFolder } from '../folder.ts';
import { deskFile, deskUrl } from './address.ts';
import { errorPage, STYLE_HASH } from './html.ts';

/** What a request is answered with. */
export type Answer =
  | { kind: 'page'; html: string; status?: number }
  | { kind: 'json'; value: object }
  | { kind: 'go'; to: string };

/** `name`: what stands behind the secret, `''` for the page itself. */
export type Handle = (
  method: 'GET' | 'POST',
  name: string,
  fields: URLSearchParams,
) => Promise<Answer | null>;

export type Desk = { url: string; close: () => Promise<void> };

const MAX_BODY = 4096;
const BODY_MS = 5000;

const HEADERS = {
  'Cache-Control': 'no-store',
  // The address is the secret: no site it leads to learns it.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

const reply = (response: ServerResponse, answer: Answer | null): void => {
  if (answer === null)
    response.writeHead(404, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end('404');
  else if (answer.kind === 'go') response.writeHead(302, { ...HEADERS, Location: answer.to }).end();
  else if (answer.kind === 'json')
    response
      .writeHead(200, { ...HEADERS, 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer.value));
  else
    response
      .writeHead(answer.status ?? 200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' })
      .end(answer.html);
};

/** A body of a form, or null: too long, too slow, cut. */
const readBody = (request: IncomingMessage): Promise<string | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => resolve(null), BODY_MS);
    const end = (text: string | null): void => {
      clearTimeout(timer);
      resolve(text);
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY) return end(null);
      chunks.push(chunk);
    });
    request.on('end', () => end(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => end(null));
  });

const same = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
};

/**
 * Serves the client's own page on this machine. Whoever has not the secret gets nothing: it is in a file of the user's,
 * and no site can guess it. A name that only leads here (DNS rebinding) is refused, and so is a form of another page.
 */
export const openDesk = async (home: string, handle: Handle): Promise<Desk> => {
  const token = randomBytes(24).toString('base64url');
  let port = 0;
  const isOwn = (request: IncomingMessage): boolean => {
    const { host = '', origin } = request.headers;
    const known = [`127.0.0.1:${port}`, `localhost:${port}`];
    // `null` is what a page without referrer says of itself.
    const from = origin === undefined || origin === 'null' || known.includes(origin.slice(7));
    return known.includes(host) && (from || request.method === 'GET');
  };
  const answer = async (request: IncomingMessage): Promise<Answer | null> => {
    const { method, url = '' } = request;
    const [, given = '', name = '', ...more] = url.split('?', 1)[0]?.split('/') ?? [];
    if (!isOwn(request) || !same(given, token) || more.length > 0) return null;
    if (method !== 'GET' && method !== 'POST') return null;
    const body = method === 'POST' ? await readBody(request) : '';
    return body === null ? null : handle(method, name, new URLSearchParams(body));
  };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (...both) => {
    const [request, response] = both;
    answer(request)
      .catch((error: unknown): Answer => {
        const known = explain(error);
        const [what, hint] = known ? [known.message, known.hint] : [getMessage(error), ''];
        return { kind: 'page', status: 500, html: errorPage(what, hint) };
      })
      .then((given) => reply(response, given))
      .catch(() => response.destroy());
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  mkdirSync(getFolder(home).path, { recursive: true, mode: 0o700 });
  const at = { pid: process.pid, port, token };
  deskFile.write(home, at);
  return {
    url: deskUrl(at),
    close: async () => {
      deskFile.remove(home);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
