import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import {
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
} from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { useSharedStage } from './support/stage.ts';
import { checkThemes } from './support/themes.ts';

const stage = useSharedStage();
const LIBRARY = '/yunbiao/tools/temp';

const listNames = (page: Page): Promise<string[]> =>
  page.locator('main li b').evaluateAll((all) => all.map((item) => item.textContent ?? ''));
const getSearch = (page: Page): string => decodeURIComponent(new URL(page.url()).search);

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkThemes(page), name).toEqual([]);
};

/** A separate member, whose templates no other test touches. */
const signUp = async (username: string): Promise<string> => {
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', {
    username,
    password: 'correct horse 2026',
  });
  return token;
};

describe('the library', () => {
  it('is found by category, size and width, and the address says what is shown', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await page.goto(LIBRARY);
    await waitUntilHydrated(page);
    const all = await listNames(page);
    expect(all.length).toBeGreaterThanOrEqual(8);
    await page
      .getByRole('navigation', { name: '分类' })
      .getByRole('link', { name: '零售' })
      .click();
    await page.waitForURL(/cat=/);
    await expect.poll(async () => (await listNames(page)).length).toBeLessThan(all.length);
    expect(await listNames(page)).toContain('商品价签');
    const find = page.getByRole('searchbox', { name: '搜索模板' });
    await find.fill('60×40');
    await page.waitForURL(/q=/);
    await expect.poll(async () => (await listNames(page)).includes('服装吊牌')).toBe(false);
    await page.reload();
    await waitUntilHydrated(page);
    expect(await find.inputValue()).toBe('60×40');
    expect(await listNames(page)).toContain('商品价签');
    await page.getByRole('combobox', { name: '宽度' }).selectOption('to40');
    await page.getByRole('heading', { name: '没有这样的模板' }).waitFor();
    expect(getSearch(page)).toBe('?cat=零售&q=60×40&w=to40');
    await page.getByRole('link', { name: '查看全部模板' }).click();
    await expect.poll(() => listNames(page)).toEqual(all);
    await page.getByRole('combobox', { name: '排序' }).selectOption('size');
    await page.waitForURL(/sort=size/);
    await expect.poll(() => listNames(page)).not.toEqual(all);
    expect((await listNames(page)).toSorted()).toEqual(all.toSorted());
    quiet();
  });

  it('is read whole without scripts, each template leading to something that is there', async () => {
    const reply = await fetch(stage.server.url + LIBRARY);
    const html = await reply.text();
    expect(html).toContain('商品价签');
    const pictures = [...html.matchAll(/\/static\/template\/\d+-[0-9a-f]{12}\.svg/g)];
    expect(pictures.length).toBeGreaterThanOrEqual(8);
    const [picture] = await Promise.all(pictures.map(([path]) => fetch(stage.server.url + path)));
    expect(picture?.headers.get('cache-control')).toContain('immutable');
    const link = /<li[^>]*><a class="[^"]*" href="([^"]+)"/.exec(html)?.[1] ?? '';
    const opened = await fetch(stage.server.url + link, { redirect: 'manual' });
    expect([200, 302]).toContain(opened.status);
    expect(opened.headers.get('location') ?? '/yunbiao?login=1').toContain('/yunbiao?login=1');
  });

  it.each(['light', 'dark'] as const)(
    'shows codes that are read from the screen: %s',
    async (colorScheme) => {
      if (noBrowser) return;
      const { page, quiet } = await stage.enter();
      await page.goto(`${LIBRARY}?q=${encodeURIComponent('货位')}`);
      await waitUntilHydrated(page);
      await page.emulateMedia({ colorScheme });
      const label = page.getByRole('listitem').filter({ hasText: '货位标签' }).locator('img');
      await expect
        .poll(() => label.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      const file = join(tmpdir(), `yb-library-${process.pid}-${colorScheme}.png`);
      await label.screenshot({ path: file });
      expect(await readWithZxing(file)).not.toEqual([]);
      await rm(file);
      quiet();
    },
  );
});

describe('own templates', () => {
  it('are for members, and a visitor is told so', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await page.goto(LIBRARY);
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '我的模板' }).click();
    await page.getByRole('heading', { name: '登录后能看到自己的模板' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: '登录' }).click();
    await page.getByRole('dialog').waitFor();
    quiet();
  });

  it.for(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
    'are drawn, renamed, copied, shared and deleted, on a %s screen',
    async (screen, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, context, quiet } = await stage.enter({ screen });
      const token = await signUp(`模板_${screen}`);
      await context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);
      await page.goto(`${LIBRARY}?own=1`);
      await page.getByRole('heading', { name: '还没有自己的模板' }).waitFor();
      const { list } = await callAs<{ list: { id: string }[] }>(
        stage.server,
        '',
        '/np/api/template/list',
      );
      await callAs(stage.server, token, '/np/api/uc/copyTemplate', {
        id: list[0]?.id,
        name: '我的价签',
      });
      await page.reload();
      await waitUntilHydrated(page);
      const picture = page.getByRole('img', { name: '我的价签样例' });
      await picture.waitFor();
      // The complete picture, at any scale the screen allows.
      const isWhole = await picture.evaluate((canvas) => {
        const [box, place] = [canvas, canvas.parentElement].map((item) =>
          item?.getBoundingClientRect(),
        );
        return box?.width === place?.width && box?.height === place?.height;
      });
      expect(isWhole).toBe(true);
      await inspect(page, `${screen}-library-own`);

      await page.getByRole('button', { name: '重命名“我的价签”' }).click();
      await page.getByRole('dialog').getByLabel('模板名称').fill('春季价签');
      await page.getByRole('button', { name: '保存名称' }).click();
      await page.getByRole('img', { name: '春季价签样例' }).waitFor();
      await page.getByRole('button', { name: '分类“春季价签”' }).click();
      await page.getByRole('dialog').getByLabel('分类').fill('促销');
      await page.getByRole('button', { name: '保存分类' }).click();
      await page.getByText('促销 ·').waitFor();
      await page.getByRole('button', { name: '复制“春季价签”', exact: true }).click();
      await expect
        .poll(() => listNames(page))
        .toEqual(expect.arrayContaining(['春季价签', '春季价签 副本']));

      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: '分享“春季价签”' }).click();
      await page.getByRole('button', { name: '停止分享“春季价签”' }).waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const guest = await stage.enter({ screen });
      await guest.page.goto(link);
      await guest.page.locator('[role="img"][aria-label^="正在设计的"]').waitFor();
      await expect
        .poll(() => guest.page.getByRole('textbox', { name: '模板的名字' }).inputValue())
        .toBe('春季价签');

      await page.getByRole('button', { name: '停止分享“春季价签”' }).click();
      await page.getByRole('button', { name: '分享“春季价签”', exact: true }).waitFor();
      await guest.page.reload();
      await guest.page.getByText('这个分享链接打不开了').waitFor();

      await page.getByRole('button', { name: '删除“春季价签 副本”' }).click();
      await page.getByRole('button', { name: '删除模板' }).click();
      await expect.poll(() => listNames(page)).toEqual(['春季价签']);
      quiet();
    },
  );
});
