import { readFile } from 'node:fs/promises';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();

type Cell = string | number | null;

/** A price list as shops write it: title, date, units, subtotal, total, remark. */
const PRICES: Cell[][] = [
  ['2026年11月价格表'],
  ['日期：2026-11-30', null, '制表：小王'],
  ['品名', '规格', '货号', '价格'],
  [null, null, null, '（元）'],
  ['红富士苹果', '1kg', '6901234567892', 12.8],
  ['黄桃罐头', '500g', '6901234567908', 9.9],
  ['小计', null, null, 22.7],
  ['雪梨', '2kg', '6901234567915', 15],
  ['合计', null, null, 37.7],
  ['备注：价格含税'],
];
/** The same with blank rows: the products are in rows 6, 7 and 10. */
const PRICES_WITH_BLANKS: Cell[][] = [
  ...PRICES.slice(0, 2),
  [null],
  ...PRICES.slice(2, 6),
  [null],
  ...PRICES.slice(6),
];
/** Names merged over two rows, and groups of equal names. */
const GROUPS: Cell[][] = [
  ['品名', '货号', '一店', null, '二店', null],
  [null, null, '价格', '库存', '价格', '库存'],
  ['红富士苹果', '6901234567892', 12.8, 3, 13.5, 8],
  ['黄桃罐头', '6901234567908', 9.9, 1, 10.5, 2],
];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const makeWorkbook = async (...sheets: { name: string; rows: Cell[][] }[]) => ({
  name: '价格.xlsx',
  mimeType: XLSX,
  buffer: Buffer.from(await writeXlsx({ sheets })),
});

/** `品名;货号` and two rows in GBK. The number has 20 digits, more than a number can hold. */
const GBK_CSV = Buffer.concat([
  Buffer.from([0xc6, 0xb7, 0xc3, 0xfb, 0x3b, 0xbb, 0xf5, 0xba, 0xc5, 0x0d, 0x0a]),
  Buffer.from([0xc6, 0xbb, 0xb9, 0xfb]),
  Buffer.from(';69012345678901234567\r\n'),
  Buffer.from([0xbb, 0xc6, 0xcc, 0xd2]),
  Buffer.from(';00012\r\n'),
]);

const PDF = {
  name: 'a.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n'),
};

const open = async (screen: keyof typeof SCREENS = 'wide'): Promise<Visitor> => {
  const visitor = await stage.enter({ screen });
  await stage.signIn(visitor.context);
  await visitor.page.goto('/yunbiao/user/print');
  await waitUntilHydrated(visitor.page);
  await visitor.page.getByText('打开 Excel', { exact: true }).click();
  return visitor;
};

const openFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);

const getMap = (page: Page) => page.getByRole('region', { name: '对列' });
const getField = (page: Page, column: string) => getMap(page).getByLabel(`“${column}”这一列放进`);
const readCell = (page: Page, row: number, field: string) =>
  page.getByLabel(`第 ${row} 行，${field}`).inputValue();

