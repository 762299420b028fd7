import { expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser, measureOverflow, takeShot } from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

it.each(['wide', 'phone'] as const)(
  'a visitor who signs up by a share link is bound to the member whose it is, on a %s screen',
  async (screen) => {
    if (noBrowser) return;
    const owner = await stage.enter({ screen });
    await stage.signIn(owner.context);
    await owner.page.goto('/yunbiao/user/profile');
    const link = await owner.page.getByText(/\/yunbiao\?share=[A-Z0-9]{7}$/).innerText();
    await takeShot(owner.page, `share-${screen}-own`);
    expect(await measureOverflow(owner.page)).toBeLessThanOrEqual(0);
    const { page } = await stage.enter({ screen });
    await page.goto(link);
    await waitUntilHydrated(page);
    // The code stays after the page that delivered it.
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('share-code')))
      .toContain(link.slice(-7));
    await page.goto('/yunbiao/user/profile');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '注册' }).click();
    await dialog.getByText(`你由分享码 ${link.slice(-7)} 邀请`).waitFor();
    await takeShot(page, `share-${screen}-sign-up`);
    await dialog.getByLabel('用户名').fill(`friend-${screen}`);
    await dialog.getByLabel('密码').fill('correct horse 9');
    await dialog.getByRole('checkbox', { name: /已阅读/ }).check();
    await dialog.getByRole('button', { name: '注册并登录' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('share-code'))).toBeNull();
    await page.reload();
    await page.getByText(`分享码 ${link.slice(-7)}`).waitFor();
    await takeShot(page, `share-${screen}-bound`);
    await owner.page.reload();
    await owner.page.getByText(/^用你的分享码注册了 [12]\s人/).waitFor();
    await takeShot(owner.page, `share-${screen}-brought`);
    stage.quiet();
  },
);
