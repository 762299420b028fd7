import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { type Visitor, waitUntilHydrated, noBrowser, openWhole } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const enter = async (): Promise<Visitor> => {
  const visitor = await stage.enter();
  return visitor;
};

/** Opens a page and waits until it can navigate on the client, with the manifest loaded. */
const open = async (page: Page, path: string): Promise<void> => {
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await page.goto(path);
  await manifest;
  await waitUntilHydrated(page);
};

/** Requested addresses of this site since the last call, without assets. */
const recordRequests = (page: Page): (() => string[]) => {
  let seen: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.pathname.startsWith('/assets/')) seen.push(url.pathname + url.search);
  });
  return () => {
    const now = seen;
    seen = [];
    return now;
  };
};

/** Paths of a software, without its alias. */
const PATHS = ['/download', '/qa', '/article', '/updateLog', '/vip', '/tools', '/search?q=a'];

const runAdminHere = (...args: string[]): Promise<string> => runAdmin(stage.server, args);

const findNavLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name });

describe('an address', () => {
  const get = async (path: string) => {
    const reply = await fetch(stage.server.url + path, { redirect: 'manual' });
    const text = await reply.text();
    return {
      status: reply.status,
      location: reply.headers.get('location'),
      title: /<title>([^<]*)/.exec(text)?.[1],
      text,
    };
  };

  it.each([
    ['/tools', '/tools/gifGenerator'],
    ['/tools/index', '/tools/gifGenerator'],
    ['/nosuch', '/'],
    ['/nosuch/denied', '/'],
    ['/yunbiao/user', '/yunbiao?login=1&to=%2Fyunbiao%2Fuser'],
    [
      '/yunbiao/user/printStat?days=7',
      '/yunbiao?login=1&to=%2Fyunbiao%2Fuser%2FprintStat%3Fdays%3D7',
    ],
  ])('%s sends on to %s', async (path, to) => {
    expect(await get(path)).toMatchObject({ status: 302, location: to });
  });

  it.each([
    '/yunbiao/nothing?a=1',
    '/yunbiao/download/abc.html',
    '/yunbiao/download/99999.html',
    '/qa',
    '/user',
    '/a/b/c/d',
  ])('%s is the 404 page that names its full path', async (path) => {
    const { status, title, text } = await get(path);
    expect({ status, title }).toEqual({ status: 404, title: '页面不存在 · 云标' });
    expect(text).toContain(`Page Not Found: ${path}`);
    expect(text).toMatch(/<meta name="robots" content="noindex"/);
  });

  it('carries the build it belongs to, and the manifest of that build says what it may be', async () => {
    const { text } = await get('/yunbiao');
    const buildId = /<meta name="build-id" content="([^"]+)"/.exec(text)?.[1];
    const manifest = JSON.parse((await get(`/builds/meta/${buildId}.json`)).text) as unknown;
    expect(manifest).toMatchObject({
      buildId,
      rules: {
        '/{soft}/download': { cache: { search: ['platform'] } },
        '/tools/index': { redirect: '/tools/gifGenerator' },
      },
    });
    expect((await get('/builds/meta/another.json')).status).toBe(404);
    expect((await get('/yunbiao/user/_payload.json')).status).toBe(404);
    expect((await get('/nosuch/_payload.json')).status).toBe(404);
    const payload = JSON.parse((await get('/yunbiao/_payload.json')).text) as unknown;
    expect(payload).toMatchObject({
      buildId,
      routes: { '/$soft': { software: { alias: 'yunbiao' } } },
    });
  });

  it('of a software loads at most 120 kB of scripts at first, packed', async () => {
    const html = await (await fetch(`${stage.server.url}/yunbiao`)).text();
    const scripts = new Set(html.match(/(?<=(?:src|href)=")\/assets\/[^"]+\.js(?=")/g));
    let bytes = 0;
    for (const path of scripts) {
      const script = await (await fetch(stage.server.url + path)).arrayBuffer();
      bytes += gzipSync(script, { level: 9 }).byteLength;
    }
    expect(scripts.size).toBeGreaterThan(1);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(120_000);
  });

  it('of a member is the same document with parts that were drawn before, and works', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const { page, context } = await enter();
    await stage.signIn(context);
    const path = '/yunbiao/user/order';
    for (const own of ['/yunbiao/user', '/yunbiao/user/printStat', path]) {
      const documents: string[] = [];
      for (let n = 0; n < 2; n += 1) {
        const reply = await page.goto(own);
        // The data behind it contains the time of the read.
        documents.push((await reply?.text())?.split('<script data-tsr')[0] ?? '');
        await waitUntilHydrated(page);
      }
      expect(documents[0]).toContain('<footer class="foot">');
      expect(documents[1]).toBe(documents[0]);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: '帮助文档' }).click();
    await page.waitForURL('**/yunbiao/article');
    await runAdminHere('software', 'set', 'yunbiao', 'name', '改过的名字');
    const footer = (await (await page.goto(path))?.text())?.split('<footer class="foot">').at(-1);
    expect(footer).toContain('改过的名字');
    await runAdminHere('software', 'set', 'yunbiao', 'name', '云标标签');
    stage.quiet();
  });

  it('shows changed content on the next request', async () => {
    const before = await get('/yunbiao');
    await runAdminHere('software', 'set', 'yunbiao', 'slogan', '一句刚改过的话');
    expect(before.text).not.toContain('一句刚改过的话');
    expect((await get('/yunbiao')).text).toContain('一句刚改过的话');
    expect((await get('/yunbiao/_payload.json')).text).toContain('一句刚改过的话');
  });

  // @spec denied-page-leads-on
  it('of the denied page says that access is open to anyone who is not denied, and leads on', async (ctx) => {
    const { status, title, text } = await get('/yunbiao/denied');
    expect({ status, title }).toEqual({ status: 200, title: '云标标签可以使用 · 云标' });
    expect(text).toMatch(/name="robots" content="noindex"/);
    expect(text).not.toContain('<header');
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page, '/yunbiao/denied');
    await page.getByRole('link', { name: '进入云标标签' }).click();
    await page.waitForURL('**/yunbiao');
    quiet();
  });

  it('of a software taken offline says why, to visitors and to open pages', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/');
    const inside = await page.context().newPage();
    await open(inside, '/miandan');
    await runAdminHere('software', 'offline', 'miandan', '正在搬家');
    try {
      const closed = { status: 302, location: '/miandan/denied' };
      for (const path of ['', ...PATHS]) expect(await get(`/miandan${path}`)).toMatchObject(closed);
      const denied = await get('/miandan/denied');
      expect(denied.status).toBe(200);
      expect(denied.title).toBe('云标面单暂时不能使用 · 云标');
      expect(denied.text).toMatch(/正在搬家[\s\S]*<\/main>/);
      expect(denied.text).toMatch(/name="robots" content="noindex"/);
      // This page was opened while the link still worked.
      await page.locator('a[href="/miandan"]').first().click();
      await page.waitForURL('**/miandan/denied');
      await page.getByText('正在搬家').waitFor();
      expect(await page.getByRole('banner').count()).toBe(0);
      // The page inside the software was visited too: its data is still in memory.
      await findNavLink(inside, '问答').click();
      await inside.waitForURL('**/miandan/denied');
      await inside.getByText('正在搬家').waitFor();
    } finally {
      await runAdminHere('software', 'online', 'miandan');
    }
  });
});

