/** What a handler says; a fault may alter it before it is sent. */
export type Answer = { status: number; headers: Record<string, string>; body: string | Uint8Array };

/** A request, read whole. */
export type Asked = {
  method: string;
  /** Without the prefix. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
  /** `http://host` and the prefix: what absolute addresses begin with. */
  base: string;
};

/** `/sns` answers JSON as text/plain, `/cgi-bin` with this odd parameter: as WeChat does. */
export const snsJson = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body: JSON.stringify(value),
});

export const cgiJson = (value: unknown): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8' },
  body: JSON.stringify(value),
});

export const html = (body: string, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
});

export const image = (body: Uint8Array): Answer => ({
  status: 200,
  headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
  body,
});

export const script = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

export const redirect = (to: string, headers: Record<string, string> = {}): Answer => ({
  status: 302,
  headers: { location: to, 'cache-control': 'no-store', ...headers },
  body: '',
});

export const missing = (): Answer => ({
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
  text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);
