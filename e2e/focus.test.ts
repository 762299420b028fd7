import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestAgent, makeAgent } from './support/agent.ts';
import { checkAccessibility, waitUntilHydrated, noBrowser, takeShot } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const { enter, quiet } = stage;
let agent: TestAgent | undefined;

afterEach(async () => {
  await agent?.remove();
  agent = undefined;
});

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
};

/** The focused element: its role or tag, and its name. `body` means none. */
const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement) || one === document.body) return 'body';
    const label = one.getAttribute('aria-label') ?? one.getAttribute('name');
    return `${one.localName} ${label ?? one.textContent.trim()}`;
  });
const pollFocus = (page: Page) => expect.poll(() => describeFocus(page));

const loginLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: '登录', exact: true });
const findMemberMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /的菜单$/ });

const signIn = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(stage.server.demo?.username ?? '');
  await dialog.getByLabel('密码').fill(stage.server.demo?.password ?? '');
  await dialog.getByLabel('密码').press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

/** A member with one paired client, whose printer has this name. */
const withPrinter = async (page: Page, printer: string): Promise<void> => {
  await open(page, '/yunbiao/user/auth');
  await signIn(page);
  await page.waitForURL('**/user/auth');
  await waitUntilHydrated(page);
  agent = await makeAgent();
  const pairing = agent.start('pair', '--server', stage.server.url);
  const [, code = ''] = await pairing.until(/\/user\/auth\?code=(\S+)/);
  await page.getByRole('button', { name: '添加客户端' }).first().press('Enter');
  await page.getByLabel('8 位配对码').fill(code);
  await page.getByRole('button', { name: '是我的，配对' }).press('Enter');
  await pairing.until(/配对成功/);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pollFocus(page).not.toBe('body');
  await agent.run(
    'printer',
    'add',
    printer,
    'tcp://127.0.0.1:9',
    '--language',
    'zpl',
    '--dpi',
    '203',
  );
  agent.start('run');
  await page.getByText(printer).first().waitFor();
};

describe('the login dialog', () => {
  it('has the first field that is wrong in focus, and shows toasts where they can be pressed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao');
    await loginLink(page).press('Enter');
    const dialog = page.getByRole('dialog');
    await pollFocus(page).toBe('input username');
    await dialog.getByRole('button', { name: '注册', exact: true }).press('Enter');
    await dialog.getByLabel('用户名').fill('good-name');
    await dialog.getByLabel('密码').fill('a-long-password-9');
    await dialog.getByLabel('密码').press('Enter');
    await pollFocus(page).toBe('input agree');
    await dialog.getByLabel('密码').fill('');
    await dialog.getByLabel('密码').press('Enter');
    await pollFocus(page).toBe('input password');
    expect(await checkAccessibility(page)).toEqual([]);
    // It is modal: the page behind cannot be clicked or scrolled.
    expect(await dialog.evaluate((item) => item.matches(':modal'))).toBe(true);
    await page.mouse.wheel(0, 800);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pollFocus(page).toBe('a 登录');
    quiet();
  });

  it('gives the focus back to what asked for it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao/qa');
    await page.getByRole('article').or(page.locator('li > a[href*="/qa/"]')).first().click();
    await page.waitForURL(/\/qa\/\d+\.html/);
    const like = page.getByRole('main').getByRole('button', { name: /有同样问题/ });
    await like.press('Enter');
    await signIn(page);
    // It was requested on this page: there is no redirect.
    await pollFocus(page).toMatch(/^button .*有同样问题/);
    expect(new URL(page.url()).pathname).toMatch(/\/qa\/\d+\.html/);
    quiet();
  });
});

