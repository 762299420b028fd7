import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type TestAgent,
  type VirtualPrinter,
  makeAgent,
  startVirtualPrinter,
} from './support/agent.ts';
import { checkAccessibility, noBrowser, measureOverflow, takeShot } from './support/browser.ts';
import { noZbar, readWithZbar, readWithZxing } from './support/codes.ts';
import { noLibreOffice, readWorkbook } from './support/workbook.ts';
import { listScreens } from './support/full-run.ts';
import { setStage } from './support/stage.ts';

/**
 * Each page on the way must be usable without a mouse or good eyesight, and must fit the screen.
 */
const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

const GOODS = { 品名: '喆堃珺花茶礼盒', 货号: 'HC-2026-0117' };

describe('a shop owner', () => {
  const stage = setStage();

  describe.each(listScreens('phone'))('on a %s screen', (screen) => {
    let agent: TestAgent;
    let printer: VirtualPrinter;
    let exported: string | null = null;
    beforeAll(async () => {
      agent = await makeAgent();
      printer = await startVirtualPrinter();
    });
    afterAll(async () => {
      await agent?.remove();
      await printer?.stop();
    });

    // @spec journey-exports-table
    it('finds a program, downloads it, signs up, pairs, prints, counts, exports and leaves', async (ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const visitor = await stage.enter({ screen });
      const { page } = visitor;
      const buildShotName = (step: string) => `${screen}-${step}`;
      const openMenuEntry = async (entry: string): Promise<void> => {
        if (screen === 'phone') await page.locator('.sheet-nav').click();
        await page
          .getByRole('navigation', { name: '用户中心' })
          .getByRole('link', { name: entry })
          .click();
      };

      await page.goto('/');
      await inspect(page, buildShotName('1-site'));
      await page.getByRole('link', { name: /进入云标标签/ }).click();
      await page.getByRole('heading', { name: /就打印多少毫米/ }).waitFor();
      await page.getByRole('heading', { name: '一张一张地打印' }).waitFor();
      await inspect(page, buildShotName('2-home'));

      // Download a real file whose checksum is the one on the page.
      await page
        .getByRole('navigation', { name: '主导航' })
        .getByRole('link', { name: '下载' })
        .click();
      await page.getByRole('heading', { name: /^下载云标标签/ }).waitFor();
      await inspect(page, buildShotName('3-download'));
      await page.goto('/yunbiao/download/1.html');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('main')
          .getByRole('link', { name: /^下载 \d/ })
          .click(),
      ]);
      const bytes = await readFile(await download.path());
      const shown = (await page.getByRole('main').textContent())?.replaceAll(/\s/g, '');
      expect(shown).toContain(createHash('sha256').update(bytes).digest('hex'));

      await page.goto('/yunbiao');
      await page.getByRole('banner').getByRole('link', { name: '登录', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: '注册', exact: true }).click();
      await dialog.getByLabel('用户名').fill(screen === 'wide' ? '阿果店主' : '阿果店主二店');
      await dialog.getByLabel('密码').fill('correct horse 2026');
      await dialog.getByRole('button', { name: '注册并登录' }).click();
      await expect.poll(() => dialog.textContent()).toContain('请先阅读并同意');
      await inspect(page, buildShotName('4-sign-up'));
      await dialog.getByRole('checkbox', { name: /同意/ }).check();
      await dialog.getByRole('button', { name: '注册并登录' }).click();
      await dialog.waitFor({ state: 'detached' });
      const cookie = (await visitor.context.cookies()).find(({ name }) => name === 'auto-token');
      expect(cookie?.expires ?? 0).toBeGreaterThan(Date.now() / 1000 + 1_209_600 - 60);

      // Pair the print client by its link.
      const pairing = agent.start('pair', '--server', stage.server.url);
      const [link] = await pairing.until(/http:\/\/\S+\/user\/auth\?code=\S+/);
      await page.goto(link);
      await page.getByRole('dialog').getByRole('button', { name: '是我的，配对' }).click();
      await pairing.until(/配对成功/);
      await agent.run(
        'printer',
        'add',
        '柜台',
        printer.address,
        '--language',
        'zpl',
        '--dpi',
        '203',
        '--exclusive',
      );
      const running = agent.start('run');
      await page.getByText('柜台').first().waitFor();
      await page.getByText('空闲').first().waitFor();
      await inspect(page, buildShotName('5-auth'));

      // Save a printer configuration.
      await openMenuEntry('打印机配置');
      await page.getByRole('link', { name: /新建/ }).first().click();
      await page.getByLabel('配置名称').fill('柜台 60 × 40');
      await page.getByLabel('宽', { exact: true }).fill('60');
      await page.getByLabel('高', { exact: true }).fill('40');
      await inspect(page, buildShotName('6-printer-configuration'));
      await page.getByRole('button', { name: '保存配置' }).click();
      // Leaving before the response would ask about unsaved input.
      await page.getByText('配置已保存').waitFor();
      await page.getByText('配置已保存').waitFor({ state: 'detached' });

      // Print three copies of a label with Chinese text, a Code 128 and a QR code.
      await openMenuEntry('立即打印');
      await page.getByLabel('品名').fill('长'.repeat(25));
      await page.getByText('品名太长，改短才能打印').waitFor();
      expect(await page.getByRole('button', { name: /^打印 \d/ }).isDisabled()).toBe(true);
      for (const [field, value] of Object.entries(GOODS)) await page.getByLabel(field).fill(value);
      await page.getByLabel('份数').fill('3');
      await page.getByText('可扫').waitFor();
      await inspect(page, buildShotName('7-print'));
      await page.getByRole('button', { name: '打印 3 张' }).click();
      await expect.poll(async () => (await printer.labels()).length, { timeout: 15_000 }).toBe(3);
      await page
        .getByText(/已打印\s*3/)
        .first()
        .waitFor();
      await inspect(page, buildShotName('8-printed'));
      for (const picture of await printer.labels()) {
        const codes = await readWithZxing(picture);
        expect(codes).toHaveLength(2);
        expect(codes).toContain(GOODS.货号);
      }

      // See it counted, and export it as a workbook.
      await openMenuEntry('打印统计');
      await page
        .getByText(/\d{8}-0001/)
        .first()
        .waitFor();
      await inspect(page, buildShotName('9-statistics'));
      // The table of days is rendered when it is opened.
      const dates = page.getByRole('cell', { name: /^\d{4}-\d\d-\d\d$/ });
      expect(await dates.count()).toBe(0);
      const days = page.locator('section', { hasText: '每天张数' });
      await days.getByText('查看表格').click();
      await expect.poll(() => dates.count()).toBe(30);
      await days.getByText('查看表格').click();
      await expect.poll(() => dates.count()).toBe(0);
      await openMenuEntry('标签明细');
      await expect.poll(() => page.getByText(GOODS.品名).locator('visible=true').count()).toBe(3);
      await inspect(page, buildShotName('10-details'));
      const [table] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /导出/ }).click(),
      ]);
      expect(table.suggestedFilename()).toMatch(/^云标标签-标签明细-[\d-]{10}\.xlsx$/);
      exported = join(printer.folder, 'table-export.xlsx');
      await table.saveAs(exported);

      // Leave: the confirmation prompt is the specified one, and the cookie is gone.
      await page.getByRole('button', { name: /店主/ }).click();
      await page.getByRole('button', { name: '退出登录' }).click();
      const confirm = page.getByRole('dialog');
      await expect.poll(() => confirm.textContent()).toContain('确定要退出登录吗？');
      expect(await confirm.textContent()).toContain('系统提示');
      await confirm.getByRole('button', { name: '确定' }).click();
      await page.waitForURL(`${stage.server.url}/`);
      expect((await visitor.context.cookies()).some(({ name }) => name === 'auto-token')).toBe(
        false,
      );

      expect(await running.stop()).toBe(0);
      visitor.quiet();
      await visitor.close();
    });

    it('gets labels whose codes zbarimg reads, too', async (ctx) => {
      if (noBrowser ?? noZbar) ctx.skip(noBrowser ?? noZbar ?? '');
      const pictures = await printer.labels();
      expect(pictures).toHaveLength(3);
      for (const picture of pictures) expect(await readWithZbar(picture)).toContain(GOODS.货号);
    });

    it('gets a workbook that LibreOffice opens with the same rows', async (ctx) => {
      if (noBrowser ?? noLibreOffice) ctx.skip(noBrowser ?? noLibreOffice ?? '');
      const rows = await readWorkbook(exported ?? '');
      expect(rows).toHaveLength(4);
      for (const row of rows.slice(1)) {
        expect(row.join(' ')).toContain(GOODS.品名);
        expect(row.join(' ')).toContain('已打印');
      }
    });
  });
});
