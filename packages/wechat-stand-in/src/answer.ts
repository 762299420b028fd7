/** Answer of a handler; a fault may alter it before it is sent. */
export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** A completely read request. */
export type StandInRequest = {
  method: string;
  /** Path without the prefix. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
  /** `http://host` and the prefix, for absolute URLs. */
  base: string;
};

/** Like WeChat, `/sns` sends JSON as text/plain and `/cgi-bin` sends this unusual content type. */
export const createSnsAnswer = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: JSON.stringify(value),
});

export const createCgiAnswer = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8' },
  body: JSON.stringify(value),
});

export const createHtmlAnswer = (
  body: string,
  status = 200,
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
});

export const createImageAnswer = (body: Uint8Array): Answer => ({
  status: 200,
  headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  body,
});

export const createScriptAnswer = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

export const createRedirectAnswer = (to: string, headers: Record<string, string> = {}): Answer => ({
  status: 302,
  headers: { location: to, 'cache-control': 'no-store', ...headers },
  body: '',
});

export const createNotFoundAnswer = (): Answer => ({
  status: 404,
  headers: { 'content-type': 'text/plain' },
  body: 'Not Found',
});

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
