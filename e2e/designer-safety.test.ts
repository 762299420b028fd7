import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const NEW = '/yunbiao/tools/design-new.html';

const findCanvas = (page: Page) => page.getByRole('application');

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
  await page.locator('[role="img"][aria-label^="正在设计的"]').waitFor();
};

const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: '保存', exact: true }).click();

/** Moves all elements down by one millimetre. */
const move = async (page: Page): Promise<void> => {
  await findCanvas(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Shift+ArrowDown');
};

/** A member's own template, copied from a public one. */
const openOwn = async (page: Page): Promise<void> => {
  await open(page, '/yunbiao/tools/design-1.html');
  await move(page);
  await save(page);
  await page.waitForURL((url) => !url.pathname.endsWith('design-1.html'));
  await page.getByText('已保存').waitFor();
};

const SAVE = /\/uc\/saveTemplate/;

describe('a design', () => {
  it('keeps what was done while it was being saved', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await openOwn(page);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(SAVE, async (route) => {
      await held;
      await route.continue();
    });
    await move(page);
    await save(page);
    await page.getByText('正在保存').waitFor();
    await findCanvas(page).focus();
    await page.keyboard.press('Delete');
    letGo();
    await page.getByText('草稿在这个浏览器里').waitFor();
    await page.reload();
    await page.getByText('继续上次未保存的修改').waitFor();
    expect(await page.getByText('别处保存了').count()).toBe(0);
    // After saving, discarding is no longer offered.
    await save(page);
    await page.getByText(/\d 已保存/).waitFor();
    expect(await page.getByText('继续上次未保存的修改').count()).toBe(0);
    quiet();
  });

  it('is offered again when the window it was left in is not the first to be opened', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await open(page, '/yunbiao/tools/design-2.html');
    const second = await context.newPage();
    await open(second, '/yunbiao/tools/design-2.html');
    await move(second);
    await second.getByText('草稿在这个浏览器里').waitFor();
    await second.close();
    await page.close();
    const later = await context.newPage();
    await open(later, '/yunbiao/tools/design-2.html');
    await later.getByRole('button', { name: '打开那一份' }).click();
    await later.getByRole('button', { name: '撤销，上一步：打开另一个窗口未保存的' }).waitFor();
    await later.getByText('草稿在这个浏览器里').waitFor();
    await later.reload();
    await later.getByText('继续上次未保存的修改').waitFor();
    await waitUntilHydrated(later);
    expect(await later.getByRole('button', { name: '打开那一份' }).count()).toBe(0);
    quiet();
  });

  it('is not saved by signing in later when the dialog was closed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    const saves: string[] = [];
    page.on('request', (request) => {
      if (SAVE.test(request.url())) saves.push(request.url());
    });
    await open(page, NEW);
    await page
      .getByRole('navigation', { name: '元素' })
      .getByRole('button', { name: '矩形', exact: true })
      .press('Enter');
    await save(page);
    await page.getByRole('dialog').getByLabel('用户名').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await stage.signIn(context);
    const known = page.waitForResponse(/getInfo/);
    // Sends the event as another tab does.
    await page.evaluate(() => {
      const channel = new BroadcastChannel('session');
      channel.postMessage('in');
      channel.close();
    });
    await known;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(saves).toEqual([]);
    await save(page);
    await page.waitForURL(/design-\d+\.html$/);
    expect(saves).toHaveLength(1);
    quiet();
  });

  it('begun before another browser saved it is not written over that', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await stage.enter();
    await stage.signIn(context);
    await openOwn(page);
    // An own template from the start: the first save of a copy leads to another address.
    await open(page, page.url());
    await move(page);
    await page.getByText('草稿在这个浏览器里').waitFor();
    const elsewhere = await stage.enter();
    await stage.signIn(elsewhere.context);
    await open(elsewhere.page, page.url());
    await findCanvas(elsewhere.page).focus();
    await elsewhere.page.keyboard.press('ControlOrMeta+a');
    await elsewhere.page.keyboard.press('Delete');
    await save(elsewhere.page);
    await elsewhere.page.getByText(/\d 已保存/).waitFor();
    await page.reload();
    await page.getByText('别处保存了第 2 版，这里的还是第 1 版').waitFor();
    await save(page);
    const question = page.getByRole('dialog', { name: '系统提示' });
    await question.getByText('保存了第 2 版').waitFor();
    await question.getByRole('button', { name: '取消' }).click();
    elsewhere.quiet();
  });
});

describe('rows that are pasted', () => {
  it('are counted when there is no room for all of them', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, NEW);
    await page.getByRole('button', { name: '粘贴', exact: true }).click();
    const rows = Array.from({ length: 10_050 }, (_, n) => `苹果\t${n}`);
    // As a paste: typing would make the browser lay out ten thousand lines first.
    await page
      .getByRole('dialog', { name: '粘贴行' })
      .getByRole('textbox')
      .evaluate(
        (box, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          box.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
          );
        },
        ['品名\t货号', ...rows].join('\n'),
      );
    await page.getByText('只打开了前 10,000 行').waitFor();
    quiet();
  });
});
