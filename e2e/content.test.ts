import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import { type Visitor, waitUntilHydrated, noBrowser } from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const enter = async (path: string): Promise<Visitor & { page: Page }> => {
  const visitor = await stage.enter();
  await visitor.page.goto(path);
  await waitUntilHydrated(visitor.page);
  return visitor;
};

const runAdminHere = (...args: string[]): Promise<string> => runAdmin(stage.server, args);

const get = async (path: string) => {
  const reply = await fetch(stage.server.url + path, { redirect: 'manual' });
  const text = await reply.text();
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    text,
    title: /<title>([^<]*)/.exec(text)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/
      .exec(text)?.[1]
      ?.replace(stage.server.url, ''),
  };
};

const idIn = (output: string): string => /编号 (\d+)/.exec(output)?.[1] ?? '';

describe('an address', () => {
  it.each([
    ['/', '云标 · 云端标签打印', '"WebSite"'],
    ['/yunbiao', '云标标签：标签云打印', '"SoftwareApplication"'],
    ['/yunbiao/updateLog', '云标标签更新日志 · 云标', '"BreadcrumbList"'],
    ['/yunbiao/article', '帮助 · 云标标签 · 云标', '"BreadcrumbList"'],
    ['/yunbiao/tools', '工具 · 云标标签 · 云标', '"BreadcrumbList"'],
  ])('%s says what it is', async (path, title, kind) => {
    const page = await get(path);
    expect(page).toMatchObject({ status: 200, title, canonical: path });
    expect(page.text).toContain(kind);
  });

  it('of an article stays under its software, and is nothing under another', async () => {
    const id = idIn(
      await runAdminHere('article', 'add', 'yunbiao', '只此一家', '## 一', '--type', 'help'),
    );
    expect(await get(`/yunbiao/article/${id}.html`)).toMatchObject({
      status: 200,
      title: '只此一家 · 云标标签 · 云标',
    });
    expect((await get(`/miandan/article/${id}.html`)).status).toBe(404);
    expect(await get(`/article/${id}.html`)).toMatchObject({
      status: 302,
      location: `/yunbiao/article/${id}.html`,
    });
    await runAdminHere('article', 'remove', id);
    expect((await get(`/yunbiao/article/${id}.html`)).status).toBe(404);
  });

  it('of a legal text is one, wherever it is read', async () => {
    const { text } = await get('/');
    const path = /href="(\/article\/\d+\.html)"/.exec(text)?.[1] ?? '';
    expect(await get(path)).toMatchObject({ status: 200, title: '用户协议 · 云标' });
    expect(await get(`/yunbiao${path}`)).toMatchObject({ status: 200, canonical: path });
  });
});

describe('an update log', () => {
  it('is on its page, the home and the index with the next request; later ones wait', async () => {
    const pages = ['/yunbiao/updateLog', '/yunbiao', '/'];
    for (const path of pages) expect((await get(path)).text).not.toContain('刚写的一条');
    const add = (version: string, words: string, ...more: string[]) =>
      runAdminHere(
        'article',
        'add',
        'yunbiao',
        `${version} 版`,
        `给大家。\n\n- 新增：${words}`,
        '--type',
        'updateLog',
        '--version',
        version,
        ...more,
      );
    await add('9.9.9', '刚写的一条');
    await add('9.9.10', '以后的一条', '--published', '2099-01-01');
    for (const path of pages) {
      const { text } = await get(path);
      expect(text).toContain('刚写的一条');
      expect(text).not.toContain('以后的一条');
    }
  });

  it('marks the kind it shows and no other, also while another is on its way', async (ctx) => {
    const { text } = await get('/yunbiao/updateLog?kind=fix');
    const nav = /<nav[^>]*aria-label="改动的种类".*?<\/nav>/s.exec(text)?.[0] ?? '';
    expect(nav.match(/<a[^>]*aria-current[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/修正$/)]);
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter('/yunbiao/updateLog');
    const answered = Promise.withResolvers<void>();
    await page.route(/_payload\.json|\/np\//, async (route) => {
      await answered.promise;
      await route.continue();
    });
    const kinds = page.getByRole('navigation', { name: '改动的种类' });
    await kinds.getByRole('link', { name: '修正' }).click();
    // The router is at the new address by now, the page is not.
    await kinds.locator('[data-status=active]', { hasText: '修正' }).waitFor();
    const marked = kinds.locator('[aria-current]');
    expect(await marked.allTextContents()).toEqual(['全部']);
    answered.resolve();
    await expect.poll(() => marked.allTextContents()).toEqual(['修正']);
    quiet();
  });

  it('is narrowed to a kind of change, and leads to the article and the files', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter('/yunbiao/updateLog');
    await page.getByRole('link', { name: '修正', exact: true }).click();
    await page.waitForURL('**/updateLog?kind=fix');
    const marks = page.locator('article li > em');
    await expect
      .poll(async () => new Set(await marks.allTextContents()))
      .toEqual(new Set(['修正']));
    await page.getByRole('link', { name: '通用' }).first().click();
    await page.waitForURL('**/yunbiao/download/*.html');
    await page.goBack();
    await page.getByRole('link', { name: '单独看 0.0.9' }).click();
    await page.getByRole('heading', { level: 1, name: /^0\.0\.9：/ }).waitFor();
    await page.getByRole('navigation', { name: '上一篇与下一篇' }).waitFor();
    quiet();
  });
});

