import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sampleCases } from '../scripts/vitest/rounds.ts';
import { runAdmin } from './support/admin.ts';
import { makeAgent } from './support/agent.ts';
import { type Visitor, waitUntilHydrated, noBrowser } from './support/browser.ts';
import { getChunk } from './support/chunks.ts';
import { describeInFull, listScreens } from './support/full-run.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const enter = (entrance?: Parameters<typeof stage.enter>[0]): Promise<Visitor> =>
  stage.enter(entrance);

const loginButton = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: '登录', exact: true });
const findMemberMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /的菜单$/ });
const getToast = (page: Page, text: string) => page.getByRole('status').getByText(text);

/** Fills in the open dialog and waits until it closes. */
const fillLogin = async (page: Page, options: { remember?: boolean } = {}): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(stage.server.demo?.username ?? '');
  await dialog.getByLabel('密码').fill(stage.server.demo?.password ?? '');
  await dialog.getByRole('checkbox', { name: /免登录/ }).setChecked(options.remember ?? false);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
};

const signIn = async (page: Page, options: { remember?: boolean } = {}): Promise<void> => {
  await page.goto('/yunbiao');
  await waitUntilHydrated(page);
  await loginButton(page).click();
  await fillLogin(page, options);
  await findMemberMenu(page).waitFor();
};

/** Enters signed in as the demo member; the sign-in itself is tested in `signing in`. */
const enterSignedIn = async (entrance?: Parameters<typeof stage.enter>[0]): Promise<Visitor> => {
  const visitor = await enter(entrance);
  await stage.signIn(visitor.context);
  return visitor;
};

const getCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'auto-token');

const getToken = async (context: BrowserContext): Promise<string> =>
  decodeURIComponent((await getCookie(context))?.value ?? '');

/**
 * Ends the session on the server, as another device of the member would; this browser is not
 * notified.
 */
const revoke = async (context: BrowserContext): Promise<void> => {
  const token = await getToken(context);
  const reply = await fetch(`${stage.server.url}/np/user/logout`, {
    method: 'POST',
    headers: { 'X-Token': token },
  });
  expect(await reply.json()).toMatchObject({ state: 'ok' });
};

