import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
  waitUntilHydrated,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
  'serial numbers on a %s screen',
  (screen) => {
    const stage = useSharedStage();

    it('says which numbers were given to batches and did not come out', async (ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, context } = await stage.enter({ screen, dark: screen === 'phone' });
      const { url } = stage.server;
      const reply = await fetch(`${url}/np/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Domain': 'yunbiao' },
        body: JSON.stringify({ username: `counting-${screen}`, password: 'correct horse 9' }),
      });
      const { data } = (await reply.json()) as { data: { token: string } };
      await context.addCookies([{ name: 'auto-token', value: data.token, url }]);
      const call = <T>(name: string, body?: object): Promise<T> =>
        callAs<T>(stage.server, data.token, `/np/api/uc/${name}`, body);

      const { list } = await call<{ list: { id: string; name: string }[] }>('templateList');
      const seats = list.find(({ name }) => name.includes('考试'));
      await page.goto(`/yunbiao/user/print?template=${seats?.id}`);
      const button = page.getByRole('button', { name: '看有没有漏号' });
      await button.click();
      const dialog = page.getByRole('dialog', { name: '流水号有没有漏' });
      await dialog.getByText('还没有用过号。').waitFor();
      await page.keyboard.press('Escape');

      // Printing has stopped: cancelled labels have still used their numbers.
      type Opened = { client: { id: string }; printConfigId: string | null };
      const { client, printConfigId } = await call<Opened>('virtualOpen', {});
      await call('virtualSwitch', { id: client.id, name: 'disconnected', on: true });
      const print = async (rows: number): Promise<string> => {
        const { batchNo } = await call<{ batchNo: string }>('print', {
          printConfigId,
          templateId: seats?.id,
          rows: Array.from({ length: rows }, () => ({
            考场: '03',
            准考证: '202611240117',
          })),
          copies: 1,
          idempotencyKey: crypto.randomUUID(),
        });
        return batchNo;
      };
      const given = [await print(3), await print(1)];
      await button.click();
      const gaps = dialog.getByRole('table', { name: '没有打印出来的号' });
      await gaps.getByText('01–03').waitFor();
      await gaps.getByText('04').waitFor();
      for (const batchNo of given)
        expect(await gaps.getByRole('link', { name: batchNo }).count()).toBe(1);
      const ranges = dialog.getByRole('table', { name: '最近的批次用了哪些号' });
      await ranges.getByText('01–03').waitFor();
      await inspect(page, `${screen}-serial-gaps`);
      stage.quiet();
      if (screen === 'phone') return;

      // A file takes the numbers after those of the batches, once the member agrees.
      await page.goto(`/yunbiao/tools/design-${seats?.id}.html`);
      await waitUntilHydrated(page);
      await page.getByRole('button', { name: '导出', exact: true }).click();
      await page.getByRole('button', { name: /^ZPL/ }).click();
      const question = page.getByRole('dialog').filter({ hasText: '会占用 1 个号：05。' });
      await question.getByText('导出失败也不退回').waitFor();
      await Promise.all([
        page.waitForEvent('download'),
        question.getByRole('button', { name: '确定' }).click(),
      ]);
      const { reserved } = await call<{ reserved: object[] }>('serialReport', { id: seats?.id });
      expect(reserved).toMatchObject([{ from: '05', to: '05' }]);
      stage.quiet();
    });
  },
);
