import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openMail } from './channels/mail/smtp-server.ts';
import { openSms } from './channels/sms/aliyun.ts';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const mail = await openMail({ security: 'none', login: { user: 'labels', password: 'secret' } });
const sms = await openSms({
  keys: { LTAI: 'secret' },
  signNames: ['云标'],
  templates: { SMS_1: ['code'] },
});
afterAll(() => Promise.all([mail.close(), sms.close()]));

const stage = setStage({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(mail.port),
  SMTP_SECURITY: 'none',
  SMTP_USER: 'labels',
  SMTP_PASSWORD: 'secret',
  SMTP_FROM: '云标 <no-reply@labels.example.com>',
  SMS_ACCESS_KEY_ID: 'LTAI',
  SMS_ACCESS_KEY_SECRET: 'secret',
  SMS_SIGN_NAME: '云标',
  SMS_TEMPLATE_CODE: 'SMS_1',
  SMS_URL: sms.url,
});

const username = '会绑定的周敏';
const password = 'correct horse 9';
const fresh = 'battery staple 7';
const phone = '13800138000';
const email = 'zhou.min@example.com';

/** The code in the last message, once `count` messages were sent. */
const smsCode = async (count: number): Promise<string> => {
  await expect.poll(() => sms.sent.length).toBe(count);
  const params = sms.sent.at(-1)?.params as { code: string } | undefined;
  return params?.code ?? '';
};
const mailCode = async (count: number): Promise<string> => {
  await expect.poll(() => mail.letters.length).toBe(count);
  return /：(\d{6})/.exec(mail.letters.at(-1)?.text ?? '')?.[1] ?? '';
};

/** Advances the one minute limit between two codes to the same target. */
const passMinute = (): void => {
  const db = new DatabaseSync(join(stage.server.dataDir, 'yunbiao.db'), { timeout: 5_000 });
  db.exec('UPDATE code_count SET last_at = last_at - 60000');
  db.close();
};