const recordCalls = (page: Page): Request[] => {
  const seen: Request[] = [];
  page.on('request', (item) => {
    if (/^\/(np|users)\//.test(new URL(item.url()).pathname)) seen.push(item);
  });
  return seen;
};

/**
 * Blocks the page's live stream, so that the next call is the first to detect the ended session.
 */
const withoutStream = (page: Page): Promise<unknown> =>
  page.route('**/np/api/uc/printEvents*', () => undefined);

const runAdminHere = (...args: string[]): Promise<string> => runAdmin(stage.server, args);

describe('signing in', () => {
  it('leaves a cookie of 14 days, survives a reload, and never shows the token', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    await signIn(page);
    expect(await getCookie(context)).toMatchObject({
      path: '/',
      sameSite: 'Lax',
      secure: false,
      httpOnly: false,
    });
    expect(await page.evaluate(() => localStorage.getItem('auto-token'))).toBeNull();
    const token = await getToken(context);
    const reply = await page.reload();
    await findMemberMenu(page).waitFor();
    expect(await reply?.text()).toContain(stage.server.demo?.username);
    expect(await reply?.text()).not.toContain(token);
    quiet();
  });

  // @spec browser-sends-headers
  it('sends host, software and token with every call, forms for POST, and asks for the dictionary once', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    const recordedCalls = recordCalls(page);
    await page.goto('/yunbiao');
    await expect
      .poll(() => recordedCalls.filter((item) => /dictList/.test(item.url())).length)
      .toBe(2);
    await waitUntilHydrated(page);
    await loginButton(page).click();
    await fillLogin(page);
    await findMemberMenu(page).click();
    await page.locator('.menu').getByRole('link', { name: '用户中心' }).click();
    const menu = page.getByRole('navigation', { name: '用户中心' });
    for (const entry of ['立即打印', '打印统计', '标签明细', '打印机配置', '授权客户端']) {
      await menu.getByRole('link', { name: entry }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.waitForTimeout(500);
    const token = await getToken(context);
    const isIn = recordedCalls.findIndex((item) => item.url().endsWith('/np/login')) + 1;
    for (const [at, one] of recordedCalls.entries()) {
      const headers = await one.allHeaders();
      expect(headers['x-host'], one.url()).toBe('127.0.0.1');
      expect(['yunbiao', ''], one.url()).toContain(headers['x-domain']);
      expect(headers['x-token'], one.url()).toBe(at < isIn ? '' : token);
      if (one.method() === 'POST')
        expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
      expect(one.url()).not.toContain(token);
    }
    expect(recordedCalls.filter((item) => /dictList/.test(item.url())).length).toBe(2);
    quiet();
  });

  it('loads the dictionary on a page of the user area with the page, and never again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enterSignedIn();
    const recordedCalls = recordCalls(page);
    await page.goto('/yunbiao/user');
    await waitUntilHydrated(page);
    const menu = page.getByRole('navigation', { name: '用户中心' });
    for (const entry of ['打印统计', '打印机配置']) {
      await menu.getByRole('link', { name: entry }).click();
      await page.getByRole('heading', { level: 1, name: entry }).waitFor();
    }
    await page.waitForTimeout(500);
    expect(recordedCalls.filter((item) => /dictList/.test(item.url()))).toEqual([]);
    quiet();
  });

  it('goes on to the own path that asked for it, and back does not come round again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await page.goto('/');
    await page.goto('/yunbiao/user/printStatDetail?batchNo=1');
    await fillLogin(page);
    await page.waitForURL('**/yunbiao/user/printStatDetail?batchNo=1');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    quiet();
  });

  // Other ways to write such an address are in parse-own-path.test.ts.
  it.each(
    sampleCases([
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/%2F/evil.example',
    ]),
  )('stays here when told to go on to %s', async (to) => {
    if (noBrowser) return;
    const { page } = await enter();
    await page.goto(`/yunbiao?login=1&to=${encodeURIComponent(to)}`);
    await fillLogin(page);
    await findMemberMenu(page).or(page.getByText('页面不存在')).first().waitFor();
    await page.waitForTimeout(300);
    expect(new URL(page.url()).origin).toBe(stage.server.url);
    expect(new URL(page.url()).search).toBe('');
  });

  it('remembered, restores a lost cookie: the user area opens without asking', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    await signIn(page, { remember: true });
    const token = await getToken(context);
    await context.clearCookies();
    await page.goto('/yunbiao/user/printerCfg');
    await page.waitForURL('**/yunbiao/user/printerCfg');
    await page.getByRole('heading', { level: 1, name: '打印机配置' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await getToken(context)).toBe(token);
    quiet();
  });

  it('not remembered, asks again when the cookie is lost', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await enter();
    await signIn(page);
    await context.clearCookies();
    await page.goto('/yunbiao/user/printerCfg');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('auto-token'))).toBeNull();
  });
});

