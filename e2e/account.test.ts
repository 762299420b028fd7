import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

const NEW = 'battery staple 7';

const call = async (path: string, body: object, token = '') => {
  const headers = { 'Content-Type': 'application/json', 'X-Token': token };
  const reply = await fetch(stage.server.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return (await reply.json()) as { code: number; data: { token: string } };
};
const logIn = (username: string, password: string) => call('/np/login', { username, password });

const change = async (page: Page, old: string): Promise<void> => {
  const form = page.getByRole('form', { name: '修改密码' });
  await form.getByLabel('现在的密码').fill(old);
  await form.getByLabel('新密码').fill(NEW);
  await form.getByRole('button', { name: '修改密码' }).click();
};

it.for(['wide', 'phone'] as const)(
  'a member changes the password: others are signed out, this browser is not (%s)',
  async (screen, ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const username = `changes-${screen}`;
    const old = 'correct horse 9';
    await call('/np/register', { username, password: old });
    const { data: here } = await logIn(username, old);
    const { data: elsewhere } = await logIn(username, old);
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await visitor.context.addCookies([
      { name: 'auto-token', value: here.token, url: stage.server.url },
    ]);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    await change(page, 'something else');
    const wrong = page.getByRole('alert').filter({ hasText: '现在的密码不对' });
    await wrong.waitFor();
    await takeShot(page, `password-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await change(page, old);
    await page.getByText('密码已改').waitFor();
    expect(await page.getByLabel('新密码').inputValue()).toBe('');
    expect((await call('/np/user/getInfo', {}, elsewhere.token)).code).toBe(-9999);
    expect((await call('/np/user/getInfo', {}, here.token)).code).toBe(200);
    expect((await logIn(username, NEW)).code).toBe(200);
    visitor.quiet();
    await visitor.close();
  },
);

it('shows a new password on request, with the keyboard too, and hides it when it is sent', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const visitor = await stage.enter();
  const { page } = visitor;
  await stage.signIn(visitor.context);
  await page.goto('/yunbiao/user/profile');
  await waitUntilHydrated(page);
  const form = page.getByRole('form', { name: '修改密码' });
  const field = form.getByLabel('新密码');
  const button = form.getByRole('button', { name: '显示密码' }).last();
  const readFieldState = async () => [
    await field.getAttribute('type'),
    await field.getAttribute('autocomplete'),
    await button.getAttribute('aria-pressed'),
  ];
  await field.fill('short');
  expect(await readFieldState()).toEqual(['password', 'new-password', 'false']);
  await field.press('Tab');
  await button.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Space');
  expect(await readFieldState()).toEqual(['text', 'new-password', 'true']);
  expect(await field.inputValue()).toBe('short');
  expect(await checkAccessibility(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await readFieldState()).toEqual(['password', 'new-password', 'false']);
  expect(await form.getByRole('alert').count()).toBe(0);
  await button.click();
  await form.getByRole('button', { name: '修改密码' }).click();
  await form.getByRole('alert').first().waitFor();
  expect(await readFieldState()).toEqual(['password', 'new-password', 'false']);
  visitor.quiet();
});

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Signs in from another device of the member. */
const signInElsewhere = async (username: string, password: string): Promise<string> => {
  const reply = await fetch(`${stage.server.url}/np/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': PHONE },
    body: JSON.stringify({ username, password }),
  });
  return ((await reply.json()) as { data: { token: string } }).data.token;
};

it.for(['wide', 'phone'] as const)(
  'a member sees where the account is signed in, and ends it there (%s)',
  async (screen, ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const user = { username: `devices-${screen}`, password: 'correct horse 9' };
    const { data: here } = await call('/np/register', user);
    const tokens: string[] = [];
    for (let n = 0; n < 3; n += 1) tokens.push(await signInElsewhere(user.username, user.password));
    const isOpen = async (token = '') => (await call('/np/user/getInfo', {}, token)).code === 200;
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await visitor.context.addCookies([
      { name: 'auto-token', value: here.token, url: stage.server.url },
    ]);
    await page.goto('/yunbiao/user/profile');
    await waitUntilHydrated(page);
    const section = page.getByRole('region', { name: '登录的设备' });
    const rows = section.getByRole('listitem');
    expect(await rows.count()).toBe(4);
    expect(await rows.first().innerText()).toContain('这一台，正在用，网络地址 127.0.0.*');
    expect(await rows.nth(1).innerText()).toMatch(/^iPhone 上的 Safari\s+最近使用：/);
    await takeShot(page, `devices-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await rows.nth(1).getByRole('button').click();
    const question = page.getByRole('dialog');
    await question.getByText('退出“iPhone 上的 Safari”？').waitFor();
    await question.getByRole('button', { name: '退出这台设备' }).click();
    await page.getByText('已退出“iPhone 上的 Safari”').waitFor();
    await expect.poll(() => rows.count()).toBe(3);
    expect(await Promise.all(tokens.map(isOpen))).toEqual([true, true, false]);
    await section.getByRole('button', { name: '退出其他设备' }).click();
    await question.getByRole('button', { name: '退出其他设备' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await Promise.all([here.token, ...tokens].map(isOpen))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(await section.getByRole('button').count()).toBe(0);
    visitor.quiet();
    await visitor.close();
  },
);

it.for(['wide', 'phone'] as const)(
  'the login dialog says what to do about a forgotten password, and whom to ask (%s)',
  async (screen, ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await page.goto('/yunbiao?login=1');
    const dialog = page.getByRole('dialog');
    const ask = dialog.getByRole('button', { name: '忘记密码？' });
    await ask.click();
    await dialog.getByText('请联系我们的工作人员，告诉用户名').waitFor();
    // A demo sends no messages and says where its codes are.
    await dialog.getByText('验证码写在运行服务器的终端里').waitFor();
    await dialog.getByLabel('绑定过的手机号或邮箱').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('account');
    const common = await fetch(`${stage.server.url}/np/api/common?alias=yunbiao`);
    const { data } = (await common.json()) as { data: { contacts: { value: string }[] } };
    const { contacts } = data;
    expect(contacts.length).toBeGreaterThan(0);
    for (const { value } of contacts) await dialog.getByText(value).waitFor();
    await takeShot(page, `forgot-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: '想起来了，用密码登录' }).click();
    await ask.waitFor();
    await dialog.getByRole('button', { name: '注册', exact: true }).click();
    expect(await ask.count()).toBe(0);
    visitor.quiet();
    await visitor.close();
  },
);