/** Checks and captures the page on a phone and on a wide screen. */
const checkPage = async (page: Page, name: string): Promise<void> => {
  expect(await checkAccessibility(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await takeShot(page, `contact-${name}-phone`);
  await page.setViewportSize(SCREENS.wide);
  await takeShot(page, `contact-${name}-wide`);
  await page.setViewportSize(SCREENS.phone);
};

const enterByPassword = async (page: Page, name: string, typed: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名、手机号或邮箱').fill(name);
  await dialog.getByLabel('密码', { exact: true }).fill(typed);
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
};

it('a member binds a telephone to post and an e-mail address, and gets back in by either', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', {
    username,
    password,
  });
  const visitor = await stage.enter({ screen: 'phone' });
  const { page, context } = visitor;
  await context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);

  // Before any input.
  await page.goto('/yunbiao/qa/ask');
  await page.getByText('发布前要先绑定手机号').waitFor();
  await checkPage(page, 'ask');
  await page.getByRole('link', { name: '去绑定' }).click();
  await page.waitForURL(/\/user\/profile#contact$/);
  const section = page.getByRole('region', { name: '手机号和邮箱' });
  // The link leads to the section, not only to its page.
  const getSectionTop = () => section.evaluate((found) => found.getBoundingClientRect().top);
  await expect.poll(getSectionTop).toBeLessThan(SCREENS.phone.height / 2);
  await checkPage(page, 'none');

  const dialog = page.getByRole('dialog');
  await section.getByRole('button', { name: '绑定手机号' }).click();
  await dialog.getByLabel('手机号').fill(phone);
  await dialog.getByLabel('现在的密码').fill('not this one');
  await checkPage(page, 'dialog');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dialog.getByRole('alert').filter({ hasText: '现在的密码不对' }).waitFor();
  expect(sms.sent).toEqual([]);
  await dialog.getByLabel('现在的密码').fill(password);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const code = await smsCode(1);
  await dialog.getByText('验证码已发到 138****8000，10 分钟内有效。').waitFor();
  expect(await dialog.getByRole('button', { name: /重新获取/ }).isDisabled()).toBe(true);
  await dialog.getByLabel('验证码').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: '还可以试 4 次' }).waitFor();
  await checkPage(page, 'wrong-code');
  await dialog.getByLabel('验证码').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  await section.getByText('138****8000').waitFor();

  await section.getByRole('button', { name: '绑定邮箱' }).click();
  await dialog.getByLabel('邮箱').fill('nobody@example');
  await dialog.getByLabel('现在的密码').fill(password);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dialog.getByRole('alert').filter({ hasText: '邮箱写得不对' }).waitFor();
  // Rejected by its own server: the message appears where the visitor waits.
  mail.refused.set('gone@example.com', '550 5.1.1 User unknown');
  await dialog.getByLabel('邮箱').fill('gone@example.com');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dialog.getByText('没有发到 g***@example.com：对方的邮件服务器不收这个地址').waitFor();
  await dialog.getByRole('button', { name: '更换' }).click();
  await dialog.getByLabel('邮箱').fill(email);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await dialog.getByLabel('验证码').fill(await mailCode(1));
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  await section.getByText('z***@example.com').waitFor();
  await checkPage(page, 'bound');

  await page.goto('/yunbiao/qa/ask');
  await page.getByRole('button', { name: /的菜单$/ }).waitFor();
  await expect.poll(() => page.getByText('发布前要先绑定手机号').count()).toBe(0);

  // A daily e-mail with unread notices, as an option.
  await page.goto('/yunbiao/user/notice');
  await waitUntilHydrated(page);
  const wish = page.getByLabel(/^每天把未读的通知发到 z\*\*\*@example\.com/);
  await wish.click();
  await expect.poll(() => wish.isChecked()).toBe(true);
  await page.reload();
  await waitUntilHydrated(page);
  await expect.poll(() => wish.isChecked()).toBe(true);
  await checkPage(page, 'digest');

  // Sign in with the bound address.
  await context.clearCookies();
  await page.goto('/yunbiao?login=1');
  await waitUntilHydrated(page);
  await enterByPassword(page, `+86 ${phone}`, 'not this one');
  await dialog.getByRole('alert').filter({ hasText: '账号或密码不对' }).waitFor();

  // Password reset by e-mail address, after an attempt with an unknown one.
  await dialog.getByRole('button', { name: '忘记密码？' }).click();
  const account = dialog.getByLabel('绑定过的手机号或邮箱');
  await account.fill('nobody@example.com');
  await checkPage(page, 'forgot');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const said = dialog.getByText(/如果 .+ 绑定过账号，验证码已经发出/);
  await said.waitFor();
  await dialog.getByRole('button', { name: '更换' }).click();
  passMinute();
  await account.fill(email);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await said.waitFor();
  const resetCode = await mailCode(2);
  expect(mail.letters.map(({ to }) => to)).toEqual([[email], [email]]);
  await dialog.getByLabel('验证码').fill(resetCode);
  await dialog.getByLabel('新密码').fill(fresh);
  await checkPage(page, 'forgot-code');
  await dialog.getByRole('button', { name: '重设密码并登录' }).click();
  await page.getByRole('button', { name: /的菜单$/ }).waitFor();
  const info = await fetch(`${stage.server.url}/np/user/getInfo`, {
    method: 'POST',
    headers: { 'X-Token': token },
  });
  expect(await info.json()).toMatchObject({ code: -9999 });

  // A notice reports the change and links to it.
  await page.goto('/yunbiao/user/notice');
  await page.getByText('密码重设了').click();
  await page.waitForURL(/\/user\/profile$/);
  await section.getByRole('button', { name: '解绑手机号' }).click();
  await dialog.getByLabel('现在的密码').fill(fresh);
  await checkPage(page, 'unbind');
  await dialog.getByRole('button', { name: '解绑手机号' }).click();
  await section.getByText('没有绑定').waitFor();
  visitor.quiet();
});