describeInFull('登录 pressed before the scripts have come', () => {
  it.each([
    ['/', '/'],
    ['/yunbiao/qa?sort=hot', '/yunbiao/user'],
    ['/yunbiao/search?q=%E6%89%93%E5%8D%B0', '/yunbiao/user'],
  ])('opens the dialog on %s as soon as they are there, and leads on to %s', async (path, next) => {
    if (noBrowser) return;
    const { page, context, quiet } = await enter();
    let deliver = (): void => undefined;
    const delivery = new Promise<void>((resolve) => (deliver = resolve));
    await context.route('**/assets/*.js', async (route) => {
      await delivery;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await loginButton(page).click({ noWaitAfter: true });
    await page.waitForURL((url) => url.searchParams.get('login') === '1', {
      waitUntil: 'commit',
    });
    deliver();
    const dialog = page.getByRole('dialog');
    // After cancelling, the page has its own address again.
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toBe(stage.server.url + path);
    await loginButton(page).click();
    await fillLogin(page);
    await findMemberMenu(page).waitFor();
    await expect.poll(() => page.url()).toBe(stage.server.url + next);
    quiet();
  });

  it('shows that it works on it when only the code of the dialog is missing', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    let deliver = (): void => undefined;
    const delivery = new Promise<void>((resolve) => (deliver = resolve));
    const held = new Set<string>();
    for (const source of ['session.ts', 'login-dialog.tsx'])
      await context.route(`**${await getChunk(`src/shell/session/${source}`)}`, async (route) => {
        held.add(source);
        await delivery;
        await route.continue();
      });
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    await loginButton(page).click();
    expect(await loginButton(page).getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => [...held].toSorted()).toEqual(['login-dialog.tsx', 'session.ts']);
    deliver();
    await page.getByRole('dialog').getByLabel('用户名').waitFor();
    quiet();
  });

  it('shows the password that is typed, which signs in', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter({ screen: 'phone' });
    const { username = '', password = '' } = stage.server.demo ?? {};
    await page.goto('/yunbiao?login=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('用户名').fill(username);
    await dialog.getByRole('button', { name: '显示密码' }).click();
    const field = dialog.getByLabel('密码', { exact: true });
    await field.fill(password);
    expect(await field.getAttribute('type')).toBe('text');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    await field.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await findMemberMenu(page).waitFor();
    quiet();
  });

  it('signs up, too', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await page.goto('/yunbiao');
    const address = await page
      .getByRole('main')
      .getByRole('link', { name: '免费注册' })
      .getAttribute('href');
    expect(address).toBe('?login=register&to=%2Fyunbiao%2Fuser');
    await page.goto(`/yunbiao${address}`);
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('button', { name: '注册', exact: true })
      .and(page.locator('[aria-current=true]'))
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.url()).toBe(`${stage.server.url}/yunbiao`);
    quiet();
  });
});

describe('a session that ended on the server', () => {
  // @spec browser-expired-session
  it('is the expired logout: toast, dialog, home; signing in again brings the page back as it was', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enterSignedIn();
    await withoutStream(page);
    // The unread count is requested when the browser is idle: it must not be the call that detects
    // the ended session.
    const counted = page.waitForResponse(/\/uc\/noticeCount/);
    await page.goto('/yunbiao/user/print');
    await waitUntilHydrated(page);
    await page.getByLabel('品名').fill('还没打印完的一行');
    await counted;
    await revoke(context);
    await page
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '打印机配置' })
      .click();
    await getToast(page, '登录过期，请重新登录').waitFor();
    expect(await page.getByRole('status').locator('.toast').count()).toBe(1);
    await page.waitForURL(`${stage.server.url}/`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('请重新登录', { exact: true }).waitFor();
    expect(await getCookie(context)).toBeUndefined();
    const place = await page.locator('.toasts').evaluate((box) => {
      const { top, zIndex } = getComputedStyle(box);
      return { top, zIndex };
    });
    expect(place).toEqual({ top: '40px', zIndex: '10001' });
    await fillLogin(page);
    await page.waitForURL('**/yunbiao/user/printerCfg');
    await page.goto('/yunbiao/user/print');
    await expect.poll(() => page.getByLabel('品名').inputValue()).toBe('还没打印完的一行');
    quiet();
  });

  it('is noticed by a live page nobody touches', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enterSignedIn();
    const stream = page.waitForResponse(/printEvents/);
    await page.goto('/yunbiao/user/auth');
    await stream;
    // The page reloads its data when the stream opens; after that nothing calls the server.
    await page.waitForTimeout(1500);
    await revoke(context);
    await getToast(page, '登录过期，请重新登录').waitFor();
    await page.waitForURL(`${stage.server.url}/`);
    await page.getByRole('dialog').getByText('请重新登录', { exact: true }).waitFor();
    quiet();
  });

  it('is cleared without a word when the page asks who it is', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    await signIn(page, { remember: true });
    await revoke(context);
    await page.goto('/yunbiao');
    await expect.poll(async () => (await getCookie(context)) === undefined).toBe(true);
    await loginButton(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('status').textContent()).toBe('');
    expect(await page.evaluate(() => localStorage.getItem('auto-token'))).toBeNull();
    quiet();
  });
});

