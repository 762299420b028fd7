import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { loadAssets } from './assets.ts';

const SCRIPT = 'export const a = 1;';
const GLYPHS = 'glyphs of a piece of a font';

let folder: string;
let fetchAsset: (name: string, encoding?: string) => Promise<Response>;

beforeEach(async () => {
  const client = mkdtempSync(join(tmpdir(), 'yb-assets-'));
  folder = join(client, 'assets');
  mkdirSync(folder);
  for (const [name, text] of [
    ['page-a1.js', SCRIPT],
    ['00-b2.ttf', GLYPHS],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  const { serveAsset } = loadAssets(client, []);
  const server = createServer((req, res) => {
    if (!serveAsset(req, res, req.url ?? '')) res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  fetchAsset = (name, encoding = 'identity') =>
    fetch(`http://127.0.0.1:${port}/assets/${name}`, { headers: { 'Accept-Encoding': encoding } });
  onTestFinished(() => {
    server.close();
    rmSync(client, { recursive: true, force: true });
  });
});

it.each([
  ['page-a1.js', SCRIPT],
  ['00-b2.ttf', GLYPHS],
])('serves %s compressed and as it is, again and again', async (name, text) => {
  for (const encoding of ['gzip', 'identity', 'br', 'gzip']) {
    const reply = await fetchAsset(name, encoding);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    expect(await reply.text()).toBe(text);
  }
});

it('keeps serving the scripts of its build, and the pieces of fonts it has read, when the files are gone', async () => {
  expect(await (await fetchAsset('00-b2.ttf')).text()).toBe(GLYPHS);
  rmSync(folder, { recursive: true });
  expect(await (await fetchAsset('page-a1.js', 'gzip')).text()).toBe(SCRIPT);
  expect(await (await fetchAsset('00-b2.ttf')).text()).toBe(GLYPHS);
});

it('has no piece of a font that is gone before it was read', async () => {
  rmSync(folder, { recursive: true });
  expect((await fetchAsset('00-b2.ttf')).status).toBe(404);
});