describe('without scripts', () => {
  it('every public page can be read, and a missing one still leads home', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const context = await stage.browser.newContext({
      baseURL: stage.server.url,
      javaScriptEnabled: false,
    });
    try {
      const page = await context.newPage();
      await page.goto('/');
      expect(await page.locator('noscript').first().innerHTML()).toMatch('浏览器没有运行脚本');
      await page.locator('a[href="/yunbiao"]').first().click();
      await page.waitForURL('**/yunbiao');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await findNavLink(page, '下载').click();
      await page.getByRole('heading', { name: /^下载云标标签/ }).waitFor();
      await page.goto('/yunbiao/nothing');
      await page.getByRole('heading', { name: '页面不存在' }).waitFor();
      await page.waitForURL(`${stage.server.url}/`);
    } finally {
      await context.close();
    }
  });
});

describe('the error page', () => {
  // @spec error-page-leads-home
  it('goes home after 2000 ms, not before', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await enter();
    await page.clock.install();
    await page.goto('/yunbiao/nothing?a=1&a=2&flag&x=%zz');
    const named = page.getByText('Page Not Found: /yunbiao/nothing?a=1&a=2&flag&x=%zz');
    await named.waitFor();
    expect(await page.getByRole('link', { name: '回到首页' }).getAttribute('href')).toBe('/');
    await page.clock.pauseAt(Date.now() + 60_000);
    // The clock ran until here: restart from a page that is still loading.
    await page.goto('/yunbiao/nothing?a=1&a=2&flag&x=%zz');
    await waitUntilHydrated(page);
    await named.waitFor();
    await page.clock.runFor(1999);
    expect(page.url()).toContain('/yunbiao/nothing');
    await page.clock.runFor(1);
    await page.waitForURL(`${stage.server.url}/`);
    forgive(/404/);
    quiet();
  });

  it('offers the search, and stays once the visitor has begun to use it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await enter();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.goto('/yunbiao/nothing');
    await waitUntilHydrated(page);
    await page.clock.runFor(1000);
    const box = page.getByRole('main').getByRole('searchbox');
    await box.focus();
    await page.clock.runFor(5000);
    expect(page.url()).toContain('/yunbiao/nothing');
    await page.getByText('不返回首页').waitFor();
    await box.fill('碳带');
    await box.press('Enter');
    await page.waitForURL('**/yunbiao/search?q=*');
    forgive(/404/);
    quiet();
  });

  // @spec missing-and-failed-apart
  it('tells a missing page and a failed one apart when they are reached inside the page', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    let reply = { state: 'fail', code: 404, msg: '没有这个文件', data: null };
    await page.route('**/download/*/_payload.json', (route) => route.abort());
    await page.route('**/np/api/download/detail*', (route) => route.fulfill({ json: reply }));
    for (const [code, title, message] of [
      [404, '页面不存在', ''],
      [500, '系统错误', '这一次没有成功'],
    ] as const) {
      reply = { ...reply, code };
      await open(page, '/yunbiao/download');
      const file = page.locator('main a[href$=".html"]:visible').first();
      const path = await file.getAttribute('href');
      await file.click();
      await page.getByRole('heading', { name: title }).waitFor();
      await page.getByText(message || `Page Not Found: ${path}`).waitFor();
      expect(await page.title()).toBe(`${title} · 云标`);
      await page.waitForURL(`${stage.server.url}/`);
    }
  });
});

