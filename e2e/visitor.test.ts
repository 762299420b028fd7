import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { sampleCases } from '../scripts/vitest/rounds.ts';
import { listScreens } from './support/full-run.ts';
import { useSharedStage } from './support/stage.ts';

const WECHAT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

const stage = useSharedStage();

/** Drops a file on the box, as with a mouse. */
const drop = async (page: Page, name: string, bytes: Buffer): Promise<void> => {
  const files = await page.evaluateHandle(
    ({ name, base64 }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
      transfer.items.add(new File([content], name));
      return transfer;
    },
    { name, base64: bytes.toString('base64') },
  );
  const box = page.getByText('把文件拖到这里').locator('visible=true');
  await box.dispatchEvent('dragover', { dataTransfer: files });
  await box.dispatchEvent('drop', { dataTransfer: files });
};

describe.each(sampleCases([390, 768, 1440]))('a visitor with %i px', (width) => {
  it('chooses a program, downloads it, finds an answer and knows the price, without an account', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({
      screen: width < 600 ? 'phone' : 'wide',
    });
    const { page, context, quiet } = visitor;
    await page.setViewportSize({ width, height: 900 });
    const called: string[] = [];
    page.on('request', (item) => called.push(new URL(item.url()).pathname));
    const main = page.getByRole('main');
    const findHeading = (name: string | RegExp) => main.getByRole('heading', { level: 1, name });
    const inspect = async (step: string): Promise<void> => {
      await takeShot(page, `visitor-${width}-${step}`);
      expect(await measureOverflow(page), `${step} scrolls sideways`).toBe(0);
      expect(await checkAccessibility(page), step).toEqual([]);
    };
    /** Clicks a visible link, as a person does. */
    const follow = (path: string) => page.locator(`a[href="${path}"]:visible`).first().click();

    // Find the right program.
    await page.goto('/');
    await waitUntilHydrated(page);
    await inspect('1-site');
    await page.getByRole('link', { name: /进入云标标签/ }).click();
    await findHeading(/./).waitFor();

    // The label reacts to the pointer.
    const label = page.locator('#hero-label svg, svg#hero-label').first();
    const before = await label.innerHTML();
    await main.locator('label input:visible').first().fill('B-12-08');
    await expect.poll(() => label.innerHTML()).not.toBe(before);
    await inspect('2-home');

    // Download it and compare it with the released file.
    await follow('/yunbiao/download');
    await findHeading(/^下载云标标签/).waitFor();
    await inspect('3-download');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main.locator('a[href^="/files/"]:visible').first().click(),
    ]);
    const bytes = await readFile(await download.path());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect((await main.textContent())?.replaceAll(/\s/g, '')).toContain(sha256);
    await drop(page, download.suggestedFilename(), bytes);
    await main.getByText('SHA-256 完全一致，可以安装。').waitFor();
    await page.getByRole('button', { name: '更换文件' }).waitFor();

    // Find an answer.
    await follow('/yunbiao/qa');
    await findHeading('问答').waitFor();
    await inspect('4-questions');
    await main.getByRole('searchbox', { name: '搜索问题' }).fill('打印机');
    await page.keyboard.press('Enter');
    const hit = main.locator('ol[aria-label=结果] a[href*="/qa/"]').first();
    await hit.waitFor();
    await inspect('5-search');
    await hit.click();
    await page.waitForURL(/\/yunbiao\/qa\/\d+\.html/);
    // The search page also has a heading and is dimmed until the question has loaded.
    await main.getByRole('region', { name: '问题', exact: true }).waitFor();
    await inspect('6-question');

    // See the price with the code from the leaflet.
    await follow('/yunbiao/vip');
    await findHeading(/VIP/).waitFor();
    await page.getByLabel('折扣码').fill('yunbiao20');
    await page.getByRole('button', { name: '核对' }).click();
    await page
      .getByText(/8 折，已减/)
      .first()
      .waitFor();
    // The page sells only features of the site.
    const rights = page.getByRole('table').locator('visible=true').first().locator('tbody th');
    expect(await rights.allTextContents()).toEqual([
      '每月标签',
      '打印客户端',
      '打印机配置',
      '自己的模板',
      '打印记录保留',
      '每分钟接口调用',
    ]);
    await inspect('7-prices');

    // Read the news and an article about it.
    await follow('/yunbiao/updateLog');
    await findHeading('更新日志').waitFor();
    await inspect('8-log');
    const feed = await page.getByRole('link', { name: /RSS/ }).first().getAttribute('href');
    const reply = await page.request.get(feed ?? '');
    expect(reply.status()).toBe(200);
    expect(reply.headers()['content-type']).toMatch(/xml/);
    expect(await reply.text()).toMatch(/<(?:item|entry)>/);
    await follow('/yunbiao/article');
    // The update log also links to articles, and stays dimmed until their list has loaded.
    await findHeading('帮助').waitFor();
    await main.locator('a[href^="/yunbiao/article/"]:visible').first().click();
    await page.waitForURL(/\/yunbiao\/article\/\d+\.html/);
    await findHeading(/./).waitFor();
    await inspect('9-article');

    // No request identified the visitor.
    const calls = called.filter((path) => !path.startsWith('/assets/'));
    expect(calls.filter((path) => /login|register|getInfo/i.test(path))).toEqual([]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('auto-token');
    quiet();
  });
});

