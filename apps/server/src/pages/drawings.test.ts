import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findHandbookPicture, type HandbookPicture } from '@yunbiao/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDrawingHandler } from './drawings.ts';
import { compressForCache } from './encoding.ts';

let server: Server;
/** Number of compressions that must fail. */
let failing = 0;
let template: { svg: string; hash: string } | undefined;

const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

const getPicture = (name: string): HandbookPicture => {
  const found = findHandbookPicture(name);
  if (!found) throw new Error(`no picture ${name}`);
  return found;
};

beforeAll(async () => {
  const { matchesPath, handle } = createDrawingHandler(
    { handbook: findHandbookPicture, template: (name) => (name === '7' ? template : undefined) },
    [['X-Content-Type-Options', 'nosniff']],
    (body, encoding) => {
      if (failing === 0) return compressForCache(body, encoding);
      failing -= 1;
      return Promise.reject(new Error('no memory'));
    },
  );
  server = createServer((req, res) => {
    const pathname = req.url ?? '/';
    if (matchesPath(pathname))
      Promise.resolve(handle(req, res, pathname, 'id')).catch(() => res.writeHead(500).end());
    else res.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('is a drawing that never changes under its address, in every encoding', async () => {
  const { svg, hash } = getPicture('gs1-128');
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await request(`/static/handbook/gs1-128-${hash}.svg`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect(await response.text()).toBe(svg);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  }
  const head = await request(`/static/handbook/gs1-128-${hash}.svg`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('is the drawing there is for the address of an earlier version, which is not to be kept', async () => {
  const response = await request('/static/handbook/qr-0123456789ab.svg');
  expect(await response.text()).toBe(getPicture('qr').svg);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

it('is 404 for what is not in the handbook', async () => {
  for (const name of [
    'none-0123456789ab',
    'qr_trade-0123456789ab',
    'qr_-0123456789ab',
    'qr_least_-0123456789ab',
    'text_least-0123456789ab',
    'qr',
    'constructor-0123456789ab',
    'qr-0123456789AB',
    '%ff',
  ])
    expect((await request(`/static/handbook/${name}.svg`)).status).toBe(404);
  expect((await request('/static/other.svg')).status).toBe(418);
});

it('is there again after its compression failed', async () => {
  template = { svg: '<svg>a</svg>'.repeat(100), hash: 'aaaaaaaaaaaa' };
  failing = 1;
  expect((await request('/static/template/7-aaaaaaaaaaaa.svg')).status).toBe(500);
  const response = await request('/static/template/7-aaaaaaaaaaaa.svg');
  expect([response.status, await response.text()]).toEqual([200, template.svg]);
});

it('is another drawing once the template has changed', async () => {
  template = { svg: '<svg>b</svg>', hash: 'bbbbbbbbbbbb' };
  const response = await request('/static/template/7-aaaaaaaaaaaa.svg');
  expect([await response.text(), response.headers.get('cache-control')]).toEqual([
    template.svg,
    'no-cache',
  ]);
  template = undefined;
  expect((await request('/static/template/7-bbbbbbbbbbbb.svg')).status).toBe(404);
});

it('is read, and nothing else', async () => {
  const { hash } = getPicture('qr');
  const answer = await request(`/static/handbook/qr-${hash}.svg`, { method: 'POST', body: 'x' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