describeInFull('two browsers of one member', () => {
  it('end a session from another browser: that one is told, and has what was typed once it is back', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page: shop, context, quiet } = await enter();
    await signIn(shop);
    await withoutStream(shop);
    const counted = shop.waitForResponse(/\/uc\/noticeCount/);
    await shop.goto('/yunbiao/user/print');
    await waitUntilHydrated(shop);
    await shop.getByLabel('品名').fill('两台之间写的一行');
    await counted;
    const { page: desk } = await enterSignedIn({ screen: 'phone' });
    await desk.goto('/yunbiao/user/profile');
    await waitUntilHydrated(desk);
    const section = desk.getByRole('region', { name: '登录的设备' });
    const rows = section.getByRole('listitem');
    await expect.poll(() => rows.first().innerText()).toContain('这一台');
    // The most recently used session after this one is the browser in the shop; its place is its
    // partly hidden address.
    expect(await rows.nth(1).innerText()).toMatch(/Chrome[\s\S]*最近使用：[\s\S]*127\.0\.0\.\*/);
    const token = await getToken(context);
    await rows.nth(1).getByRole('button').click();
    await desk.getByRole('dialog').getByRole('button', { name: '退出这台设备' }).click();
    await desk.getByText(/^已退出“/).waitFor();
    await shop
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '打印机配置' })
      .click();
    await getToast(shop, '登录过期，请重新登录').waitFor();
    await shop.waitForURL(`${stage.server.url}/`);
    await shop.getByRole('dialog').getByText('请重新登录', { exact: true }).waitFor();
    expect(await getCookie(context)).toBeUndefined();
    const asked = await fetch(`${stage.server.url}/np/user/getInfo`, {
      method: 'POST',
      headers: { 'X-Token': token },
    });
    expect(await asked.json()).toMatchObject({ code: -9999 });
    // The session that ended the others continues.
    await desk.reload();
    await section.waitFor();
    await fillLogin(shop);
    await shop.waitForURL('**/yunbiao/user/printerCfg');
    await shop.goto('/yunbiao/user/print');
    await expect.poll(() => shop.getByLabel('品名').inputValue()).toBe('两台之间写的一行');
    quiet();
  });
});

describeInFull('a half-filled printer configuration', () => {
  it('is there again after an expired session, and nothing is asked on the way out', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const agent = await makeAgent();
    try {
      const { page, context, quiet } = await enterSignedIn();
      const pairing = agent.start('pair', '--server', stage.server.url);
      const [link] = await pairing.until(/http:\/\/\S+\/user\/auth\?code=\S+/);
      await page.goto(link);
      await page.getByRole('dialog').getByRole('button', { name: '是我的，配对' }).click();
      await pairing.until(/配对成功/);
      await agent.run(
        'printer',
        'add',
        '柜台',
        'tcp://127.0.0.1:9',
        '--language',
        'zpl',
        '--dpi',
        '203',
      );
      agent.start('run');
      await page.getByText('柜台').first().waitFor();
      await withoutStream(page);
      await page.goto('/yunbiao/user/printerCfg?new=1');
      await waitUntilHydrated(page);
      await page.getByLabel('配置名称').fill('还未保存的');
      // The session ends when the configuration is sent: earlier, any other call of the page could
      // detect it first.
      await page.route(
        '**/np/api/uc/savePrintConfig',
        async (route) => {
          await revoke(context);
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: '保存配置' }).click();
      await getToast(page, '登录过期，请重新登录').waitFor();
      expect(await page.getByRole('status').locator('.toast').count()).toBe(1);
      await page.waitForURL(`${stage.server.url}/`);
      await page.getByRole('dialog').getByText('请重新登录', { exact: true }).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(1);
      await fillLogin(page);
      await page.waitForURL('**/yunbiao/user/printerCfg?new=1');
      await expect.poll(() => page.getByLabel('配置名称').inputValue()).toBe('还未保存的');
      // A deliberate sign-out is confirmed only once and stores nothing.
      await page.getByLabel('配置名称').fill('也未保存的');
      await findMemberMenu(page).click();
      await page.getByRole('button', { name: '退出登录' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
      await page.waitForURL(`${stage.server.url}/`);
      expect(await page.getByRole('dialog').count()).toBe(0);
      quiet();
    } finally {
      await agent.remove();
    }
  });
});

describe('two tabs', () => {
  it('go in and out together', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter();
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    const other = await context.newPage();
    await other.goto('/yunbiao');
    await waitUntilHydrated(other);
    await other.waitForLoadState('networkidle');
    await page.waitForLoadState('networkidle');
    await loginButton(other).click();
    await fillLogin(other);
    await findMemberMenu(page).waitFor();
    await page.goto('/yunbiao/user/printStat');
    await page.getByRole('heading', { level: 1, name: '打印统计' }).waitFor();
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);

    await findMemberMenu(other).click();
    await other.getByRole('button', { name: '退出登录' }).click();
    const confirm = other.getByRole('dialog');
    await confirm.getByRole('heading', { name: '系统提示' }).waitFor();
    await confirm.getByText('确定要退出登录吗？').waitFor();
    await confirm.getByRole('button', { name: '取消' }).click();
    await findMemberMenu(other).click();
    await other.getByRole('button', { name: '退出登录' }).click();
    await confirm.getByRole('button', { name: '确定' }).click();
    await other.waitForURL(`${stage.server.url}/`);
    await page.waitForURL(`${stage.server.url}/`);
    await loginButton(page).waitFor();
    expect(await getCookie(context)).toBeUndefined();
    quiet();
  });
});

