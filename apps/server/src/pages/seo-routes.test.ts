import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FEATURES } from '@yunbiao/contract/features/feature-list';
import { type Database, migrate, openDatabase } from '@yunbiao/db';
import {
  addArticle,
  addForumGroup,
  deleteOwnEntry,
  setEntryLiked,
  savePost,
  type Context,
  createSoftware,
  getSoftware,
  register,
  setSoftwareField,
} from '@yunbiao/services';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createServiceContext } from '../startup/create-context.ts';
import { createLog } from '../log.ts';
import { createSeoRoutes, type SeoRoutes } from './seo-routes.ts';

const HOST = '127.0.0.1';
const OWN = 'own.example';

type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

let folder: string;
let db: Database;
let ctx: Context;
let server: Server;
let routes: SeoRoutes;
/** Offset of the clock, ms. */
let passed = 0;

const requestPath = (
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const req = request(
      { host: HOST, port, path, method, headers: { Host: `${HOST}:${port}`, ...headers } },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers as Answer['headers'],
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    req.on('error', reject);
    req.end();
  });

const textAt = async (path: string, host?: string): Promise<string> =>
  (await requestPath(path, host ? { Host: host } : {})).body.toString();

/** Faults as XML: forbidden characters, an unescaped `&` or `<`, unbalanced tags. */
const xmlFaults = (xml: string): string[] => {
  const faults: string[] = [];
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    faults.push('a character XML cannot hold');
  const open: string[] = [];
  for (const [, text = '', name, rest = ''] of xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/([^<]*)(?:<(\/?[\w:]+)((?:\s+[\w:]+="[^"<]*")*\s*\/?)>)?/gy)) {
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(text + rest)) faults.push('a stray &');
    if (text.includes(']]>')) faults.push(']]>');
    if (!name || rest.endsWith('/')) continue;
    if (!name.startsWith('/')) open.push(name);
    else if (open.pop() !== name.slice(1)) faults.push(`</${name.slice(1)}>`);
  }
  if (open.length > 0) faults.push(`<${open.join('><')}>`);
  return faults;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yb-seo-'));
  const config = readConfig({
    DATA_DIR: folder,
    PUBLIC_URL: `http://${HOST}:3000`,
    WECHAT_VERIFY: 'MP_verify_abc.txt:abc',
  });
  db = openDatabase({ dataDir: folder, databaseUrl: undefined, onError: () => undefined });
  await migrate(db);
  ctx = { ...createServiceContext(config, db, createLog('error')), now: () => Date.now() + passed };
  await createSoftware({ ctx, alias: '标签', name: '标签 & 面单' });
  await createSoftware({ ctx, alias: 'own', name: '自有' });
  await setSoftwareField({ ctx, alias: 'own', field: 'domain', value: OWN });
  routes = createSeoRoutes(ctx, config, (host) => (host === OWN ? 'own' : undefined));
  ctx.bus.on('content-changed', ({ tags }) => routes.invalidate(tags));
  server = createServer((req, res) => {
    const pathname = (req.url ?? '/').split('?', 1)[0] ?? '/';
    if (routes.matchesPath(pathname)) void routes.handle(req, res, pathname, 'id');
    else res.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const NASTY = `甲 & <b>乙</b> "丙" '丁' ]]> <![CDATA[ &amp; \u0001\u000b\uffff \ud83d\ude00 <script>1</script>`;

describe('robots.txt', () => {
  it('keeps private pages out and names the site map of its host', async () => {
    const text = await textAt('/robots.txt');
    for (const path of ['/np/', '/users/', '/user/', '/*/user'])
      expect(text).toContain(`\nDisallow: ${path}\n`);
    expect(text).toContain(`Sitemap: http://${HOST}:3000/sitemap.xml`);
    expect(await textAt('/robots.txt', OWN)).toContain(`Sitemap: http://${OWN}:3000/sitemap.xml`);
  });
});

describe('llms.txt', () => {
  it('names what the product can do, each with its page on this host', async () => {
    const main = await textAt('/llms.txt');
    for (const { name, description } of FEATURES) {
      expect(main).toContain(`- [${name}](http`);
      expect(main).toContain(`: ${description}`);
    }
    const home = `http://${HOST}:3000/${encodeURIComponent('标签')}`;
    expect(main).toContain(`- [标签设计器](${home}/tools/design-new.html): `);
    expect(main).toContain(`- [打印 API](http://${HOST}:3000/np/docs): `);
    expect(main).toMatch(/^- \[订单\].*（登录后）$/m);
    expect(await textAt('/llms.txt', OWN)).toContain(`- [订单](http://${OWN}:3000/user/order): `);
  });
});

describe('the site map', () => {
  it('is well-formed, and each host has its own', async () => {
    const main = await requestPath('/sitemap.xml');
    expect(main.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(xmlFaults(main.body.toString())).toEqual([]);
    expect(main.body.toString()).toContain(
      `<loc>http://${HOST}:3000/${encodeURIComponent('标签')}/download</loc>`,
    );
    expect(main.body.toString()).not.toContain(OWN);
    const own = await textAt('/sitemap.xml', OWN);
    expect(own).toContain(`<loc>http://${OWN}:3000/download</loc>`);
    expect(own).not.toContain(HOST);
  });

  it('is not sent again to who has it, until something changes', async () => {
    const first = await requestPath('/sitemap.xml');
    const known = { 'If-None-Match': first.headers.etag ?? '' };
    expect(await requestPath('/sitemap.xml', known)).toMatchObject({ status: 304 });
    await addArticle({
      ctx,
      alias: 'own',
      input: { artType: 'news', title: '别处的', content: '文' },
    });
    await createSoftware({ ctx, alias: 'another', name: '又一款' });
    const changed = await requestPath('/sitemap.xml', known);
    expect(changed.status).toBe(200);
    expect(changed.body.toString()).toContain('/another/qa</loc>');
  });

  it('is kept without a question to the database, on its own host too', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt']) await textAt(path, OWN);
    const asked = vi.spyOn(db.kysely, 'selectFrom');
    for (const path of ['/sitemap.xml', '/robots.txt'])
      expect(await textAt(path, OWN)).toContain(OWN);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  it('shows new questions within ten minutes, never waits for one to go, and does not mind likes', async () => {
    const software = await getSoftware(ctx, { alias: 'own' });
    const { id: gid } = await addForumGroup({ ctx, alias: 'own', name: '纸', description: '' });
    const join = async (username: string) => {
      const input = { username, password: 'correct horse 9' };
      const { userInfo } = await register({ ctx, input, origin: { address: '', userAgent: '' } });
      return { id: Number(userInfo.id), created_at: 0 };
    };
    const [asker, liker] = [await join('asker'), await join('liker')];
    const askAbout = async (title: string) => {
      passed += 60_000;
      const { id } = await savePost({
        ctx,
        software,
        member: asker,
        input: { gid, title, content: title },
      });
      return { postId: id, url: `/qa/${id}.html</loc>` };
    };
    const map = () => textAt('/sitemap.xml', OWN);
    const createEyes = (member: { id: number }) => ({
      softwareId: software.id,
      memberId: member.id,
    });
    await map();

    const first = await askAbout('第一个');
    const shown = await map();
    expect(shown).toContain(first.url);

    const asked = vi.spyOn(db.kysely, 'selectFrom');
    await setEntryLiked({
      ctx,
      eyes: createEyes(liker),
      target: { postId: first.postId },
      on: true,
    });
    asked.mockClear();
    passed += 3_600_000;
    expect(await map()).toBe(shown);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();

    const second = await askAbout('第二个');
    expect(await map()).toContain(second.url);
    const third = await askAbout('第三个');
    expect(await map()).not.toContain(third.url);
    passed += 600_000;
    expect(await map()).toContain(third.url);
    const fourth = await askAbout('第四个');
    await deleteOwnEntry({ ctx, eyes: createEyes(asker), target: { postId: second.postId } });
    const after = await map();
    expect(after).not.toContain(second.url);
    expect(after).toContain(fourth.url);
  });

  it('has no part of one that is whole, whatever is asked for', async () => {
    for (const part of ['1', '0', 'x', '1e9', ''])
      expect((await requestPath(`/sitemap.xml?part=${part}`)).status).toBe(404);
    expect((await requestPath('/sitemap.xml?x=1')).status).toBe(200);
    expect((await requestPath('/sitemap.xml', {}, 'POST')).status).toBe(405);
    expect(await requestPath('/sitemap.xml', {}, 'HEAD')).toMatchObject({
      status: 200,
      body: Buffer.alloc(0),
    });
  });
});

describe('the feed', () => {
  const feedPath = `/${encodeURIComponent('标签')}/updateLog/rss.xml`;

  it('stays well-formed whatever was written', async () => {
    await addArticle({
      ctx,
      alias: '标签',
      input: { artType: 'updateLog', title: NASTY.slice(0, 40), version: '1.0.0', content: NASTY },
    });
    for (const path of [feedPath, '/updateLog/rss.xml']) {
      const feed = await requestPath(path);
      expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const xml = feed.body.toString();
      expect(xmlFaults(xml), path).toEqual([]);
      expect(xml).toContain('甲 &amp; &lt;b&gt;乙&lt;/b&gt;');
      expect(xml).toContain('😀');
      expect(xml).toMatch(/<guid isPermaLink="true">http:[^<]+\/article\/\d+\.html<\/guid>/);
      expect(xml).toMatch(/<pubDate>\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/);
      expect(xml).toMatch(/<atom:link rel="self"[^>]+\/updateLog\/rss\.xml"\/>/);
    }
  });

  it('is not there for a software nobody knows', async () => {
    for (const path of ['/none/updateLog/rss.xml', '/%ff/updateLog/rss.xml'])
      expect((await requestPath(path)).status).toBe(404);
    expect((await requestPath('/a/b/updateLog/rss.xml')).status).toBe(404);
  });

  it('changes with what is written', async () => {
    const first = await requestPath(feedPath);
    await addArticle({
      ctx,
      alias: '标签',
      input: { artType: 'updateLog', title: '新的', version: '1.1.0', content: '- 新' },
    });
    const again = await requestPath(feedPath, { 'If-None-Match': first.headers.etag ?? '' });
    expect(again.body.toString()).toContain('1.1.0 新的');
  });
});

describe('what else is asked for by name', () => {
  it("answers WeChat's check with what is configured, and no other name", async () => {
    expect(await textAt('/MP_verify_abc.txt')).toBe('abc');
    expect(await textAt('/MP_verify_abc.txt', OWN)).toBe('abc');
    expect((await requestPath('/MP_verify_other.txt')).status).toBe(418);
  });

  it('has a picture for each software and for the site, sent once', async () => {
    const own = `/static/og/${encodeURIComponent('标签')}`;
    for (const path of [
      `${own}.png`,
      `${own}/qa.png`,
      `${own}/codes-ean13.png`,
      '/static/og.png',
    ]) {
      const { status, headers, body } = await requestPath(path);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
      const known = { 'If-None-Match': headers.etag ?? '' };
      expect(await requestPath(path, known)).toMatchObject({ status: 304 });
    }
    for (const path of [
      '/static/og/none.png',
      '/static/og/%ff.png',
      '/static/og/none/qa.png',
      `${own}/none.png`,
      `${own}/temp-1.png`,
      `${own}/codes-constructor.png`,
      `${own}/%71a.png`,
    ])
      expect((await requestPath(path)).status).toBe(404);
    expect((await requestPath('/static/og/a/b/c.png')).status).toBe(418);
  });

  it('has a manifest that names the app of its host, and the icons that it lists', async () => {
    const { headers, body } = await requestPath('/manifest.webmanifest');
    expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    const manifest = JSON.parse(body.toString()) as {
      short_name: string;
      icons: { src: string; sizes: string; purpose: string }[];
    };
    expect(manifest).toMatchObject({ short_name: '云标', start_url: '/', display: 'standalone' });
    const own = JSON.parse(await textAt('/manifest.webmanifest', OWN)) as typeof manifest;
    expect(own.short_name).toBe('自有');
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    const touch = { src: '/static/apple-touch-icon.png', sizes: '180x180' };
    for (const { src, sizes } of [...manifest.icons, touch]) {
      const icon = await requestPath(src);
      expect(icon.headers['content-type']).toBe('image/png');
      expect(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`).toBe(sizes);
      expect((await requestPath(src, { 'If-None-Match': icon.headers.etag ?? '' })).status).toBe(
        304,
      );
    }
  });

  it('has an icon of three sizes', async () => {
    const { headers, body } = await requestPath('/favicon.ico');
    expect(headers['content-type']).toBe('image/x-icon');
    expect(body.readUInt16LE(2)).toBe(1);
    const sizes = Array.from({ length: body.readUInt16LE(4) }, (_, i) => body[6 + 16 * i]);
    expect(sizes).toEqual([16, 32, 48]);
  });
});
