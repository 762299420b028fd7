import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './support/admin.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-zpl-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Presses a button that saves a file. */
const saveDownload = async (page: Page, name: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

/** 中文 in GBK as a printer receives it; not valid UTF-8. */
const GBK = Buffer.concat([
  Buffer.from('^XA^PW400^LL200^CI26^FO20,20^A@N,60,60,E:SIMSUN.TTF^FD'),
  Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
  Buffer.from('^FS^XZ'),
]);

const getSelectedText = (page: Page): Promise<string> =>
  page
    .getByRole('textbox', { name: 'ZPL' })
    .evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));

describe.each(['wide', 'phone'] as const)('a visitor with ZPL of another program, %s', (screen) => {
  it('sees what a printer would print, and takes it away as a picture and a template', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen, dark: screen === 'phone' });
    const sent: string[] = [];
    page.on('request', (item) => sent.push(`${item.url()} ${item.postData()}`));
    await page.goto('/yunbiao/tools');
    await waitUntilHydrated(page);
    await page.getByRole('link', { name: '看一段 ZPL' }).click();
    const box = page.getByRole('textbox', { name: 'ZPL' });
    const pictures = page.getByRole('img', { name: /张标签$/ });

    // Another language is reported as such, not as a blank label.
    await box.fill('SIZE 60 mm,40 mm\nCLS\n');
    await page.getByText('没有找到标签').waitFor();
    await page.getByText('这段是 TSPL').waitFor();

    await page.getByRole('button', { name: '试一个例子' }).click();
    await pictures.first().waitFor();
    await page.getByText('80 × 100 mm').waitFor();
    await takeShot(page, `zpl-${screen}`);
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    expect((await readWithZxing(await saveDownload(page, '下载 PNG'))).toSorted()).toEqual([
      'YN882004173650',
      'https://yunbiao.example/t/YN882004173650',
    ]);
    const template = await saveDownload(page, '保存为模板 JSON');
    expect(JSON.parse(await readFile(template, 'utf8'))).toMatchObject({
      widthMm: 80,
      heightMm: 100,
    });
    // The operator of the site can offer it to members.
    await runAdmin(stage.server, ['template', 'add', 'yunbiao', template]);

    await box.fill('^XA^PW400^LL200\n^FO9,9^A0N,30^FDgood^FS\n^FO9,60^BEN,50^FDbad^FS\n^XZ');
    await page.getByText('EAN-13 只能放数字').waitFor();
    await page.getByRole('button', { name: '第 3 行' }).click();
    expect(await getSelectedText(page)).toBe('^FO9,60^BEN,50^FDbad^FS');

    const file = { name: 'gbk.prn', mimeType: 'application/octet-stream', buffer: GBK };
    await page.getByLabel('ZPL 文件').setInputFiles(file);
    await page.getByText('gbk.prn').waitFor();
    await page.getByText('EAN-13 只能放数字').waitFor({ state: 'detached' });
    await pictures.first().waitFor();
    await expect.poll(() => page.getByText('第 1 行', { exact: true }).count()).toBe(0);
    expect(sent.filter((item) => /YN8820|\^FD|good|SIZE/.test(item))).toEqual([]);
    quiet();
  });
});