describeInFull('what a member typed', () => {
  it('is gone from every tab after signing out in one, label contents included', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enterSignedIn();
    const typeDraft = async (tab: Page): Promise<void> => {
      await tab.goto('/yunbiao/user/print');
      await waitUntilHydrated(tab);
      await expect
        .poll(() => tab.getByLabel('品名').evaluate((item) => item.closest('[inert]') === null))
        .toBe(true);
      await tab.getByLabel('品名').fill('不给别人看的品名');
    };
    await typeDraft(page);
    const printing = await context.newPage();
    await typeDraft(printing);
    const asking = await context.newPage();
    await asking.goto('/yunbiao/qa/ask');
    await waitUntilHydrated(asking);
    await asking.getByLabel('标题').fill('不给别人看的问题');

    await page.bringToFront();
    await findMemberMenu(page).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await printing.waitForURL(`${stage.server.url}/`);
    await loginButton(asking).waitFor();

    const readStorage = (tab: Page): Promise<string> =>
      tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const tab of [page, printing, asking])
      await expect.poll(() => readStorage(tab)).not.toContain('不给别人看的');
    // The same member finds no draft in any tab.
    await stage.signIn(context);
    for (const tab of [page, printing]) {
      await tab.goto('/yunbiao/user/print');
      await waitUntilHydrated(tab);
      expect(await tab.getByLabel('品名').inputValue()).not.toContain('不给别人看的');
    }
    await asking.goto('/yunbiao/qa/ask');
    await waitUntilHydrated(asking);
    expect(await asking.getByLabel('标题').inputValue()).toBe('');
    quiet();
  });
});