describe('the focus', () => {
  it('is on who is there after signing in, and on the page after signing out', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao/download');
    await loginLink(page).press('Enter');
    await signIn(page);
    await page.waitForURL('**/yunbiao/user');
    await pollFocus(page).toBe('button demo的菜单');
    await findMemberMenu(page).press('Enter');
    const menu = page.locator('.menu');
    await menu.getByText(/^VIP 月付，.*到期$/).waitFor();
    expect(await menu.locator('b').textContent()).toBe('demo');
    await takeShot(page, 'user-menu');
    await menu.getByRole('link', { name: '订单' }).press('Enter');
    await page.waitForURL('**/user/order');
    await pollFocus(page).not.toMatch(/^(body|a )/);
    await findMemberMenu(page).press('Enter');
    await menu.getByRole('button', { name: '退出登录' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).press('Enter');
    await pollFocus(page).toBe('button demo的菜单');
    await findMemberMenu(page).press('Enter');
    await menu.getByRole('button', { name: '退出登录' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).press('Enter');
    await page.waitForURL(`${stage.server.url}/`);
    await loginLink(page).waitFor();
    await pollFocus(page).not.toBe('body');
    quiet();
  });

  it('stays through a configuration: opened, saved, deleted; and through printing', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    const printer = `仓库${'长'.repeat(70)}`;
    await withPrinter(page, printer);
    await page
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '打印机配置' })
      .press('Enter');
    // The previous page has a link of the same name.
    await page.getByRole('heading', { level: 1, name: '打印机配置' }).waitFor();
    await page.getByRole('link', { name: '新建配置', exact: true }).first().press('Enter');
    await pollFocus(page).toMatch(/^h1 .*60 × 40/);
    // A name derived from the printer's name can be stored.
    const name = await page.getByLabel('配置名称').inputValue();
    expect(name).toMatch(/^仓库长+… 60 × 40$/);
    await page.getByLabel('宽', { exact: true }).fill('3');
    await page.getByRole('button', { name: '保存配置' }).press('Enter');
    await pollFocus(page).toBe('input widthMm');
    await page.getByLabel('宽', { exact: true }).fill('60');
    await page.getByRole('button', { name: '保存配置' }).press('Enter');
    await page.waitForURL(/printerCfg\?id=/);
    await pollFocus(page).toBe(`h1 ${name}`);
    await page.getByLabel('份数').fill('2');
    await page.getByRole('button', { name: '保存配置' }).press('Enter');
    await page.getByRole('button', { name: '放弃修改' }).waitFor({ state: 'detached' });
    await pollFocus(page).toBe('button 保存配置');

    await open(page, '/yunbiao/user/print');
    await page.getByLabel('品名').fill('苹果');
    // Checked, without a finding.
    await page.getByText('可扫').waitFor();
    const print = page.getByRole('button', { name: /^打印 \d/ });
    await expect.poll(() => print.isEnabled()).toBe(true);
    const answered = page.waitForResponse((reply) => reply.url().endsWith('/np/api/uc/print'));
    await print.press('Enter');
    expect((await answered).ok()).toBe(true);
    // The requested content has loaded and takes the focus from the button.
    await pollFocus(page).toBe('h2 批次');

    await open(page, '/yunbiao/user/printerCfg');
    await page.getByRole('main').getByRole('link', { name, exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await pollFocus(page).toBe(`h1 ${name}`);
    await page.getByRole('button', { name: '删除', exact: true }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: '删除配置' }).press('Enter');
    await page.waitForURL(/printerCfg$/);
    await pollFocus(page).toBe('h1 打印机配置');
    quiet();
  });

  it('stays on the plan that is chosen, which then leads to the order', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao/vip');
    await page.getByRole('button', { name: '选 VIP 月付' }).press('Enter');
    await pollFocus(page).toBe('button 已选，看下面');
    expect(await page.getByRole('button', { name: '已选，看下面' }).count()).toBe(1);
    await page.getByText('VIP 月付，30 天').waitFor();
    quiet();
  });
});

describe('who signs in while writing', () => {
  it('stays on the page, and takes the words along', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao/qa/ask');
    await page.getByLabel('标题').fill('写到一半去登录');
    await loginLink(page).press('Enter');
    await signIn(page);
    await findMemberMenu(page).waitFor();
    await page.getByText(/^草稿已保存/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/yunbiao/qa/ask');
    expect(await page.getByLabel('标题').inputValue()).toBe('写到一半去登录');
    const keptAs = (): Promise<string[]> =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':ask:yunbiao')));
    await expect.poll(keptAs).toEqual([expect.stringMatching(/^draft:\d+:ask:yunbiao$/)]);
    quiet();
  });
});

describe('a prompt over a dialog', () => {
  it('leaves a toast where it can be pressed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page, '/yunbiao/user/profile');
    await signIn(page);
    await page.waitForURL('**/user/profile');
    await page.getByRole('button', { name: '保存资料' }).press('Enter');
    const toast = page.getByRole('status').getByText('没有要保存的修改');
    await toast.waitFor();
    await page
      .getByRole('banner')
      .getByRole('button', { name: /的菜单$/ })
      .press('Enter');
    await page.locator('.menu').getByRole('button', { name: '退出登录' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '关闭提示' }).click();
    await toast.waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: '取消' }).click();
    quiet();
  });
});

describe('without scripts', () => {
  it('the page that asks to sign in says what is needed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const context = await stage.browser.newContext({
      baseURL: stage.server.url,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto('/yunbiao/user/print');
    expect(new URL(page.url()).search).toContain('login=1');
    expect(await page.getByText(/登录、注册和打印需要/).isVisible()).toBe(true);
    await context.close();
  });
});
