import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();

/** A member of the free plan with a virtual printer and its configuration. */
const enter = async () => {
  const visitor = await stage.enter({ screen: 'wide' });
  const { url } = stage.server;
  const reply = await fetch(`${url}/np/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Domain': 'yunbiao' },
    body: JSON.stringify({ username: 'configurer', password: 'correct horse 9' }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  await visitor.context.addCookies([{ name: 'auto-token', value: data.token, url }]);
  await callAs(stage.server, data.token, '/np/api/uc/virtualOpen', {});
  return visitor;
};

const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });

it('a new configuration is named after what is chosen, and refused before it is filled in', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { page, quiet, close } = await enter();
  await page.goto('/yunbiao/user/printerCfg');
  await waitUntilHydrated(page);
  await page.getByText(/^共 1 个配置，.+ 1 \/ 2$/).waitFor();
  await page.getByRole('link', { name: '新建配置', exact: true }).last().click();
  await expect.poll(() => findHeading(page).textContent()).toBe('虚拟打印机 60 × 40');
  await page.getByLabel('宽', { exact: true }).fill('50');
  await expect.poll(() => findHeading(page).textContent()).toBe('虚拟打印机 50 × 40');
  expect(await page.getByLabel('配置名称').inputValue()).toBe('虚拟打印机 50 × 40');
  await page.getByLabel('宽', { exact: true }).fill('60');
  await page.getByRole('button', { name: '保存配置' }).click();
  await page.getByText('配置已保存').waitFor();
  expect(await page.getByRole('note').count()).toBe(0);

  const limit = page.getByRole('note').filter({ hasText: /最多 2 个打印机配置，已经有 2 个/ });
  await page.goto('/yunbiao/user/printerCfg?new=1');
  await limit.waitFor();
  expect(await page.getByLabel('配置名称').inputValue()).toBe('虚拟打印机 60 × 40（2）');
  await page.goto('/yunbiao/user/printerCfg');
  await waitUntilHydrated(page);
  await page.getByText(/^共 2 个配置，.+ 2 \/ 2$/).waitFor();
  expect(await page.getByRole('link', { name: '新建配置' }).count()).toBe(0);
  await takeShot(page, 'new-config-full');
  expect(await measureOverflow(page)).toBe(0);
  expect(await checkAccessibility(page)).toEqual([]);
  await limit.getByRole('link', { name: '查看 VIP 方案' }).click();
  await page.waitForURL('**/yunbiao/vip');
  quiet();
  await close();
});