describeInFull('another member in the same browser', () => {
  type Signed = { token: string; userInfo: { username: string } };
  const register = async (username: string, nickname: string): Promise<string> => {
    const send = async (path: string, body: object, token = ''): Promise<Signed> => {
      const reply = await fetch(stage.server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Token': token },
        body: JSON.stringify(body),
      });
      const { state, msg, data } = (await reply.json()) as {
        state: string;
        msg: string;
        data: Signed;
      };
      if (state !== 'ok') throw new Error(msg);
      return data;
    };
    const { token } = await send('/np/register', { username, password: 'a-long-password-9' });
    await send('/np/user/changeInfo', { nickname, company: `${nickname}的公司` }, token);
    return token;
  };
  const holdSession = (context: BrowserContext, token: string): Promise<void> =>
    context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);
  /** Signs in as another tab would: the cookie first, then the notification. */
  const signInElsewhere = async (context: BrowserContext, token: string): Promise<void> => {
    await holdSession(context, token);
    const other = await context.newPage();
    await other.goto('/robots.txt');
    await other.evaluate(() => new BroadcastChannel('session').postMessage('in'));
  };
  /** All visible text, including field values. */
  const allText = (page: Page): Promise<string> =>
    page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('input,textarea')].map(
          (field) => (field as HTMLInputElement).value,
        ),
      ].join('\n'),
    );
  /** Delays the API's responses. */
  const slowApi = async (context: BrowserContext): Promise<() => void> => {
    let deliver = (): void => undefined;
    const delivery = new Promise<void>((resolve) => (deliver = resolve));
    await context.route('**/np/**', async (route) => {
      await delivery;
      await route.continue();
    });
    return deliver;
  };

  let nth = 0;
  const registerTwo = async (): Promise<[string, string]> => {
    nth++;
    return [await register(`former${nth}`, '前面那位'), await register(`next${nth}`, '后面那位')];
  };

  it('takes an open page over: nothing of the former one stays, nor goes out in his name', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const [former, next] = await registerTwo();
    const { page, context, quiet } = await enter();
    await holdSession(context, former);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    await page.getByLabel('昵称').fill('前面那位改到一半');
    const recordedCalls = recordCalls(page);
    const deliver = await slowApi(context);
    await signInElsewhere(context, next);
    await page.getByText('登录的账号变了').waitFor();
    expect(await allText(page)).not.toContain('前面那位');
    expect(await page.getByRole('dialog').count()).toBe(0);
    deliver();
    await findMemberMenu(page).getByText('后面那位').waitFor();
    await expect.poll(() => page.getByLabel('昵称').inputValue()).toBe('后面那位');
    expect(await page.getByLabel('公司').inputValue()).toBe('后面那位的公司');
    expect(await allText(page)).not.toContain('前面那位');
    expect(recordedCalls.filter((item) => item.url().includes('changeInfo'))).toEqual([]);
    quiet();
  });

  it('finds an empty question, and the page where it was', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const [former, next] = await registerTwo();
    const { page, context, quiet } = await enter();
    await holdSession(context, former);
    await page.goto('/yunbiao/qa/ask');
    await waitUntilHydrated(page);
    await page.getByLabel('标题').fill('前面那位的问题');
    await page.evaluate(() => scrollTo(0, 120));
    const top = await page.evaluate(() => scrollY);
    await signInElsewhere(context, next);
    await findMemberMenu(page).getByText('后面那位').waitFor();
    await expect.poll(() => page.getByLabel('标题').inputValue()).toBe('');
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.reload();
    await waitUntilHydrated(page);
    expect(await page.getByLabel('标题').inputValue()).toBe('');
    quiet();
  });

  it('never sees a page the former one had open before, however slow the server is', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const [former] = await registerTwo();
    const { page, context, quiet } = await enter();
    await holdSession(context, former);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    await page
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '订单' })
      .click();
    await page.getByRole('heading', { level: 1, name: '订单' }).waitFor();
    await findMemberMenu(page).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
    await page.waitForURL(`${stage.server.url}/`);
    await page
      .getByRole('navigation', { name: '主导航' })
      .getByRole('link', { name: '云标标签', exact: true })
      .click();
    await page.waitForURL('**/yunbiao');
    await loginButton(page).click();
    await fillLogin(page);
    await findMemberMenu(page).click();
    await page.locator('.menu').getByRole('link', { name: '用户中心' }).click();
    await page.waitForURL('**/yunbiao/user');
    // The address changes before the page, whose own calls must not be delayed.
    const profile = page
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '个人资料' });
    await profile.waitFor();
    const deliver = await slowApi(context);
    await profile.click();
    await page.waitForURL('**/user/profile');
    await page.waitForTimeout(1500);
    expect(await allText(page)).not.toContain('前面那位');
    deliver();
    await page.getByLabel('昵称').waitFor();
    expect(await allText(page)).not.toContain('前面那位');
    quiet();
  });
});

describe('the own templates', () => {
  it.for(listScreens('phone'))('are in the navigation of a member (%s)', async (screen, ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enterSignedIn({ screen });
    await page.goto('/yunbiao/user/print');
    await waitUntilHydrated(page);
    if (screen === 'phone')
      await page
        .getByRole('button', { name: /立即打印/ })
        .first()
        .click();
    await page
      .getByRole('navigation', { name: '用户中心' })
      .getByRole('link', { name: '我的模板' })
      .click();
    await page.waitForURL('**/yunbiao/tools/temp?own=1');
    await findMemberMenu(page).click();
    const own = page.locator('.menu').getByRole('link', { name: '我的模板' });
    expect(await own.getAttribute('aria-current')).toBe('page');
    await page.keyboard.press('Escape');
    await page.goto('/yunbiao/tools/temp');
    await waitUntilHydrated(page);
    await findMemberMenu(page).click();
    expect(await own.getAttribute('aria-current')).toBeNull();
    quiet();
  });
});

