import { request as plain } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as secured } from 'node:https';

/** What is asked: `fetch` as far as it is needed here. */
export type Asked = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | null;
  signal?: AbortSignal | null;
};

const TIMEOUT_MS = 20_000;
/** What the site answers to calls is small. */
const MAX_ANSWER = 4 * 1024 * 1024;

/**
 * Opens a request, and resolves with the answer's head. No redirect is followed. Not by `fetch`: that sets options on its
 * socket which Wine does not know, where the Windows program is tried.
 */
export const openHttp = (url: string, asked: Asked = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? secured : plain)(
      url,
      {
        method: asked.method ?? 'GET',
        headers: { ...asked.headers },
        timeout: TIMEOUT_MS,
        ...(asked.signal ? { signal: asked.signal } : {}),
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
    request.end(asked.body ?? undefined);
  });

/** Asks, and resolves with the whole answer. Rejects when nobody answers, or more than is sensible. */
export const askHttp = async (
  url: string,
  asked: Asked = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> => {
  const answer = await openHttp(url, asked);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error('回答太长');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
};

const getHeaders = (init: RequestInit): Record<string, string> =>
  Object.fromEntries(new Headers(init.headers));

/** The same in the shape the contract's client asks for. */
export const fetchByHttp = async (url: string, init: RequestInit): Promise<Response> => {
  const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
  if (body !== undefined && body !== null && typeof body !== 'string')
    throw new Error('only text is sent');
  const headers = getHeaders(init);
  if (init.body instanceof URLSearchParams)
    headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8';
  const { status, text } = await askHttp(url, {
    method: init.method ?? 'GET',
    headers,
    body: body ?? null,
    signal: init.signal ?? null,
  });
  return new Response(text, { status });
};
