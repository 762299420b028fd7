import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../scripts/lib/programs.mjs';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { setStage } from './support/stage.ts';

const run = promisify(execFile);
const stage = setStage();
const noPoppler = findProgram('pdftoppm') === null ? 'poppler：没有安装' : null;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yb-data-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const WIDTH_MM = 50;
const HEIGHT_MM = 30;

/** A label with a name and a barcode, each bound to a field. */
const TEMPLATE = {
  version: 1,
  widthMm: WIDTH_MM,
  heightMm: HEIGHT_MM,
  fields: [
    { name: '品名', label: '品名', sample: '样例' },
    { name: '货号', label: '货号', sample: 'SAMPLE-1' },
  ],
  elements: [
    {
      type: 'text',
      id: 't1',
      xMm: 2,
      yMm: 2,
      widthMm: 46,
      heightMm: 6,
      rotation: 0,
      content: '{{品名}}',
      sizeMm: 4,
      weight: 400,
      align: 'left',
      fit: 'shrink',
    },
    {
      type: 'code128',
      id: 'c1',
      xMm: 4,
      yMm: 11,
      widthMm: 42,
      heightMm: 16,
      rotation: 0,
      content: '{{货号}}',
      showText: true,
      textSizeMm: 2.5,
    },
  ],
};

const getCode = (row: number): string => `00${String(6900 + row).padStart(6, '0')}`;

/** A thousand rows as in Excel; the seventh has no barcode value. */
const writeWorkbook = (): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: '到货',
        rows: [
          ['商品名称', '供货商', '货号'],
          ...Array.from({ length: 1000 }, (_, n) => [
            n === 3 ? '南坡晚熟脐橙礼盒装'.repeat(7) : `苹果 ${n + 1}`,
            '阿禾果园',
            n === 6 ? '中文打印不了' : getCode(n),
          ]),
        ],
      },
      { name: '空的', rows: [] },
    ],
  });

const findPane = (page: Page): Locator => page.getByRole('region', { name: '数据', exact: true });
const findTable = (page: Page): Locator => page.getByRole('region', { name: '数据表' });

const openFile = async (page: Page, name: string, bytes: Uint8Array): Promise<void> => {
  const file = join(folder, name);
  await writeFile(file, bytes);
  await page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);
};

const openTemplate = async (page: Page, template: object = TEMPLATE): Promise<void> => {
  const file = join(folder, '果签.json');
  await writeFile(file, JSON.stringify(template));
  await page.locator('input[accept*=".json"]').setInputFiles(file);
  await page.getByText('可扫，余量大').waitFor();
};

/** The file saved by a menu item. */
const exportItem = async (page: Page, item: string): Promise<string> => {
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: item }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return file;
};

/** Texts of the codes on a PDF page, rendered by poppler. */
const listCodes = async (file: string, page: number): Promise<string[]> => {
  const picture = join(folder, 'page');
  await run('pdftoppm', `-r 203 -png -singlefile -f ${page}`.split(' ').concat(file, picture));
  return readWithZxing(`${picture}.png`);
};

describe('a condition', () => {
  it('hides an element on the rows that fail it, and the table says on which', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'wide' });
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const sign = { type: 'rect', id: 's', xMm: 40, yMm: 1, widthMm: 8, heightMm: 8, rotation: 0 };
    const elements = [...TEMPLATE.elements, { ...sign, name: '火焰图标', lineMm: 0 }];
    await openTemplate(page, { ...TEMPLATE, elements });
    const layers = page.getByRole('region', { name: '图层' });
    await layers.getByRole('button', { name: '火焰图标', exact: true }).click();
    const part = page.getByRole('region', { name: '什么时候打印' });
    await part.getByLabel('什么时候打印').selectOption('某一栏等于…');
    await part.getByLabel('哪一栏').selectOption('品名');
    await part.getByLabel('内容').fill('酒精');
    await layers.getByRole('button', { name: '“品名”是“酒精”才打印' }).waitFor();
    const rows = '品名,货号\n酒精,00000001\n苹果,00000002\n';
    await openFile(page, '两行.csv', new TextEncoder().encode(rows));
    const table = findTable(page);
    await table.getByText('这一行不打印：火焰图标').waitFor({ state: 'attached' });
    expect(await table.getByText('这一行不打印').count()).toBe(1);
    expect(await layers.getByText('这一行不打印').count()).toBe(0);
    await page.getByRole('button', { name: '下一行' }).click();
    await layers.getByText('这一行不打印').waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'designer-condition');
    quiet();
  });
});