describe('help', () => {
  it('is found from the home, and its chapters and neighbours lead on', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter('/yunbiao');
    await page.getByRole('link', { name: '全部帮助' }).click();
    await page.getByRole('heading', { level: 1, name: '帮助' }).waitFor();
    await page.getByRole('link', { name: /^打印不准时/ }).click();
    await page.getByRole('heading', { level: 1, name: '打印不准时，按这个顺序查' }).waitFor();
    await page.getByRole('link', { name: '间距找错了' }).click();
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe('#s-间距找错了');
    await page.getByRole('link', { name: /^下一篇/ }).click();
    await page.getByRole('heading', { level: 1, name: '条码扫不动，先看这五处' }).waitFor();
    quiet();
  });
});

describe('the handbook', () => {
  const SHOWN = [
    ['Code 128', 'A-03-12'],
    ['EAN-13', '6901234567892'],
    ['二维码（QR）', 'https://yunbiao.example/p/20871'],
  ] as const;

  it.each(['light', 'dark'] as const)(
    'shows labels that are read from the screen, and leads to how small they may be: %s',
    async (colorScheme) => {
      if (noBrowser) return;
      const { page, quiet } = await enter('/yunbiao/tools/codes');
      await page.emulateMedia({ colorScheme });
      const picture = join(tmpdir(), `yb-handbook-${process.pid}-${colorScheme}.png`);
      for (const [title, text] of SHOWN) {
        const heading = page.getByRole('heading', { level: 3, name: title, exact: true });
        const label = page.getByRole('listitem').filter({ has: heading }).getByRole('img');
        await label.scrollIntoViewIfNeeded();
        await expect
          .poll(() => label.evaluate((img: HTMLImageElement) => img.naturalWidth))
          .toBeGreaterThan(0);
        await label.screenshot({ path: picture });
        expect(await readWithZxing(picture)).toEqual([text]);
      }
      await rm(picture);
      await page.getByRole('main').getByRole('link', { name: 'GS1-128' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'GS1-128' }).waitFor();
      await page.getByRole('rowheader', { name: '仓库传送带' }).waitFor();
      quiet();
    },
  );
});

describe('the tools', () => {
  it('all lead to something that is there', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter('/yunbiao/tools');
    const links = await page
      .locator('main a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
    expect(links.length).toBeGreaterThan(5);
    for (const href of new Set(links)) {
      const { status, location } = await get(href);
      // Pages that need an account open the sign-in dialog on the home page.
      if (href.includes('/user')) expect(location).toContain('/yunbiao?login=1');
      else expect([href, status]).toEqual([href, 200]);
    }
    await page.getByRole('link', { name: '试一张' }).click();
    await page.getByRole('textbox').first().waitFor();
    quiet();
  });
});
