import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handbookPicture, type HandbookPicture } from '@yunbiao/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHandbookPictures } from './handbook-pictures.ts';

let server: Server;

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

const picture = (name: string): HandbookPicture => {
  const found = handbookPicture(name);
  if (!found) throw new Error(`no picture ${name}`);
  return found;
};

beforeAll(async () => {
  const { takes, handle } = createHandbookPictures([['X-Content-Type-Options', 'nosniff']]);
  server = createServer((req, res) => {
    const pathname = req.url ?? '/';
    if (takes(pathname)) void handle(req, res, pathname, 'id');
    else res.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('is a drawing that never changes under its address, in every encoding', async () => {
  const { svg, hash } = picture('gs1-128');
  for (const encoding of ['br', 'gzip', 'identity']) {
    const found = await ask(`/static/handbook/gs1-128-${hash}.svg`, {
      headers: { 'Accept-Encoding': encoding },
    });
    expect(await found.text()).toBe(svg);
    expect(Object.fromEntries(found.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(found.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  }
  const head = await ask(`/static/handbook/gs1-128-${hash}.svg`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

it('is the drawing there is for the address of an earlier version, which is not to be kept', async () => {
  const found = await ask('/static/handbook/qr-0123456789ab.svg');
  expect(await found.text()).toBe(picture('qr').svg);
  expect(found.headers.get('cache-control')).toBe('no-cache');
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
    expect((await ask(`/static/handbook/${name}.svg`)).status).toBe(404);
  expect((await ask('/static/other.svg')).status).toBe(418);
});