describe('a spreadsheet of a thousand rows beside a design', () => {
  it('is mapped, filtered, picked, stepped through, and exported in every way', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    if (noPoppler) ctx.skip(noPoppler);
    const { page, quiet } = await stage.enter();
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page);
    await openFile(page, '到货.xlsx', await writeWorkbook());
    await findPane(page).getByText('1,000 行 · 2 列已对应').waitFor();
    expect(await page.getByLabel('“商品名称”放进').inputValue()).toBe('品名');
    expect(await page.getByLabel('“供货商”放进').inputValue()).toBe('');
    expect(await page.getByLabel('表格第 2 行，货号').inputValue()).toBe(getCode(0));
    await findPane(page).getByRole('button', { name: '只看有提醒的' }).waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    await takeShot(page, 'designer-data');

    // More rows than a browser can hold are rejected before layout.
    await page.evaluate(() => {
      const markIfDialog = (): void => {
        if (document.querySelector('dialog')) document.body.dataset.worked = '';
      };
      new MutationObserver(markIfDialog).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('button', { name: '用浏览器打印 1,000 张' }).click();
    await page.getByText('浏览器一次最多打印 500 张').waitFor();
    expect(await page.locator('body[data-worked]').count()).toBe(0);

    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(/[^/]*-worker/.exec(worker.url())?.[0] ?? ''));
    const first = await exportItem(page, 'PNG，画布上这一张');
    expect(await readWithZxing(first)).toEqual([getCode(0)]);
    await page.getByRole('button', { name: '下一行' }).click();
    await findPane(page).getByText('第 2 / 1,000 行').waitFor();
    expect(await readWithZxing(await exportItem(page, 'PNG，画布上这一张'))).toEqual([getCode(1)]);

    await page.getByLabel('筛选行').fill('苹果 99');
    await expect.poll(() => findTable(page).locator('tbody th').count()).toBe(11);
    await page.getByLabel('选看得到的行').check();
    await findPane(page).getByText('选了 11 行').waitFor();
    await page.getByLabel('选表格第 100 行', { exact: true }).uncheck();
    await page.getByLabel('表格第 991 行，货号').fill('CHANGED-9');

    const zpl = await readFile(await exportItem(page, 'ZPL，10 张'), 'latin1');
    expect(zpl.match(/\^XA/g)).toHaveLength(10);
    const tspl = await readFile(await exportItem(page, 'TSPL，10 张'), 'latin1');
    expect(tspl).toContain(`SIZE ${WIDTH_MM} mm,${HEIGHT_MM} mm`);

    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('button', { name: 'PDF，10 张' }).click();
    const dialog = page.getByRole('dialog', { name: '导出 PDF' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '导出', exact: true }).click(),
    ]);
    const pdf = join(folder, 'labels.pdf');
    await download.saveAs(pdf);
    // The page stays responsive for any label size: five files, and the PDF's rows are checked
    // separately.
    const made = workers.filter((name) => name === 'export-worker' || name === 'pdf-worker');
    expect(made).toEqual([...Array(5).fill('export-worker'), 'pdf-worker']);
    expect(await listCodes(pdf, 1)).toEqual(['CHANGED-9']);
    expect(await listCodes(pdf, 10)).toEqual([getCode(998)]);

    // It is restored after a reload, with edits and selection.
    await page.waitForTimeout(700);
    await page.reload();
    await findPane(page).getByText('选了 10 行').waitFor();
    expect(await page.getByLabel('表格第 991 行，货号').inputValue()).toBe('CHANGED-9');
    quiet();
  });

  it('is printed by the browser at its true size, a label a page', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    if (noPoppler) ctx.skip(noPoppler);
    const { page, quiet } = await stage.enter();
    await page.addInitScript(() => {
      globalThis.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page);
    await openFile(
      page,
      '三行.csv',
      new TextEncoder().encode('品名,货号\n一,A-1\n二,B-2\n三,C-3\n'),
    );
    await findPane(page).getByText('3 行 · 2 列已对应').waitFor();
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByRole('button', { name: '用浏览器打印 3 张' }).click();
    await page.locator('body[data-printed]').waitFor();
    const file = join(folder, 'printed.pdf');
    await page.pdf({ path: file, preferCSSPageSize: true });
    const { stdout } = await run('pdfinfo', [file]);
    expect(/^Pages:\s+(\d+)/m.exec(stdout)?.[1]).toBe('3');
    const [wide, high] = /^Page size:\s+([\d.]+) x ([\d.]+) pts/m.exec(stdout)?.slice(1) ?? [];
    expect(Math.abs(Number(wide) - (WIDTH_MM * 72) / 25.4)).toBeLessThan(1);
    expect(Math.abs(Number(high) - (HEIGHT_MM * 72) / 25.4)).toBeLessThan(1);
    expect(await listCodes(file, 2)).toEqual(['B-2']);
    quiet();
  });

  it('goes to 立即打印 with its rows, and back', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page);
    // GBK as written by Chinese Windows: 品名,货号 / 苹果,0012.
    const gbk = [0xc6, 0xb7, 0xc3, 0xfb, 0x2c, 0xbb, 0xf5, 0xba, 0xc5, 0x0d, 0x0a];
    const row = [0xc6, 0xbb, 0xb9, 0xfb, 0x2c, 0x30, 0x30, 0x31, 0x32];
    await openFile(page, '国标.csv', Uint8Array.from([...gbk, ...row]));
    await findPane(page).getByText('1 行 · 2 列已对应').waitFor();
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    await page.getByRole('heading', { name: '立即打印' }).waitFor();
    expect(await page.getByLabel('表格第 2 行，品名').inputValue()).toBe('苹果');
    expect(await page.getByLabel('表格第 2 行，货号').inputValue()).toBe('0012');
    await page.getByLabel('表格第 2 行，货号').fill('0013');
    await page.waitForTimeout(700);
    await page.getByRole('link', { name: '修改模板' }).click();
    await page.waitForURL(/design-\d+\.html/);
    expect(await page.getByLabel('表格第 2 行，货号').inputValue()).toBe('0013');
    quiet();
  });
});

