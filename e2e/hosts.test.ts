import { get } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { waitUntilHydrated, noBrowser, openVisitor } from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

type Reply = { status: number; location: string; body: string };

/**
 * A software's custom domain next to the main host: the same pages under addresses without the
 * alias.
 */
describe('a software with a host name of its own', () => {
  let server: TestServer;
  let browser: Browser;
  const HOST = 'label.localhost';

  const requestPath = (path: string, host = `${HOST}:${server.port}`): Promise<Reply> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: server.port, path, headers: { Host: host } }, (res) => {
        let body = '';
        res.setEncoding('utf8').on('data', (part: string) => (body += part));
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, location: res.headers.location ?? '', body }),
        );
      }).on('error', reject);
    });

  const runAdminHere = (...args: string[]): Promise<string> => runAdmin(server, args);

  beforeAll(async () => {
    server = await startServer();
    if (!noBrowser) browser = await openSharedBrowser();
    // While the server runs: it uses the name within two seconds, and the command waits for that.
    await runAdminHere('software', 'set', 'yunbiao', 'domain', HOST);
  });

  afterAll(async () => {
    await server?.stop();
  });

  const getCanonical = (body: string): string | undefined =>
    /<link rel="canonical" href="([^"]*)"/.exec(body)?.[1];

  it('serves the home at the root and every page without the alias', async () => {
    const own = `http://${HOST}:${server.port}`;
    for (const [path, internal] of [
      ['/', '/yunbiao'],
      ['/download', '/yunbiao/download'],
      ['/qa', '/yunbiao/qa'],
      ['/vip', '/yunbiao/vip'],
      ['/updateLog', '/yunbiao/updateLog'],
    ] as const) {
      const page = await requestPath(path);
      expect(page.status, path).toBe(200);
      expect(getCanonical(page.body), path).toBe(own + path);
      // The alias's address on the main host redirects to the custom domain.
      const alias = await requestPath(internal, `127.0.0.1:${server.port}`);
      expect(getCanonical(alias.body), internal).toBe(own + path);
    }
  });

  it('sends its host name, and an alias in other case, as the first segment on to the alias', async () => {
    const main = `127.0.0.1:${server.port}`;
    for (const [path, to] of [
      ['/LABEL.localhost/qa?sort=hot', '/yunbiao/qa?sort=hot'],
      [`/${HOST}`, '/yunbiao'],
      ['/Yunbiao/download', '/yunbiao/download'],
      [`/${HOST}/user/print`, '/yunbiao/user/print'],
      [`/${HOST}/denied`, '/yunbiao/denied'],
    ] as const)
      expect(await requestPath(path, main), path).toMatchObject({ status: 302, location: to });
    expect((await requestPath(`/${HOST}/_payload.json`, main)).status).toBe(404);
    // An unknown software keeps its response.
    expect(await requestPath('/nobody.localhost/qa', main)).toMatchObject({
      status: 302,
      location: '/',
    });
  });

  it('keeps the pages of two hosts apart in the cache', async () => {
    const main = `127.0.0.1:${server.port}`;
    const getTitle = (body: string) => /<title>([^<]*)/.exec(body)?.[1];
    for (let round = 0; round < 2; round += 1) {
      expect(getTitle((await requestPath('/', main)).body)).not.toBe(
        getTitle((await requestPath('/')).body),
      );
      expect((await requestPath('/download', main)).status).not.toBe(200);
    }
    const payload = await requestPath('/_payload.json');
    expect(payload.status).toBe(200);
    expect(payload.body).toContain('"/$soft/"');
  });

  it('leaves /tools what it is, and has the tools index of the software under its alias', async () => {
    expect(await requestPath('/tools')).toMatchObject({
      status: 302,
      location: '/tools/gifGenerator',
    });
    expect((await requestPath('/tools/gifGenerator')).status).toBe(200);
    expect((await requestPath('/yunbiao/tools')).status).toBe(200);
  });

  it('sends a visitor of the user area to its own home to sign in', async () => {
    const reply = await requestPath('/user/print');
    expect(reply.status).toBe(302);
    expect(reply.location).toMatch(/^\/\?login=1&to=/);
  });

  it('answers 404 for what is not there and 421 for a name nobody has', async () => {
    expect((await requestPath('/qa/999999.html')).status).toBe(404);
    expect((await requestPath('/', 'label.example')).status).toBe(421);
  });

  it('says why on its own host when it is taken offline, without going round', async () => {
    await runAdminHere('software', 'offline', 'yunbiao', '搬家，明天回来');
    try {
      const home = await requestPath('/');
      expect(home).toMatchObject({ status: 302, location: '/denied' });
      const denied = await requestPath('/denied');
      expect(denied.status).toBe(200);
      expect(denied.body).toContain('搬家，明天回来');
    } finally {
      await runAdminHere('software', 'online', 'yunbiao');
    }
    expect((await requestPath('/')).status).toBe(200);
  });

  it('is walked in a browser without the alias, and left for the main host', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const own = `http://${HOST}:${server.port}`;
    const visitor = await openVisitor(browser, { baseURL: own });
    const { page } = visitor;
    const rules = page.waitForResponse(/\/builds\/meta\//);
    await page.goto('/');
    await waitUntilHydrated(page);
    // The response has arrived; the page still has to read it.
    await (await rules).finished();
    await page.waitForTimeout(200);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.getByRole('navigation', { name: '主导航' }).getByText('下载').click();
    await page.waitForURL(`${own}/download`);
    await page.getByRole('heading', { level: 1, name: /^下载/ }).waitFor();
    // Client-side navigation with data of the same cache.
    expect(requested).toContain('/download/_payload.json');
    expect(requested).not.toContain('/download');
    await page.goBack();
    await page.waitForURL(`${own}/`);
    // The brand is the site's: its index is on the main host.
    const brand = page.getByRole('banner').locator('a.brand');
    expect(await brand.getAttribute('href')).toBe(`${server.url}/`);
    visitor.quiet();
    await visitor.close();
  });

  it('signs in on its own host and comes back to the page asked for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const own = `http://${HOST}:${server.port}`;
    const visitor = await openVisitor(browser, { baseURL: own });
    const { page } = visitor;
    await page.goto('/user/print');
    await waitUntilHydrated(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('用户名').fill(server.demo?.username ?? '');
    await dialog.getByLabel('密码', { exact: true }).fill(server.demo?.password ?? '');
    await dialog.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL(`${own}/user/print`);
    visitor.quiet();
    await visitor.close();
  });

  it('leads from a notice about another software to that software, on the main host', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(server.dataDir, 'yunbiao.db'), { timeout: 5000 });
    db.prepare(
      `INSERT INTO notice (member_id, kind, title, text, path, created_at)
       SELECT id, 'reply', ?, '', ?, ? FROM member WHERE username = ?`,
    ).run('面单的问题有人回答', '/miandan/qa', Date.now(), server.demo?.username ?? '');
    db.close();
    const own = `http://${HOST}:${server.port}`;
    const visitor = await openVisitor(browser, { baseURL: own });
    const { page } = visitor;
    const reply = await fetch(`${server.url}/np/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(server.demo),
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    await visitor.context.addCookies([{ name: 'auto-token', value: data.token, url: own }]);
    await page.goto('/user/notice');
    await waitUntilHydrated(page);
    const notice = page.getByRole('link', { name: '面单的问题有人回答' });
    const read = page.waitForResponse(/noticeRead/);
    await notice.click();
    await (await read).finished();
    await page.waitForURL(`${server.url}/miandan/qa`);
    visitor.quiet();
    await visitor.close();
  });

  it('answers 系统错误 when the software cannot be loaded, never a redirect to itself', async () => {
    // The name is cached, and its software's row was deleted before the next request.
    const other = 'other.localhost';
    await runAdminHere('software', 'set', 'miandan', 'domain', other);
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(join(server.dataDir, 'yunbiao.db'));
    db.exec("update software set alias = 'gone' where alias = 'miandan'");
    try {
      const reply = await requestPath('/search?q=zpl', `${other}:${server.port}`);
      expect(reply.status).toBe(503);
      expect(reply.location).toBe('');
      expect(reply.body).toContain('系统错误');
    } finally {
      db.exec("update software set alias = 'miandan' where alias = 'gone'");
      db.close();
    }
  });
});
