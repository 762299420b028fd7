import { request as plain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secured } from 'node:https';

/** Subset of `fetch`'s options. */
export type HttpRequestOptions = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | null;
  signal?: AbortSignal | null;
};

const TIMEOUT_MS = 20_000;
/** Maximum response size, bytes. */
const MAX_ANSWER = 4 * 1024 * 1024;

/**
 * Sends a request and resolves with the response head. Follows no redirects. Does not use `fetch`,
 * which sets socket options that Wine lacks; the Windows program is tested there.
 */
export const openHttpResponseStream = (
  url: string,
  options: HttpRequestOptions = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secured : plain)(
      url,
      {
        method: options.method ?? 'GET',
        headers: { ...options.headers },
        timeout: TIMEOUT_MS,
        ...(options.signal ? { signal: options.signal } : {}),
      },
      (answer) => {
        answer.setTimeout(TIMEOUT_MS, () => answer.destroy(new Error('网站没有再说下去')));
        resolve(answer);
      },
    );
    request.on('timeout', () =>
      request.destroy(Object.assign(new Error('网站没有回应'), { code: 'ETIMEDOUT' })),
    );
    request.on('error', reject);
    request.end(options.body ?? undefined);
  });

/**
 * Sends a request and resolves with the complete response. Rejects on a timeout or an oversized
 * response.
 */
export const requestHttp = async (
  url: string,
  options: HttpRequestOptions = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> => {
  const response = await openHttpResponseStream(url, options);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error('回答太长');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
};

const convertHeadersToRecord = (init: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(init.headers));

/**
 * Sends a request like {@link requestHttp}, with the signature of `fetch`, for the contract's
 * client.
 */
export const fetchByHttp = async (url: string, init: RequestInit): Promise<Response> => {
  const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new Error('only text is sent');
  const headers = convertHeadersToRecord(init);
  if (init.body instanceof URLSearchParams)
    headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8';
  const { status, text } = await requestHttp(url, {
    method: init.method ?? 'GET',
    headers,
    body: body ?? null,
    signal: init.signal ?? null,
  });
  return new Response(text, { status });
};