describe('a sheet with a title, blank rows and a total', () => {
  it('is mapped as in 立即打印, and another row is made the header by pressing it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page);
    const lines = ['十一月到货', '', '品名,货号,数量', '苹果,A-1,3', '', '梨,B-2,4', '合计,,7'];
    await openFile(page, '到货单.csv', new TextEncoder().encode(lines.join('\n')));
    await findPane(page).getByText('2 行 · 2 列已对应').waitFor();
    expect(await page.getByLabel('表格第 6 行，货号').inputValue()).toBe('B-2');
    const header = findPane(page).getByRole('checkbox', { name: '第 3 行是列名' });
    expect(await header.isChecked()).toBe(true);
    await findPane(page)
      .getByRole('button', { name: '原来的表：5 行，2 行不是数据，不要' })
      .click();
    const dialog = page.getByRole('dialog', { name: '哪一行是列名，哪些行不要' });
    await dialog.getByRole('checkbox', { name: '要第 7 行' }).check();
    await findPane(page).getByText('3 行 · 2 列已对应').waitFor();
    await dialog.getByRole('checkbox', { name: '要第 4 行' }).uncheck();
    await findPane(page).getByText('2 行 · 2 列已对应').waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'designer-sheet-shape');
    await dialog.getByRole('button', { name: '第 4 行是列名' }).click();
    await dialog.getByRole('button', { name: '第 3 行是列名' }).click();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('“货号”放进').inputValue()).toBe('货号');
    await page.waitForTimeout(700);
    await page.reload();
    await findPane(page)
      .getByRole('button', { name: /^原来的表：5 行/ })
      .waitFor();
    expect(await header.isChecked()).toBe(true);
    quiet();
  });
});

