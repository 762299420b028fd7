import { describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import { waitUntilHydrated, noBrowser } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

/** A member with a virtual printer and its configuration; returns its id. */
const registerNewcomer = async (): Promise<{ token: string; configId: string }> => {
  const account = { username: '改了又回来', password: 'correct horse 9' };
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', account);
  const { printConfigId } = await callAs<{ printConfigId: string }>(
    stage.server,
    token,
    '/np/api/uc/virtualOpen',
    {},
  );
  return { token, configId: printConfigId };
};

describe('a form one comes back to with the browser’s button', () => {
  it('begins with what was saved last', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    const { token, configId } = await registerNewcomer();
    await context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);
    const forms = [
      { path: 'profile', name: '昵称', save: '保存资料', saved: '资料已保存' },
      {
        path: `printerCfg?id=${configId}`,
        name: '配置名称',
        save: '保存配置',
        saved: '配置已保存',
      },
    ];
    for (const { path, name, save, saved } of forms) {
      await page.goto(`/yunbiao/user/${path}`);
      await waitUntilHydrated(page);
      const field = page.getByRole('textbox', { name });
      await field.fill('改过的');
      await page.getByRole('button', { name: save }).click();
      // Leaving before the page has the response asks for confirmation; a live page also sends
      // other requests.
      await page.getByText(saved).waitFor();
      await page.getByRole('link', { name: '订单', exact: true }).first().click();
      await page.getByRole('heading', { name: '订单', level: 1 }).waitFor();
      await page.goBack();
      await field.waitFor();
      expect(await field.inputValue()).toBe('改过的');
    }
    quiet();
  });
});