describe('going on inside the page', () => {
  // @spec browser-reads-payload
  it('takes the data of a public page from its payload, in one request', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page, '/yunbiao');
    await page.waitForLoadState('networkidle');
    const since = recordRequests(page);
    await findNavLink(page, '下载').click();
    await page.getByRole('heading', { name: /^下载云标标签/ }).waitFor();
    expect(since()).toEqual(['/yunbiao/download/_payload.json']);
    quiet();
  });

  it.each(['abort', '500', 'another build'])(
    'asks the API when the payload cannot be had (%s)',
    async (how) => {
      if (noBrowser) return;
      const { page } = await enter();
      await page.route('**/_payload.json', async (route) => {
        if (how === 'abort') return route.abort();
        if (how === '500') return route.fulfill({ status: 500, body: 'no' });
        return route.fulfill({ json: { buildId: 'older', routes: {} } });
      });
      await open(page, '/yunbiao');
      const since = recordRequests(page);
      await findNavLink(page, '下载').click();
      await page.getByRole('heading', { name: /^下载云标标签/ }).waitFor();
      expect(since()).toContain('/np/api/download/list?alias=yunbiao');
    },
  );

  it('shows that the next page is on its way, until it is there or could not be had', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao');
    const isGoing = () =>
      page.evaluate(() => {
        const { content, position } = getComputedStyle(document.documentElement, '::before');
        return content === '""' && position === 'fixed';
      });
    expect(await isGoing()).toBe(false);
    const held = Promise.withResolvers<void>();
    await page.route('**/_payload.json', async (route) => {
      await held.promise;
      await route.continue();
    });
    await findNavLink(page, '问答').click();
    await expect.poll(isGoing).toBe(true);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('问答');
    held.resolve();
    await page.getByRole('heading', { level: 1, name: '问答' }).waitFor();
    await expect.poll(isGoing).toBe(false);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '问答' }).waitFor({ state: 'detached' });
    await expect.poll(isGoing).toBe(false);
  });

  // @spec manifest-missing
  it('works without the manifest, and says so in the log', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, complaints } = await enter();
    await page.route('**/builds/meta/*', (route) => route.fulfill({ status: 404 }));
    let dictionaries = 0;
    page.on('request', (request) => (dictionaries += request.url().includes('dictList') ? 1 : 0));
    await open(page, '/yunbiao');
    // Fetched when the page is idle, which may be late.
    await expect.poll(() => dictionaries).toBe(2);
    await expect.poll(() => complaints.join('\n')).toContain('route rules could not be fetched');
    const since = recordRequests(page);
    await findNavLink(page, '下载').click();
    await page.getByRole('heading', { name: /^下载云标标签/ }).waitFor();
    // The page's data and the prices; the software is already loaded.
    expect(since().toSorted()).toEqual([
      '/np/api/download/list?alias=yunbiao',
      '/np/api/product/list?alias=yunbiao',
    ]);
  });

  // @spec failed-software-leads-home
  it('goes to / when the software cannot be fetched', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await page.route('**/_payload.json', (route) => route.abort());
    await page.route('**/np/api/curSoftware*', (route) => route.abort());
    await open(page, '/');
    const since = recordRequests(page);
    await page.locator('a[href="/yunbiao"]').first().click();
    await expect.poll(() => since().join()).toContain('/np/api/curSoftware');
    await page.waitForURL(`${stage.server.url}/`);
    await page.getByRole('link', { name: /进入云标标签/ }).waitFor();
  });

  // @spec browser-preloads-limited
  it('preloads at most four routes at a time', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/');
    let held: (() => void)[] = [];
    let max = 0;
    let total = 0;
    await page.route('**/_payload.json', async (route) => {
      total += 1;
      await new Promise<void>((go) => {
        held.push(go);
        max = Math.max(max, held.length);
      });
      await route.continue();
    });
    const links = page.locator('main a[href^="/"]');
    const paths = new Set<string>();
    for (let i = 0; i < (await links.count()); i += 1) {
      const path = (await links.nth(i).getAttribute('href')) ?? '';
      if (paths.has(path) || !/^\/(yunbiao|miandan)/.test(path)) continue;
      paths.add(path);
      await links.nth(i).hover();
      await page.waitForTimeout(120);
    }
    expect(paths.size).toBeGreaterThan(5);
    expect({ most: max, total }).toEqual({ most: 4, total: 4 });
    // The rest follows as slots become free, at most four at once.
    while (total < paths.size) {
      const [first, ...rest] = held;
      held = rest;
      first?.();
      await page.waitForTimeout(20);
    }
    expect(max).toBe(4);
    for (const go of held) go();
  });

  it.each(['offline', '503'])(
    'keeps what it had when Back finds the server gone (%s)',
    async (how) => {
      if (noBrowser) return;
      const { page } = await enter();
      await open(page, '/yunbiao/qa');
      const question = page.locator('main a[href^="/yunbiao/qa/"][href$=".html"]').first();
      const row = await question.textContent();
      const list = page.getByRole('heading', { level: 1, name: '问答', exact: true });
      await question.click();
      await list.waitFor({ state: 'detached' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const fail = { state: 'fail', code: 503, msg: '正在重启', data: null };
      // Offline, the code that reloads the list cannot be fetched either.
      if (how === 'offline') await page.context().setOffline(true);
      else
        for (const calls of ['**/_payload.json*', '**/np/**'])
          await page.route(calls, (route) => route.fulfill({ status: 503, json: fail }));
      await page.goBack();
      await page.getByText('没有刷新，这是刚才的内容').waitFor();
      await list.waitFor();
      expect(await question.textContent()).toBe(row);
      expect(new URL(page.url()).pathname).toBe('/yunbiao/qa');
      if (how === 'offline') return;
      // A page that was never visited cannot be cached.
      await findNavLink(page, '下载').click();
      await page.getByRole('heading', { name: '系统错误' }).waitFor();
    },
  );

  it('comes back to where it was', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page, '/yunbiao');
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const terms = page.getByRole('contentinfo').getByRole('link', { name: '用户协议' });
    const address = (await terms.getAttribute('href')) ?? 'no address';
    await terms.focus();
    const at = await page.evaluate(() => window.scrollY);
    await terms.press('Enter');
    await page.waitForURL(`**${address}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await page.waitForURL('**/yunbiao');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at);
    quiet();
  });
});

describe('after a deploy', () => {
  /** Answers every script not loaded yet as the new server does: not found. */
  const deploy = async (page: Page): Promise<void> => {
    // Small parts of the page, such as the updater of relative times, load when idle.
    await page.waitForLoadState('networkidle');
    const have = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    await page.route('**/assets/*.js', (route) =>
      have.includes(route.request().url())
        ? route.continue()
        : route.fulfill({ status: 404, body: '404' }),
    );
  };
  const recordLoads = (page: Page): (() => string[]) => {
    const seen: string[] = [];
    page.on('request', (item) => {
      if (item.isNavigationRequest()) seen.push(new URL(item.url()).pathname);
    });
    return () => seen;
  };

  it('a page whose script is gone is loaded afresh, once', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await openWhole(page, '/yunbiao');
    const loaded = recordLoads(page);
    await deploy(page);
    // The server's HTML: without its scripts the page reloads.
    const sent: string[] = [];
    await page.route('**/yunbiao/download', async (route) => {
      const response = await route.fetch();
      sent.push(await response.text());
      await route.fulfill({ response });
    });
    await findNavLink(page, '下载').click();
    await expect.poll(() => sent).toEqual([expect.stringContaining('<title>下载云标标签')]);
    // Its scripts are still missing: no second reload during the guard time, on any click.
    await page.waitForTimeout(1500);
    expect(loaded()).toEqual(['/yunbiao/download']);
  });

  it('a page that was only pointed at stays until it is pressed, and is loaded afresh then', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await openWhole(page, '/yunbiao');
    const loaded = recordLoads(page);
    await deploy(page);
    const gone = page.waitForResponse((response) => response.status() === 404);
    await findNavLink(page, '下载').hover();
    await gone;
    await page.waitForTimeout(500);
    expect(loaded()).toEqual([]);
    await findNavLink(page, '下载').click();
    await expect.poll(loaded).toEqual(['/yunbiao/download']);
  });

  it('the login dialog whose script is gone brings the fresh page, too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await openWhole(page, '/yunbiao');
    const loaded = recordLoads(page);
    await deploy(page);
    await page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).click();
    await expect.poll(loaded).toEqual(['/yunbiao']);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