describe('product codes that lost their leading 0', () => {
  const EAN = {
    ...TEMPLATE,
    fields: TEMPLATE.fields.map((field) =>
      field.name === '货号' ? { ...field, sample: '6901234567892' } : field,
    ),
    elements: TEMPLATE.elements.map((element) =>
      element.type === 'code128' ? { ...element, type: 'ean13' } : element,
    ),
  };
  const CSV = '品名,货号\n苹果,614141999996\n梨,6901234567892\n桃,614141000005\n';

  it('are asked about once a column, in the designer and in 立即打印', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page, EAN);
    await openFile(page, '一.csv', Buffer.from(CSV));
    const question = page.getByRole('group', { name: '“货号”有 2 行是 12 位，如 614141999996' });
    await question.getByRole('button', { name: '是，补上 0：0614141999996' }).waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'lost-zeros');
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name: '数据', exact: true }).click();
    await question.waitFor();
    expect(await measureOverflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await question.getByRole('button', { name: '不是' }).click();
    await expect.poll(() => question.count()).toBe(0);
    expect(await page.getByLabel('表格第 2 行，货号').inputValue()).toBe('614141999996');

    // A file of the same name is another table.
    await openFile(page, '一.csv', Buffer.from(CSV));
    await question.getByRole('button', { name: '是，补上 0' }).click();
    await expect
      .poll(() => page.getByLabel('表格第 4 行，货号').inputValue())
      .toBe('0614141000005');
    expect(await page.getByLabel('表格第 3 行，货号').inputValue()).toBe('6901234567892');
    expect(await question.count()).toBe(0);

    await openFile(page, '三.csv', Buffer.from(CSV));
    await question.waitFor();
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    // The designer's question is visible until the page appears.
    await page.getByRole('heading', { name: '立即打印' }).waitFor();
    await question.getByRole('button', { name: '是，补上 0' }).click();
    await expect
      .poll(() => page.getByLabel('表格第 2 行，货号').inputValue())
      .toBe('0614141999996');
    expect(await page.getByLabel('表格第 4 行，货号').inputValue()).toBe('0614141000005');
    expect(await question.count()).toBe(0);
    quiet();
  });
});

describe('a file that cannot be read', () => {
  it('is refused in words, and the page goes on', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: '数据', exact: true }).click();
    await openFile(page, '旧.xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1));
    await findPane(page).getByText('不是 Excel 表格').waitFor();
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    quiet();
  });
});

describe('a text file', () => {
  it('is read in the encoding it is in, which the member can change where two make text of it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await stage.enter();
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await openTemplate(page);
    // Big5 as written by Excel in Taiwan: 品名,價格 and 茶葉罐,120.
    await openFile(
      page,
      '價格.csv',
      Buffer.from('ab7ea6572cbbf9aee60aaff9b8adc5f82c3132300a', 'hex'),
    );
    const first = page.getByLabel('表格第 2 行，品名');
    await expect.poll(() => first.inputValue()).toBe('茶葉罐');
    const question = page.getByRole('group', { name: '这个文件不止一种编码读得通' });
    expect(await question.getByRole('button').allTextContents()).toEqual([
      '繁体中文（Big5）：品名,價格',
      expect.stringMatching(/^简体中文（GBK）：/),
    ]);
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'encoding-question');
    // On a phone the question is below the bar and not covered by it.
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name: '数据', exact: true }).click();
    const [bar, asked] = await Promise.all([
      findPane(page).locator('header').boundingBox(),
      question.boundingBox(),
    ]);
    expect(asked?.y).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0));
    expect(await measureOverflow(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await question.getByRole('button', { name: '繁体中文' }).click();
    await expect.poll(() => question.count()).toBe(0);

    // Any other encoding can be selected too, and is not asked about again.
    await page.getByLabel('文字编码').selectOption('gb18030');
    await expect.poll(() => findTable(page).locator('thead').textContent()).toContain('珇');
    expect(await question.count()).toBe(0);
    await page.getByLabel('文字编码').selectOption('big5');
    await expect.poll(() => first.inputValue()).toBe('茶葉罐');

    // UTF-8 needs no question; the quoting of long numbers is not part of the values.
    await openFile(
      page,
      '订单.csv',
      Buffer.from('\uFEFFsep=;\n品名\t;货号\n茶\t;="2022072512345928259"\n米\t;000123\t\n'),
    );
    await expect
      .poll(() => page.getByLabel('表格第 2 行，货号').inputValue())
      .toBe('2022072512345928259');
    expect(await page.getByLabel('表格第 3 行，货号').inputValue()).toBe('000123');
    expect(await page.getByLabel('文字编码').inputValue()).toBe('utf-8');
    expect(await question.count()).toBe(0);
    stage.quiet();
  });
});
