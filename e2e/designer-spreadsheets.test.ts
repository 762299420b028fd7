import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { utils, type WorkBook, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilHydrated, noBrowser } from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';
import { noLibreOffice } from './support/workbook.ts';

const run = promisify(execFile);
const stage = useSharedStage();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yb-sheets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEADS = ['品名', '货号', '性别', '日期', '数量'];
const FIRST = ['苹果', '0690123456789', '男', '2026年11月23日', '壹佰贰拾'];
const SECOND = ['梨', '0690123456790', '女', '2026年11月24日', '伍'];

const createBook = (): WorkBook => {
  const sheet = utils.aoa_to_sheet([HEADS, ['苹果'], ['梨']]);
  const formats = [
    '0000000000000',
    '[=1]"男";[=2]"女"',
    'yyyy"年"m"月"d"日"',
    '[DBNum2][$-804]General',
  ];
  const rows = [
    [690123456789, 1, 46349, 120],
    [690123456790, 2, 46350, 5],
  ];
  for (const [row, values] of rows.entries())
    for (const [column, value] of values.entries())
      sheet[utils.encode_cell({ r: row + 1, c: column + 1 })] = {
        t: 'n',
        v: value,
        z: formats[column],
      };
  sheet['!ref'] = 'A1:E3';
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, '到货');
  return book;
};

const writeBook = (kind: 'xlsx' | 'xlsb' | 'xls'): Uint8Array =>
  new Uint8Array(write(createBook(), { type: 'array', bookType: kind }) as ArrayBuffer);

/**
 * As packed by an old exporter: backslashes in names, capitals in the part name of texts, dates
 * counted from 1904.
 */
const createOdd = (): Uint8Array => {
  const files = unzipSync(writeBook('xlsx'));
  const entries = Object.entries(files).map(([name, bytes]) => {
    const text = strFromU8(bytes)
      .replaceAll('sharedStrings.xml', 'SharedStrings.xml')
      .replace(/<workbookPr[^>]*>/, '<workbookPr date1904="1"/>')
      .replaceAll('<v>46349</v>', '<v>44887</v>')
      .replaceAll('<v>46350</v>', '<v>44888</v>');
    return [
      name.replace('sharedStrings.xml', 'SharedStrings.xml').replaceAll('/', '\\'),
      strToU8(text),
    ];
  });
  return zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>);
};

const openFile = async (page: Page, name: string, bytes: Uint8Array): Promise<void> => {
  const file = join(folder, name);
  await writeFile(file, bytes);
  await page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);
  await page.getByText(name, { exact: false }).first().waitFor({ timeout: 20_000 });
};

/** The first two rows of the table below the canvas. */
const readRows = async (page: Page): Promise<string[][]> => {
  await page.getByLabel('表格第 3 行，第 5 列', { exact: true }).waitFor();
  const rows: string[][] = [];
  // The first row of the sheet names the columns.
  for (const row of [2, 3]) {
    const cells: string[] = [];
    for (const column of HEADS.keys()) {
      const name = `表格第 ${row} 行，第 ${column + 1} 列`;
      cells.push(await page.getByLabel(name, { exact: true }).inputValue());
    }
    rows.push(cells);
  }
  return rows;
};

const enter = async () => {
  const entered = await stage.enter();
  await entered.page.goto('/yunbiao/tools/design-new.html');
  await waitUntilHydrated(entered.page);
  return entered;
};

describe('a spreadsheet beside a design', () => {
  it('is shown as Excel shows it, whatever kind and program it is of', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    const files = {
      '新.xlsx': writeBook('xlsx'),
      '怪.xlsx': createOdd(),
      '旧.xls': writeBook('xls'),
      '二进制.xlsb': writeBook('xlsb'),
    };
    for (const [name, bytes] of Object.entries(files)) {
      await openFile(page, name, bytes);
      expect(await readRows(page), name).toEqual([FIRST, SECOND]);
    }
    quiet();
  });

  it('is shown as LibreOffice saves it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    if (noLibreOffice) ctx.skip(noLibreOffice);
    const { page, quiet } = await enter();
    const source = join(folder, 'source.xlsx');
    await writeFile(source, writeBook('xlsx'));
    for (const kind of ['ods', 'xls']) {
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      await run('soffice', [
        profile,
        '--headless',
        '--convert-to',
        kind,
        '--outdir',
        folder,
        source,
      ]);
      const bytes = await readFile(join(folder, `source.${kind}`));
      await openFile(page, `另存.${kind}`, bytes);
      expect(await readRows(page), kind).toEqual([FIRST, SECOND]);
    }
    quiet();
  });
});