it('reading a question puts out the bell that a reply to it lit, and no other', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { data } = await logIn(
    stage.server.demo?.username ?? '',
    stage.server.demo?.password ?? '',
  );
  const db = new DatabaseSync(join(stage.server.dataDir, 'yunbiao.db'), { timeout: 5000 });
  const posts = db
    .prepare(
      `SELECT post.id FROM post JOIN software ON software.id = software_id
       WHERE alias = 'yunbiao' AND post.state = 'visible' LIMIT 2`,
    )
    .all();
  const paths = posts.map(({ id }) => `/yunbiao/qa/${String(id)}.html`);
  for (const path of paths)
    db.prepare(
      `INSERT INTO notice (member_id, kind, title, text, path, created_at)
       SELECT id, 'reply', '有了新回复', '', ?, ? FROM member WHERE is_demo = 1`,
    ).run(`${path}?reply=1#reply-1`, Date.now());
  db.close();
  const visitor = await stage.enter();
  const { page } = visitor;
  await visitor.context.addCookies([
    { name: 'auto-token', value: data.token, url: stage.server.url },
  ]);
  const findBell = (name: string) => page.getByRole('link', { name, exact: true });
  await page.goto('/yunbiao/qa');
  await findBell('通知，2 条未读').waitFor();
  await page.goto(paths[0] ?? '');
  await findBell('通知，1 条未读').waitFor();
  await page.goto(paths[1] ?? '');
  await findBell('通知').waitFor();
  visitor.quiet();
  await visitor.close();
});

it.for(['wide', 'phone'] as const)(
  'a member takes the data along, asks for the account to be deleted, and changes his mind (%s)',
  async (screen, ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const user = { username: `leaves-${screen}`, password: 'correct horse 9' };
    await call('/np/register', user);
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const enter = async (): Promise<void> => {
      await dialog.getByLabel('用户名').fill(user.username);
      await dialog.getByLabel('密码').fill(user.password);
      await dialog.getByRole('button', { name: '登录', exact: true }).click();
    };
    await page.goto('/yunbiao?login=1&to=/yunbiao/user/profile');
    await enter();
    await page.getByRole('heading', { name: '个人资料' }).waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出我的数据' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^yunbiao-data-\d{4}-\d\d-\d\d\.json$/);
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as Record<string, unknown[]>;
    expect(data['member']).toMatchObject([{ username: user.username }]);
    await page.getByRole('button', { name: '注销账号…' }).click();
    await dialog.getByText('个人资料、绑定的微信、通知和各处的登录删除').waitFor();
    await dialog.getByLabel('现在的密码').fill('something else');
    await dialog.getByRole('button', { name: '申请注销' }).click();
    await dialog.getByRole('alert').filter({ hasText: '现在的密码不对' }).waitFor();
    await takeShot(page, `leave-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByLabel('现在的密码').fill(user.password);
    await dialog.getByRole('button', { name: '申请注销' }).click();
    await dialog.waitFor({ state: 'detached' });
    const bar = page.getByText(/^账号正在注销，\d{4}.年.+删除。$/);
    await bar.waitFor();
    await takeShot(page, `leaving-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    // A sign-in asks about the pending deletion; this member keeps it and cancels it later.
    await visitor.context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/yunbiao?login=1');
    await enter();
    await dialog.getByText(/^这个账号 .+删除，撤销注销吗？$/).waitFor();
    await takeShot(page, `leaving-asked-${screen}`);
    await dialog.getByRole('button', { name: '照常注销' }).click();
    await page.goto('/yunbiao/user');
    await bar.waitFor();
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: '撤销注销' }).click();
    await page.getByText('注销已撤销').waitFor();
    await bar.waitFor({ state: 'detached' });
    visitor.quiet();
    await visitor.close();
  },
);
