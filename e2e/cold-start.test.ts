import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import { holdScripts, waitUntilHydrated, noBrowser } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();
beforeEach((ctx) => ctx.skip(noBrowser !== null, noBrowser ?? ''));

const PASSWORD = 'correct horse 9';
let members = 0;

/**
 * A new member on a page without its scripts, the calls it makes, and a function that releases the
 * scripts.
 */
const openWaitingPage = async (path: string) => {
  members += 1;
  const account = { username: `early-${members}`, password: PASSWORD };
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', account);
  const { page, context, quiet } = await stage.enter();
  await context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);
  const calls: string[] = [];
  const documents: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/np/')) calls.push(pathname.split('/').at(-1) ?? '');
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const letIn = await holdScripts(page);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#end').waitFor({ state: 'attached' });
  return {
    page,
    documents,
    times: (call: string) => calls.filter((item) => item === call).length,
    begin: async () => {
      await letIn();
      await waitUntilHydrated(page);
    },
    quiet,
  };
};

const isGoing = (page: Page) => page.evaluate(() => 'going' in document.documentElement.dataset);

describe('a press before the scripts are here', () => {
  it('is seen to be taken, and done once when they are', async () => {
    const { page, times, begin, quiet } = await openWaitingPage('/yunbiao/user/auth');
    await page.getByRole('button', { name: '虚拟打印机' }).dblclick();
    expect(await isGoing(page)).toBe(true);
    await begin();
    await page.getByRole('region', { name: '虚拟打印机的纸卷' }).waitFor();
    await page.getByText('纸卷还是空的').waitFor();
    expect(await isGoing(page)).toBe(false);
    expect(times('virtualOpen')).toBe(1);
    quiet();
  });

  it('sends a form as it was filled, once, and none of it in the address', async () => {
    const { page, times, documents, begin, quiet } = await openWaitingPage('/yunbiao/user/profile');
    await page.getByLabel('现在的密码').fill(PASSWORD);
    await page.getByLabel('新密码').fill('another horse 9');
    await page.getByLabel('新密码').press('Enter');
    await begin();
    await page.getByText('密码已改，别处的登录已退出').waitFor();
    expect(times('changePwd')).toBe(1);
    expect(documents).toEqual([page.url()]);
    quiet();
  });

  it('is forgotten where something else was done since', async () => {
    const { page, times, begin, quiet } = await openWaitingPage('/yunbiao/user/auth');
    await page.getByRole('button', { name: '虚拟打印机' }).click();
    await page.getByRole('heading', { level: 1 }).click();
    expect(await isGoing(page)).toBe(false);
    await begin();
    await page.getByRole('button', { name: '切换软件' }).click();
    expect(times('virtualOpen')).toBe(0);
    quiet();
  });

  it('is forgotten where the scripts took too long', async () => {
    const { page, times, begin, quiet } = await openWaitingPage('/yunbiao/user/auth');
    await page.clock.setFixedTime(Date.now());
    await page.getByRole('button', { name: '虚拟打印机' }).click();
    await page.clock.setFixedTime(Date.now() + 60_000);
    await begin();
    await page.getByRole('button', { name: '切换软件' }).click();
    expect([times('virtualOpen'), await isGoing(page)]).toEqual([0, false]);
    quiet();
  });
});

describe('what is typed and chosen before the scripts are here', () => {
  const pollSearch = (page: Page) =>
    expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams));

  it('is known to the page: a line, a choice', async () => {
    const { page, begin, quiet } = await openWaitingPage('/yunbiao/tools/temp');
    const box = page.getByRole('searchbox', { name: '搜索模板' });
    await box.fill('价签');
    await begin();
    await pollSearch(page).toEqual({ q: '价签' });
    expect(await box.inputValue()).toBe('价签');
    const again = await openWaitingPage('/yunbiao/tools/temp');
    const other = again.page.getByRole('combobox', { name: '排序' });
    const last = await other.locator('option').last().getAttribute('value');
    // By keyboard: Playwright's own selection is not a user action.
    await other.press('End');
    await again.begin();
    await pollSearch(again.page).toEqual({ sort: last });
    await expect.poll(() => other.inputValue()).toBe(last);
    quiet();
    again.quiet();
  });

  it('is known to the page: a box that is ticked, and one that is not any more', async () => {
    const address = `/yunbiao/search?q=${encodeURIComponent('打印机')}&recent=1`;
    const { page, begin, quiet } = await openWaitingPage(address);
    const [solved, recent] = [page.getByLabel('已解决的'), page.getByLabel('近一年的')];
    await solved.check();
    await recent.uncheck();
    await begin();
    await pollSearch(page).toEqual({ q: '打印机', solved: '1' });
    expect([await solved.isChecked(), await recent.isChecked()]).toEqual([true, false]);
    quiet();
  });

  it.each(['before', 'while'])(
    'is known to the page: what an input method wrote %s they came',
    async (when) => {
      const { page, begin, quiet } = await openWaitingPage('/yunbiao/tools/temp');
      const box = page.getByRole('searchbox', { name: '搜索模板' });
      await box.focus();
      const keyboard = await page.context().newCDPSession(page);
      for (const text of ['j', 'jia', 'jiaqian'])
        await keyboard.send('Input.imeSetComposition', {
          text,
          selectionStart: text.length,
          selectionEnd: text.length,
        });
      const insertText = () => keyboard.send('Input.insertText', { text: '价签' });
      if (when === 'before') await insertText();
      await begin();
      if (when === 'while') await insertText();
      await pollSearch(page).toEqual({ q: '价签' });
      expect(await box.inputValue()).toBe('价签');
      quiet();
    },
  );

  it('is known to the page: a file, whose choice opens at the press', async () => {
    const { page, begin, quiet } = await openWaitingPage('/yunbiao/tools/zpl');
    const choice = page.waitForEvent('filechooser', { timeout: 10_000 });
    await page.getByRole('button', { name: '选择文件' }).click();
    const chooser = await choice;
    expect(await isGoing(page)).toBe(false);
    const path = join(stage.server.dataDir, 'early.zpl');
    await writeFile(path, '^XA^FO20,20^A0N,30,30^FDEARLY-FILE^FS^XZ');
    // By path, as a visitor selects it: data that Playwright inserts is not a user action.
    await chooser.setFiles(path);
    await begin();
    await expect
      .poll(() => page.getByRole('textbox', { name: /ZPL/ }).inputValue())
      .toContain('EARLY-FILE');
    quiet();
  });
});