describe('opening a file in 立即打印', () => {
  it('finds the header below titles, and leaves out units and totals', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await open();
    await openFile(
      page,
      await makeWorkbook({ name: '十一月', rows: PRICES }, { name: '空的', rows: [['a']] }),
    );
    const map = getMap(page);
    await map.getByText('“价格.xlsx”的列放进哪一栏').waitFor();
    expect(await map.getByRole('checkbox', { name: '第 3 行是列名' }).isChecked()).toBe(true);
    await map.getByText('原来的表：10 行，6 行不是数据，不要').waitFor();
    await map.getByText(/用 3 行、4 列/).waitFor();
    expect(await getField(page, '货号').inputValue()).toBe('货号');
    await takeShot(page, 'print-file-map');
    expect(await checkAccessibility(page)).toEqual([]);
    // The member takes the subtotal back, then decides otherwise.
    await map.getByRole('checkbox', { name: '要第 7 行' }).check();
    await map.getByText(/用 4 行、4 列/).waitFor();
    await map.getByRole('checkbox', { name: '要第 7 行' }).uncheck();
    // Unchecked and checked again, the header is the same.
    await map.getByRole('checkbox', { name: '第 3 行是列名' }).uncheck();
    await map.getByText(/用 6 行/).waitFor();
    await map.getByRole('checkbox', { name: '第 3 行是列名' }).check();
    await map.getByText(/用 3 行、4 列/).waitFor();
    // Another header: the rows above it are no data.
    await map.getByRole('button', { name: '第 5 行是列名' }).click();
    await map.getByText(/用 2 行/).waitFor();
    await map.getByRole('button', { name: '第 3 行是列名' }).click();
    await map.getByRole('button', { name: '放进' }).click();
    await page.getByRole('region', { name: '要打印的行' }).waitFor();
    expect(await readCell(page, 5, '品名')).toBe('红富士苹果');
    expect(await readCell(page, 8, '货号')).toBe('6901234567915');
    await page.getByRole('button', { name: '打印 3 张' }).waitFor();
    quiet();
  });

  it('reads both rows of a header, and another sheet of the file', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await open();
    await openFile(
      page,
      await makeWorkbook({ name: '一', rows: PRICES }, { name: '二', rows: GROUPS }),
    );
    const map = getMap(page);
    await map.getByLabel('工作表').selectOption('二');
    await map.getByText('一店价格').waitFor();
    expect(await getField(page, '货号').inputValue()).toBe('货号');
    await getField(page, '二店价格').selectOption('价格');
    await map.getByText(/用 2 行/).waitFor();
    await map.getByRole('button', { name: '放进' }).click();
    await page.getByRole('region', { name: '要打印的行' }).waitFor();
    expect(await readCell(page, 3, '价格（元）')).toBe('13.5');
    quiet();
  });

  it('reads GBK to the last digit, and its rows are found again in the sheet', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await open();
    await openFile(page, { name: '货号.csv', mimeType: 'text/csv', buffer: GBK_CSV });
    await getMap(page).getByRole('button', { name: '放进' }).click();
    await page.getByRole('region', { name: '要打印的行' }).waitFor();
    expect(await readCell(page, 2, '货号')).toBe('69012345678901234567');
    expect(await readCell(page, 3, '货号')).toBe('00012');
    await page.getByLabel('第 2 行，货号').fill('00011');
    await page.getByRole('button', { name: '用虚拟打印机试打印' }).click();
    await page.getByLabel('打印机配置').waitFor();
    // A blank price of a public template is asked about, and nothing is sent before the answer.
    await page.getByRole('button', { name: '打印 2 张' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 行没有价格，照常打印？').waitFor();
    await dialog.getByText('没有价格：表格第 2、3 行').waitFor();
    await takeShot(page, 'print-file-blanks');
    await dialog.getByRole('button', { name: '返回修改' }).click();
    // Another file replaces the rows only after it is confirmed.
    await openFile(page, await makeWorkbook({ name: '十一月', rows: PRICES_WITH_BLANKS }));
    await getMap(page).getByRole('button', { name: '替换现在的 2 行，放进 3 行' }).click();
    await page.getByRole('button', { name: '打印 3 张' }).waitFor();
    expect(await readCell(page, 6, '品名')).toBe('红富士苹果');
    // A file that cannot be read says so beside the rows, and changes none.
    await openFile(page, PDF);
    await page.getByRole('alert').getByText('这是 PDF，不是表格').waitFor();
    expect(await readCell(page, 10, '品名')).toBe('雪梨');
    // A part is printed. Every row keeps its number in the sheet, in the table and on the labels.
    await page.getByLabel('表格第 7 行，货号').fill('货号');
    await page.getByRole('button', { name: '打印 2 张' }).click();
    await dialog.getByText('表格第 7 行打印不了，会跳过。打印其余的 2 张？').waitFor();
    await dialog.getByRole('button', { name: '打印 2 张' }).click();
    await page.getByRole('button', { name: '放回刚才打印的 2 行' }).waitFor();
    expect(await readCell(page, 7, '品名')).toBe('黄桃罐头');
    await takeShot(page, 'print-file-part');
    await page.getByRole('link', { name: '看明细' }).click();
    const labels = page.getByRole('table').filter({ hasText: '表格行' });
    await labels.getByRole('cell', { name: '6', exact: true }).waitFor();
    await labels.getByRole('cell', { name: '10', exact: true }).waitFor();
    await takeShot(page, 'print-file-details');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /导出/ }).click(),
    ]);
    const { sheets } = await readXlsx(await readFile(await download.path()));
    const [head = [], ...exported] = sheets[0]?.rows ?? [];
    expect(exported.map((row) => row[head.indexOf('表格行')])).toEqual([6, 10]);
    quiet();
  });

  it('keeps the rows over a reload, and refuses what is no table', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await open('phone');
    await openFile(page, await makeWorkbook({ name: '十一月', rows: PRICES }));
    await getMap(page).waitFor();
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'print-file-map-phone');
    await page.waitForFunction(() =>
      Object.values(sessionStorage).some((draft) => draft.includes('价格.xlsx')),
    );
    await page.reload();
    await waitUntilHydrated(page);
    await getMap(page).getByText('“价格.xlsx”的列放进哪一栏').waitFor();
    await page.getByText('打开的表还没放进来，先放进来，或者点“取消”').waitFor();
    await getMap(page).getByRole('button', { name: '取消' }).click();
    await openFile(page, PDF);
    await page.getByRole('alert').getByText('这是 PDF，不是表格').waitFor();
    quiet();
  });
});
