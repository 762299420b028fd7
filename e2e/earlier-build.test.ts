import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../apps/server/src/config/config.ts';
import { createLog } from '../apps/server/src/log.ts';
import { startSite } from '../apps/server/src/main.ts';
import { runAdmin } from './support/admin.ts';
import { waitUntilHydrated, noBrowser, openVisitor } from './support/browser.ts';
import { findFreePort } from './support/process.ts';
import { makeSecondBuild } from './support/second-build.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

it('a page that was opened before an update loads its scripts and goes on without a reload', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const dataDir = await mkdtemp(join(tmpdir(), 'yunbiao-builds-'));
  const second = await makeSecondBuild();
  onTestFinished(async () => {
    await second.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { APP_MODE: 'production', PUBLIC_URL: url, PORT: String(port) };
  const config = readConfig({ ...settings, DATA_DIR: dataDir });
  const log = createLog('error');
  const before = await startSite(config, log);
  const { page, quiet, close } = await openVisitor(await openSharedBrowser(), { baseURL: url });
  await runAdmin({ dataDir }, ['software', 'add', 'labels', '门店标签'], settings);
  await expect.poll(() => page.goto('/labels').then((reply) => reply?.status())).toBe(200);
  await waitUntilHydrated(page);
  const scripts = await page
    .locator('script[src]')
    .evaluateAll((all) => all.map((script) => (script as HTMLScriptElement).src));
  const buildId = await page.locator('meta[name=build-id]').getAttribute('content');
  const manifest = `${url}/builds/meta/${buildId ?? ''}.json`;
  await before.stop();

  const after = await startSite(config, log, { siteDir: second.siteDir });
  onTestFinished(() => after.stop());
  expect(await (await fetch(manifest)).json()).toMatchObject({ buildId });
  const documents: string[] = [];
  const missing: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  page.on('response', (reply) => {
    if (reply.status() >= 400) missing.push(reply.url());
  });
  const menu = page.getByRole('navigation', { name: '主导航' });
  await menu.getByRole('link', { name: '下载', exact: true }).click();
  await page.getByText('还没有安装包').waitFor();
  expect([documents, missing]).toEqual([[], []]);
  // What the browser has no copy of is there, too.
  for (const script of scripts)
    expect([script, (await fetch(script)).status]).toEqual([script, 200]);

  // A new page has the new scripts only.
  await page.reload();
  await waitUntilHydrated(page);
  const preloads = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href));
  expect(preloads.filter((href) => /\/assets\/2[\w-]{7}\.js$/.test(href))).not.toEqual([]);
  quiet();
  await close();
});
