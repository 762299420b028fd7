import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { getStoredAssetKey, recordStoredBuild } from '@yunbiao/services';
import { testContext } from '@yunbiao/services/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Asset } from '../assets.ts';
import type { Encoding } from '../encoding.ts';
import type { Site } from '../site.ts';
import { storeBuild, startStoringBuild } from './store-build.ts';
import { createStoredBuilds } from './stored-builds.ts';

const SCRIPT = `export const text = '${'一'.repeat(2_000)}';`;

const makeAsset = (variants: { identity: Buffer; gzip?: Buffer }): Asset => {
  const read: Asset['read'] = (encoding) =>
    encoding === 'br' ? null : (variants[encoding] ?? null);
  const encodings = new Set<Encoding>(variants.gzip ? ['identity', 'gzip'] : ['identity']);
  return { encodings, read, readUncached: read };
};

const makeSite = (buildId: string, name: string): Site & { assets: Map<string, Asset> } => ({
  build: { buildId, entry: '', shared: { preloads: [], css: [] }, routes: {} },
  assets: new Map<string, Asset>([
    [name, makeAsset({ identity: Buffer.from(SCRIPT), gzip: gzipSync(SCRIPT) })],
    ['Dot-x.png', makeAsset({ identity: Buffer.from('png') })],
  ]),
  loadModule: () => Promise.resolve({ rules: { '/{soft}': {} } } as never),
  serveAsset: () => false,
  close: () => Promise.resolve(),
});

const { signal } = new AbortController();

describeEachDatabase((open) => {
  const openStore = async () => {
    const ctx = testContext(await open());
    const builds = createStoredBuilds(ctx, [['X-Content-Type-Options', 'nosniff']]);
    const server = createServer((req, res) => {
      void builds.serveAsset(req, res, req.url ?? '').then((isSent) => {
        if (!isSent) res.writeHead(404).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => server.close().closeAllConnections());
    const get = (path: string, encoding: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
        method,
        headers: { 'Accept-Encoding': encoding },
      });
    return { ctx, builds, get };
  };

  it('serves the assets and the route rules of an earlier build', async () => {
    const { ctx, builds, get } = await openStore();
    await storeBuild(ctx, makeSite('old', 'Ab-1xyz.js'), signal);
    await storeBuild(ctx, makeSite('new', 'Cd-2xyz.js'), signal);
    for (const encoding of ['gzip, br', 'br', 'identity']) {
      const reply = await get('/assets/Ab-1xyz.js', encoding);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(reply.headers.get('cache-control')).toContain('immutable');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await reply.text()).toBe(SCRIPT);
    }
    const picture = await get('/assets/Dot-x.png', 'gzip');
    expect([picture.headers.get('content-encoding'), await picture.text()]).toEqual([null, 'png']);
    const head = await get('/assets/Ab-1xyz.js', 'gzip', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await get('/assets/unknown.js', 'gzip')).status).toBe(404);
    expect(await builds.getRules('old')).toEqual({ '/{soft}': {} });
    expect(await builds.getRules('unknown')).toBeUndefined();
  });

  it('writes only what the store does not have', async () => {
    const { ctx } = await openStore();
    const written: string[] = [];
    const files: typeof ctx.files = {
      ...ctx.files,
      put: (key, content) => {
        written.push(key);
        return ctx.files.put(key, content);
      },
    };
    const store = (buildId: string, name: string) =>
      storeBuild({ ...ctx, files }, makeSite(buildId, name), signal);
    await store('old', 'Ab-1xyz.js');
    expect(written).toHaveLength(2);
    await store('new', 'Cd-2xyz.js');
    expect(written).toHaveLength(3);
    await store('new', 'Cd-2xyz.js');
    expect(written).toHaveLength(3);
    // As after a restore: the row is there, its file is not.
    await ctx.files.delete(getStoredAssetKey('Cd-2xyz.js'));
    await store('new', 'Cd-2xyz.js');
    expect(written).toHaveLength(4);
  });

  it('has no asset whose file is missing', async () => {
    const { ctx, get } = await openStore();
    await storeBuild(ctx, makeSite('old', 'Ab-1xyz.js'), signal);
    await ctx.files.delete(getStoredAssetKey('Ab-1xyz.js'));
    expect((await get('/assets/Ab-1xyz.js', 'gzip')).status).toBe(404);
  });

  it('finds a build that another server has stored since the first search', async () => {
    const { ctx, builds } = await openStore();
    expect(await builds.getRules('other')).toBeUndefined();
    await recordStoredBuild({ ctx }, { buildId: 'other', rules: {}, assets: [] });
    await expect.poll(() => builds.getRules('other')).toEqual({});
  });

  it('stops in the middle, and does not record what is incomplete', async () => {
    const { ctx, builds } = await openStore();
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const files = { ...ctx.files, put: () => released };
    const site = makeSite('old', 'Ab-1xyz.js');
    for (let n = 0; n < 20; n += 1)
      site.assets.set(`${n}-x.png`, makeAsset({ identity: Buffer.from('png') }));
    const { stop } = startStoringBuild({ ...ctx, files }, site);
    await new Promise(setImmediate);
    const stopped = stop();
    release();
    await stopped;
    expect(await builds.getRules('old')).toBeUndefined();
  });
});