describeInFull('without the network', () => {
  it('says so and loses nothing that was typed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await enter();
    await page.goto('/yunbiao');
    await waitUntilHydrated(page);
    await loginButton(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('用户名').fill('demo');
    await dialog.getByLabel('密码').fill('something long');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: '登录', exact: true }).click();
    await dialog.getByText('网络不通，请稍后重试').waitFor();
    expect(await dialog.getByLabel('密码').inputValue()).toBe('something long');
    await context.setOffline(false);
    forgive(/ERR_INTERNET_DISCONNECTED/);
    quiet();
  });
});

describeInFull('a slow network', () => {
  it('lets nobody type into a form that is not ready to keep it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enterSignedIn();
    let deliver = (): void => undefined;
    const delivery = new Promise<void>((resolve) => (deliver = resolve));
    await context.route('**/assets/*.js', async (route) => {
      await delivery;
      await route.continue();
    });
    await page.goto('/yunbiao/user/print', { waitUntil: 'commit' });
    const field = page.getByLabel('品名');
    await field.waitFor();
    const before = await field.inputValue();
    await page.keyboard.press('Tab');
    await field.focus();
    await page.keyboard.type('太早');
    expect(await field.inputValue()).toBe(before);
    deliver();
    await waitUntilHydrated(page);
    await expect.poll(() => field.evaluate((item) => item.closest('[inert]') === null)).toBe(true);
    await field.fill('刚好');
    expect(await field.inputValue()).toBe('刚好');
    quiet();
  });
});

describeInFull('the standing of a member', () => {
  // @spec browser-asks-standing
  it('is asked of the API on pages gone to, and not on the one that came', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enterSignedIn();
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes('/curSoftware') ? 1 : 0));
    for (const path of ['/yunbiao/vip', '/yunbiao/user/order']) {
      await page.goto(path);
      await waitUntilHydrated(page);
      // A member's page never becomes idle, because it has a live stream.
      await page.waitForTimeout(1_500);
    }
    expect(asked).toBe(0);
    const nav = page.getByRole('navigation', { name: '主导航' });
    await nav.getByRole('link', { name: '下载' }).click();
    await page.waitForURL('**/yunbiao/download');
    await expect.poll(() => asked).toBe(1);
    await page.waitForTimeout(500);
    expect(asked).toBe(1);
    quiet();
  });
});

describe('a suspended member', () => {
  const runSuspended = async (work: () => Promise<void>): Promise<void> => {
    await runAdminHere(
      'member',
      'suspend',
      stage.server.demo?.username ?? '',
      'yunbiao',
      '欠费未结',
    );
    try {
      await work();
    } finally {
      await runAdminHere('member', 'unsuspend', stage.server.demo?.username ?? '', 'yunbiao');
    }
  };
  const isDenied = async (page: Page): Promise<void> => {
    await page.waitForURL('**/yunbiao/denied');
    await page.getByRole('heading', { name: '你的账号在云标标签暂停了' }).waitFor();
    await page.getByText('欠费未结').waitFor();
  };

  it('lands on the denied page of that software, and only of that one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enterSignedIn();
    await runSuspended(async () => {
      await page.goto('/yunbiao/user/print');
      await isDenied(page);
      await page.goto('/miandan/user');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/miandan/user');
    });
    quiet();
  });

  it('lands there from page to page, too, and back leads to where he was', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enterSignedIn();
    await page.goto('/');
    await waitUntilHydrated(page);
    const nav = page.getByRole('navigation', { name: '主导航' });
    await runSuspended(async () => {
      await nav.getByRole('link', { name: '云标标签', exact: true }).click();
      await isDenied(page);
      await page.goBack();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    });
    await nav.getByRole('link', { name: '云标标签', exact: true }).click();
    await page.waitForURL('**/yunbiao');
    // Suspended during the visit: the next page is the last.
    await runSuspended(async () => {
      await nav.getByRole('link', { name: '下载' }).click();
      await isDenied(page);
    });
    quiet();
  });

  it('lands there when he signs in on a page of it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await runSuspended(async () => {
      await page.goto('/yunbiao/vip');
      await waitUntilHydrated(page);
      await loginButton(page).click();
      await fillLogin(page);
      await isDenied(page);
    });
    quiet();
  });
});
