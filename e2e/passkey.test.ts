import type { CDPSession, Page } from 'playwright-core';
import { expect, it } from 'vitest';
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

const stage = setStage();

const username = '用指纹登录的周敏';
const password = 'correct horse 9';

/** A laptop with a fingerprint reader; by default any finger is accepted. */
const giveAuthenticator = async (page: Page): Promise<{ cdp: CDPSession; id: string }> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
};

/** Checks and captures the page on a phone, a tablet and a wide screen. */
const checkPage = async (page: Page, name: string): Promise<void> => {
  expect(await checkAccessibility(page)).toEqual([]);
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await takeShot(page, `passkey-${name}-phone`);
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize(SCREENS.wide);
  await takeShot(page, `passkey-${name}-wide`);
  await page.setViewportSize(SCREENS.phone);
};

it('a member adds a passkey, signs in with it, and takes it off', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', {
    username,
    password,
  });
  // Browsers support passkeys on host names, not on IP addresses.
  const at = stage.server.url.replace('127.0.0.1', 'localhost');
  const visitor = await stage.enter({ screen: 'phone' });
  const { page, context } = visitor;
  await context.addCookies([{ name: 'auto-token', value: token, url: at }]);
  const { cdp, id: authenticatorId } = await giveAuthenticator(page);
  const setUserVerified = (isUserVerified: boolean) =>
    cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  /** Whether a person responds, to a dialog or to the autofill of the name field. */
  const setPresence = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

  await page.goto(`${at}/yunbiao/user/profile`);
  await waitUntilHydrated(page);
  const section = page.getByRole('region', { name: '通行密钥' });
  const dialog = page.getByRole('dialog');
  await checkPage(page, 'none');
  await section.getByRole('button', { name: '添加通行密钥' }).click();
  await dialog.getByLabel('现在的密码').fill('not this one');
  await dialog.getByRole('button', { name: '添加', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: '现在的密码不对' }).waitFor();
  await dialog.getByLabel('现在的密码').fill(password);
  // An unknown finger.
  await setUserVerified(false);
  await dialog.getByRole('button', { name: '添加', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await checkPage(page, 'dialog');
  await setUserVerified(true);
  await dialog.getByRole('button', { name: '添加', exact: true }).click();
  await section.getByText('还没有用过').waitFor();
  // One passkey per member and device.
  await section.getByRole('button', { name: '添加通行密钥' }).click();
  await dialog.getByLabel('现在的密码').fill(password);
  await dialog.getByRole('button', { name: '添加', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: '已经有这个账号的通行密钥了' }).waitFor();
  await dialog.getByRole('button', { name: '取消' }).click();
  await section.getByRole('button', { name: /^给 .* 重命名$/ }).click();
  const long = '收银台旁边那台'.repeat(6).slice(0, 40);
  await dialog.getByLabel('名称').fill(long);
  await dialog.getByRole('button', { name: '确定' }).click();
  await section.getByText(long).waitFor();
  await checkPage(page, 'one');

  const menu = page.getByRole('button', { name: /的菜单$/ });
  const leave = async (): Promise<void> => {
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
  };
  const comeBack = () => page.goto(`${at}/yunbiao?login=1`);
  // Sign in through the autofill of the name field, without a press of the button.
  await leave();
  await comeBack();
  await menu.waitFor();

  // Sign in with the button.
  await leave();
  await setPresence(false);
  await comeBack();
  await waitUntilHydrated(page);
  const enter = dialog.getByRole('button', { name: '用通行密钥登录' });
  await enter.waitFor();
  await checkPage(page, 'login');
  await setPresence(true);
  await setUserVerified(false);
  await enter.click();
  await dialog.getByRole('alert').waitFor();
  await setUserVerified(true);
  await enter.click();
  await dialog.waitFor({ state: 'detached' });
  await menu.waitFor();

  await page.goto(`${at}/yunbiao/user/profile`);
  await waitUntilHydrated(page);
  await section.getByText('最近使用：').waitFor();
  await section.getByRole('button', { name: `删除 ${long}` }).click();
  await dialog.getByLabel('现在的密码').fill(password);
  await dialog.getByRole('button', { name: '删除通行密钥' }).click();
  await expect.poll(() => section.getByRole('listitem').count()).toBe(0);

  // The removed passkey is still on the device.
  await leave();
  await setPresence(false);
  await comeBack();
  await waitUntilHydrated(page);
  await enter.waitFor();
  await setPresence(true);
  await enter.click();
  await dialog.getByRole('alert').filter({ hasText: '这里不认识这个通行密钥' }).waitFor();
  stage.quiet();
});

it('says at an IP address where passkeys can be had, and offers none', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { page, context } = await stage.enter();
  await page.goto('/yunbiao?login=1');
  await waitUntilHydrated(page);
  await page.getByRole('dialog').getByRole('button', { name: '忘记密码？' }).waitFor();
  expect(await page.getByRole('button', { name: '用通行密钥登录' }).count()).toBe(0);
  await stage.signIn(context);
  await page.goto('/yunbiao/user/profile');
  await page
    .getByText(/通行密钥不能用在 IP 地址上，请用 http:\/\/localhost:\d+ 打开本站/)
    .waitFor();
  stage.quiet();
});
