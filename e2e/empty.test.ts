import { describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser, takeShot } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

/** A page, its text for a new member, and the target of its first button. */
const PAGES = [
  ['printStat', '还没有打印过', /\/user\/print$/],
  ['printStatDetail', '还没有标签', /\/user\/print$/],
  ['printerCfg', '先配对一个打印客户端', /\/user\/auth\?pair=/],
  ['order', '还没有订单', /\/user\/print$/],
  ['notice', '还没有通知', /\/user\/print$/],
] as const;

describe('the pages of a member who has just signed up', () => {
  const stage = useSharedStage();

  const signUp = async (): Promise<string> => {
    const reply = await fetch(`${stage.server.url}/np/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'newcomer', password: 'correct horse 2026' }),
    });
    return ((await reply.json()) as { data: { token: string } }).data.token;
  };

  it('say what to do next, with a button that does it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet, close } = await stage.enter();
    await context.addCookies([
      { name: 'auto-token', value: await signUp(), url: stage.server.url },
    ]);
    await page.goto('/yunbiao/user');
    await waitUntilHydrated(page);
    const steps = page.getByRole('list', { name: '开始打印的步骤' }).getByRole('listitem');
    expect(await steps.count()).toBe(4);
    await expect.poll(() => steps.nth(3).textContent()).toMatch(/下载 Linux 版/);
    expect(await steps.nth(3).getByRole('link', { name: '填配对码' }).isVisible()).toBe(true);
    expect(await steps.nth(3).getByText('从源码运行').isVisible()).toBe(true);
    expect(await steps.nth(3).getByText('npm run agent').isVisible()).toBe(false);
    await steps.first().getByRole('link', { name: '挑标签' }).click();
    await expect.poll(() => page.url()).toMatch(/\/yunbiao\/tools\/temp/);
    for (const [name, said, target] of PAGES) {
      await page.goto(`/yunbiao/user/${name}`);
      await waitUntilHydrated(page);
      const empty = page.locator('.empty').filter({ hasText: said });
      await empty.waitFor();
      await takeShot(page, `empty-${name}`);
      await empty.locator('.button.primary').first().click();
      await expect.poll(() => page.url()).toMatch(target);
    }
    await page.goto('/yunbiao/user/auth');
    await page.locator('.empty').getByRole('button', { name: '添加客户端' }).waitFor();
    quiet();
    await close();
  });
});