describe.each(listScreens('wide'))('a visitor who begins on the home (%s)', (screen) => {
  it('takes the typed text along into the designer', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen });
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    const link = page.getByRole('link', { name: '在设计器里继续编辑' });
    const stored = (await link.getAttribute('href')) ?? '';
    expect(stored).toMatch(/^\/yunbiao\/tools\/design-\d+\.html$/);
    await page.getByLabel('品名').fill('云南雪梨');
    await link.click();
    await page.waitForURL('**/yunbiao/tools/design-new.html');
    await expect.poll(() => page.getByLabel('模板的名字').inputValue()).toBe('商品价签');
    if (screen === 'phone') await page.getByRole('button', { name: '属性', exact: true }).click();
    await page.getByText('云南雪梨').locator('visible=true').first().waitFor();
    expect(await measureOverflow(page)).toBe(0);

    // Nothing typed: the template itself.
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    await link.click();
    await page.waitForURL(`**${stored}`);
    await page.getByRole('application').waitFor();
    expect(await page.getByText('云南雪梨').count()).toBe(0);
    quiet();
  });

  it('comes to the rows of a label from the figure of a worksheet', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen });
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    const figure = page.getByRole('figure').filter({ hasText: '示例表格.xlsx' });
    expect(await figure.getByRole('columnheader').allTextContents()).toEqual([
      '货位号',
      '库区',
      '承重',
      '序号',
    ]);
    expect(await figure.getByRole('row', { name: /^A-03-10/ }).count()).toBe(1);
    await page.getByRole('link', { name: '用 Excel 填这张标签' }).click();
    await page.waitForURL(/\/yunbiao\/tools\/design-\d+\.html#data$/);
    await page.getByRole('button', { name: '打开 Excel、CSV' }).waitFor();
    quiet();
  });
});

describe('without scripts', () => {
  it('the designer is linked from the home, the header, the footer and first of the tools', async () => {
    const read = async (path: string): Promise<string> =>
      (await fetch(stage.server.url + path)).text();
    const link = 'href="/yunbiao/tools/design-new.html"';
    const home = await read('/yunbiao');
    const [header = '', main = '', footer = ''] = home.split(/<main|<footer class="foot"/);
    for (const part of [header, main, footer]) expect(part).toContain(link);
    const continued = /href="(\/yunbiao\/tools\/design-\d+\.html)"[^>]*>在设计器里继续编辑/.exec(
      home,
    );
    expect((await fetch(stage.server.url + (continued?.[1] ?? '/nosuch'))).status).toBe(200);
    const tools = await read('/yunbiao/tools');
    const [first = ''] = tools.slice(tools.indexOf('<article')).split('</article>');
    expect(first).toContain(link);
  });
});

describe('a visitor inside WeChat', () => {
  it('is told to open a browser, and gets the link to take along', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const context = await stage.browser.newContext({
      baseURL: stage.server.url,
      userAgent: WECHAT,
      locale: 'zh-CN',
      viewport: { width: 390, height: 844 },
    });
    try {
      const page = await context.newPage();
      await page.goto('/yunbiao/download');
      await waitUntilHydrated(page);
      const hint = page.getByRole('status').filter({ hasText: '在浏览器中打开' });
      await hint.waitFor();
      expect(await hint.textContent()).toContain(`${stage.server.url}/yunbiao/download`);
      await hint.getByRole('button', { name: /复制/ }).waitFor();
      expect(await measureOverflow(page)).toBe(0);
      expect(await checkAccessibility(page)).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
