import { describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

const buildAddress = (q: string): string => `/yunbiao/search?${new URLSearchParams({ q })}`;

describe('the search page', () => {
  it('shows what was found before any script has run, under an address of its own', async () => {
    const html = await (await fetch(stage.server.url + buildAddress('打印机'))).text();
    expect(html).toContain('<mark>打印机</mark>');
    expect(html).toContain('<title>搜索“打印机” · 云标标签</title>');
    const filtered = await (
      await fetch(`${stage.server.url}${buildAddress('打印机')}&kind=post&page=1`)
    ).text();
    expect(filtered).toContain(
      `rel="canonical" href="${stage.server.url}${buildAddress('打印机')}"`,
    );
    // Result pages for visitors' queries are not indexed; the empty search page is.
    const robots = /<meta name="robots" content="noindex"/;
    expect(robots.test(html)).toBe(true);
    const bare = await (await fetch(`${stage.server.url}/yunbiao/search`)).text();
    expect(robots.test(bare)).toBe(false);
    // One visitor's query is plain text on another's page.
    const hostile = await (
      await fetch(stage.server.url + buildAddress('"><script>alert(1)</script>'))
    ).text();
    expect(hostile).not.toContain('<script>alert(1)');
  });

  it('is gone through with the keyboard: the box, the results, one of them', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    await page.goto(buildAddress('打印机'));
    await waitUntilHydrated(page);
    const hits = page.locator('section[aria-label=页面] a, ol[aria-label=结果] a');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await hits.nth(1).evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('zpl');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=zpl/);
    await page.locator('ol[aria-label=结果] mark', { hasText: 'ZPL' }).first().waitFor();
    await page.getByLabel('近一年的').check();
    await page.waitForURL(/recent=1/);
    await page
      .getByRole('navigation', { name: '范围' })
      .getByRole('link', { name: '文章' })
      .click();
    await page.waitForURL(/kind=article/);
    await page.locator('ol[aria-label=结果] li', { hasText: '文章' }).first().waitFor();
    const current = page.getByRole('navigation', { name: '范围' }).locator('[aria-current]');
    await expect.poll(() => current.allTextContents()).toEqual([expect.stringMatching(/^文章/)]);
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/yunbiao\/article\/\d+\.html/);
    visitor.quiet();
    await visitor.close();
  });

  it('follows both filters when the second comes before the results of the first', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    await page.goto(buildAddress('打印机'));
    await waitUntilHydrated(page);
    const held = Promise.withResolvers<void>();
    for (const calls of ['**/search/_payload.json*', '**/np/api/search*'])
      await page.route(calls, async (route) => {
        await held.promise;
        await route.continue();
      });
    const [solved, recent] = [page.getByLabel('已解决的'), page.getByLabel('近一年的')];
    const first = page.waitForRequest(/solved=/);
    await solved.check();
    await first;
    await recent.check();
    held.resolve();
    await page.waitForURL(/recent=1/);
    await page
      .locator('[aria-busy=false] ol[aria-label=结果], [aria-busy=false] .empty')
      .first()
      .waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      q: '打印机',
      solved: '1',
      recent: '1',
    });
    expect([await solved.isChecked(), await recent.isChecked()]).toEqual([true, true]);
    visitor.quiet();
    await visitor.close();
  });

  it('leads to the pages that are meant, whatever the word and the letters', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page } = visitor;
    await page.goto(buildAddress('muban'));
    await waitUntilHydrated(page);
    const pages = page.getByRole('region', { name: '页面' });
    await pages.getByRole('link', { name: '模板库' }).click();
    await page.waitForURL(/\/yunbiao\/tools\/temp/);
    await page.goto(buildAddress('發漂'));
    await pages.getByRole('link', { name: '订单' }).waitFor();
    visitor.quiet();
    await visitor.close();
  });

  it('says where to go on when nothing was found', async (ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen: 'phone' });
    const { page } = visitor;
    await page.goto(buildAddress('红烧肉怎么做'));
    await waitUntilHydrated(page);
    await page.getByRole('heading', { name: '没有找到“红烧肉怎么做”' }).waitFor();
    const ask = page.getByRole('link', { name: '把它作为问题提出来' });
    const href = new URL((await ask.getAttribute('href')) ?? '', stage.server.url);
    expect([href.pathname, href.searchParams.get('title')]).toEqual([
      '/yunbiao/qa/ask',
      '红烧肉怎么做',
    ]);
    await page.goto(buildAddress('😀'));
    await page.getByText('搜索词里要有字或数字').waitFor();
    visitor.quiet();
    await visitor.close();
  });

  it.for(['wide', 'phone'] as const)('fits and is accessible, %s', async (screen, ctx) => {
    if (noBrowser) return ctx.skip(noBrowser);
    for (const dark of [false, true]) {
      const visitor = await stage.enter({ screen, dark });
      for (const [name, q] of [
        ['hits', '打印机'],
        ['none', '红烧肉怎么做'],
      ] as const) {
        await visitor.page.goto(buildAddress(q));
        await waitUntilHydrated(visitor.page);
        expect(await checkAccessibility(visitor.page)).toEqual([]);
        expect(await measureOverflow(visitor.page)).toBe(0);
        await takeShot(visitor.page, `search-${screen}-${name}${dark ? '-dark' : ''}`);
      }
      visitor.quiet();
      await visitor.close();
    }
  });
});
