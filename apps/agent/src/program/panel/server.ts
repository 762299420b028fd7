import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdirSync } from 'node:fs';
import { toUserErrorOrNull, getErrorMessage } from '../../errors.ts';
import { getProgramPaths } from '../folder.ts';
import { panelFile, buildPanelUrl } from './address.ts';
import { renderErrorPage, STYLE_HASH } from './html.ts';

/** Response to a request. */
export type PanelResponse =
  | { kind: 'page'; html: string; status?: number }
  | { kind: 'json'; value: object }
  | { kind: 'go'; to: string };

/** Answers a request. `name`: the path after the secret, `''` for the page itself. */
export type PanelHandler = (
  method: 'GET' | 'POST',
  name: string,
  fields: URLSearchParams,
) => Promise<PanelResponse | null>;

export type PanelServer = { url: string; close: () => Promise<void> };

const MAX_BODY = 4096;
const BODY_MS = 5000;

const HEADERS = {
  'Cache-Control': 'no-store',
  // The address contains the secret, which linked sites must not see.
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

const sendAnswer = (response: ServerResponse, answer: PanelResponse | null): void => {
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

/** Reads a form body; null when it is too long, too slow or incomplete. */
const readFormBody = (request: IncomingMessage): Promise<string | null> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => resolve(null), BODY_MS);
    const finishReading = (text: string | null): void => {
      clearTimeout(timer);
      resolve(text);
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY) return finishReading(null);
      chunks.push(chunk);
    });
    request.on('end', () => finishReading(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => finishReading(null));
  });

const isEqualInConstantTime = (a: string, b: string): boolean => {
  const [leftHash, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return leftHash !== undefined && right !== undefined && timingSafeEqual(leftHash, right);
};

/** Whether a request goes to this server and, unless it only reads, from no other origin. */
const isSameOriginRequest = ({ headers, method }: IncomingMessage, port: number): boolean => {
  const { host = '', origin } = headers;
  const ownHosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  // A page without a referrer sends the origin `null`.
  const from = origin === undefined || origin === 'null' || ownHosts.includes(origin.slice(7));
  return ownHosts.includes(host) && (from || method === 'GET');
};

const createErrorResponse = (error: unknown): PanelResponse => {
  const userError = toUserErrorOrNull(error);
  const [problem, hint] = userError
    ? [userError.message, userError.hint]
    : [getErrorMessage(error), ''];
  return { kind: 'page', status: 500, html: renderErrorPage(problem, hint) };
};

/**
 * Serves the client's local page on this machine. The path contains a secret that is stored in a
 * file of the user, so no site can guess it. Rejects other host names (DNS rebinding) and forms of
 * other origins.
 */
export const startPanelServer = async (
  home: string,
  handle: PanelHandler,
): Promise<PanelServer> => {
  const token = randomBytes(24).toString('base64url');
  let port = 0;
  const answerRequest = async (request: IncomingMessage): Promise<PanelResponse | null> => {
    const { method, url = '' } = request;
    const [, givenToken = '', name = '', ...otherSegments] = url.split('?', 1)[0]?.split('/') ?? [];
    if (
      !isSameOriginRequest(request, port) ||
      !isEqualInConstantTime(givenToken, token) ||
      otherSegments.length > 0
    )
      return null;
    if (method !== 'GET' && method !== 'POST') return null;
    const body = method === 'POST' ? await readFormBody(request) : '';
    return body === null ? null : handle(method, name, new URLSearchParams(body));
  };
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 15_000 }, (...exchange) => {
    const [request, response] = exchange;
    answerRequest(request)
      .catch(createErrorResponse)
      .then((answer) => sendAnswer(response, answer))
      .catch(() => response.destroy());
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  mkdirSync(getProgramPaths(home).path, { recursive: true, mode: 0o700 });
  const at = { pid: process.pid, port, token };
  panelFile.write(home, at);
  return {
    url: buildPanelUrl(at),
    close: async () => {
      panelFile.remove(home);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
