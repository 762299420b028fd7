import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../scripts/lib/programs.mjs';
import {
  checkAccessibility,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
} from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { useSharedStage } from './support/stage.ts';

const run = promisify(execFile);
const stage = useSharedStage();
const noPoppler = findProgram('pdftoppm') === null ? 'poppler：没有安装' : null;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yb-pdf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file saved by the press. */
const saveDownload = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  const { stdout } = await run('pdfinfo', [file]);
  const [pages, size] = ['Pages', 'Page size'].map(
    (name) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(stdout)?.[1],
  );
  return { file, name: download.suggestedFilename(), pages, size };
};

/** Texts of the codes on a page, rendered by poppler. */
const listCodes = async (file: string, page: number): Promise<string[]> => {
  const picture = join(folder, 'page');
  await run('pdftoppm', `-r 200 -png -singlefile -f ${page}`.split(' ').concat(file, picture));
  return (await readWithZxing(`${picture}.png`)).toSorted();
};

const ROWS = ['690000000001', '690000000002', '690000000003'];

const writeRows = async (page: Page): Promise<void> => {
  const lines = ROWS.map((code, i) => `${'一二三'[i]}号苹果\t${code}`);
  const text = ['品名\t货号', ...lines].join('\n');
  await page.getByLabel('从表格里复制几行，贴在这里').evaluate((box, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    const paste = { clipboardData, bubbles: true, cancelable: true };
    box.dispatchEvent(new ClipboardEvent('paste', paste));
  }, text);
  await page.getByRole('button', { name: '放进 3 行' }).click();
  await page.getByRole('button', { name: '打印 3 张' }).waitFor();
};

describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
  'labels without a printer: %s',
  (screen) => {
    it('are saved as a PDF, a page each or as sheets of stickers', async (ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      if (noPoppler) ctx.skip(noPoppler);
      const { page, context, quiet } = await stage.enter({ screen });
      await stage.signIn(context);
      await page.goto('/yunbiao/user/print');
      await page.getByRole('main').locator('form:not([inert])').waitFor();
      await page.getByText('贴几行', { exact: true }).click();
      await writeRows(page);
      const open = async () => {
        await page.getByRole('button', { name: '导出 PDF' }).click();
        return page.getByRole('dialog', { name: '导出 PDF' });
      };

      const plain = await open();
      await plain.getByText('3 张，3 页').waitFor();
      expect(await checkAccessibility(page)).toEqual([]);
      const each = await saveDownload(page, () =>
        plain.getByRole('button', { name: '导出' }).click(),
      );
      await plain.waitFor({ state: 'detached' });
      expect(each).toMatchObject({ name: '商品价签 3 张.pdf', pages: '3' });
      expect(each.size).toContain('170.');
      expect(new Set(await listCodes(each.file, 2))).toEqual(new Set([ROWS[1]]));
      const { stdout } = await run('pdftotext', [each.file, '-']);
      expect(stdout).toContain('三号苹果');

      const sheet = await open();
      await sheet.getByText('A4', { exact: true }).click();
      await sheet.getByLabel('列数').fill('9');
      await sheet.getByText(/^9 列要/).waitFor();
      await sheet.getByLabel('列数').fill('3');
      await sheet.getByLabel('从第几格开始').fill('17');
      await sheet.getByText('3 张，2 页').waitFor();
      await takeShot(page, `${screen}-pdf-sheet`);
      expect(await checkAccessibility(page)).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
      const sheets = await saveDownload(page, () =>
        sheet.getByRole('button', { name: '导出' }).click(),
      );
      expect(sheets).toMatchObject({ pages: '2' });
      expect(sheets.size).toContain('A4');
      expect(new Set(await listCodes(sheets.file, 1))).toEqual(new Set(ROWS.slice(0, 2)));
      expect(new Set(await listCodes(sheets.file, 2))).toEqual(new Set(ROWS.slice(2)));
      quiet();
    });
  },
);
