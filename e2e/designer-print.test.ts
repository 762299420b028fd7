import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { encodeGrayAsPng } from '@yunbiao/label';
import { writeXlsx } from 'hucre/xlsx';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import { checkAccessibility, noBrowser, takeShot, waitUntilHydrated } from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { setStage } from './support/stage.ts';

const WAIT = { timeout: 60_000 };
const stage = setStage();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yb-designed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const findPalette = (page: Page) => page.getByRole('navigation', { name: '元素' });
const findContent = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Adds an element to the middle of the label with the keyboard. */
const add = async (page: Page, kind: string): Promise<void> => {
  await findPalette(page).getByRole('button', { name: kind, exact: true }).focus();
  await page.keyboard.press('Enter');
};

/** The last label on the roll, and the texts of its codes, from the dots in the page. */
const newestOnRoll = async (page: Page): Promise<{ number: number; codes: string[] }> => {
  const newest = page.getByRole('img', { name: /^第 \d+ 张打印出来的标签$/ }).first();
  await newest.waitFor(WAIT);
  // Both read at the same moment, because the next label may arrive in between.
  const [name, src] = await newest.evaluate((img) => [
    img.getAttribute('alt') ?? '',
    img.getAttribute('src') ?? '',
  ]);
  const file = join(folder, 'newest.png');
  await writeFile(file, Buffer.from(src?.split(',')[1] ?? '', 'base64'));
  return { number: Number(/\d+/.exec(name ?? '')?.[0]), codes: await readWithZxing(file) };
};

/** Signs a new member in. */
const signInNew = async (context: BrowserContext, username: string): Promise<void> => {
  const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', {
    username,
    password: 'correct horse 9',
  });
  await context.addCookies([{ name: 'auto-token', value: token, url: stage.server.url }]);
};

/** A PNG of 40 × 40 pixels of one grey. */
const createShade = (gray: number): Buffer =>
  Buffer.from(
    encodeGrayAsPng(
      { width: 40, height: 40, gray: new Uint8Array(1600).fill(gray) },
      (bytes, level) => deflateSync(bytes, { level }),
    ),
  );

/** 立即打印 with a virtual printer, as a new member does it. */
const withVirtualPrinter = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '用虚拟打印机试打印' }).click();
  await page.getByLabel('打印机配置').filter({ hasText: '虚拟打印机' }).waitFor(WAIT);
  await page.getByText('可扫').first().waitFor(WAIT);
};

describe('a designed label', () => {
  it('comes from nothing to a printed batch of a thousand rows of a spreadsheet', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const file = join(folder, '到货.xlsx');
    const rows = Array.from({ length: 1000 }, (_, n) => [`苹果 ${n + 1}`, `AP-${1001 + n}`]);
    const sheets = [{ name: '到货', rows: [['品名', '货号'], ...rows] }];
    await writeFile(file, await writeXlsx({ sheets }));
    await page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);
    await page.getByRole('button', { name: '没用的 2 列都变成新的一栏' }).click();
    await add(page, '文字');
    await findContent(page, '文字').fill('{{品名}}');
    await page.getByRole('button', { name: '上对齐' }).click();
    await add(page, '条码');
    await findContent(page, '编进码里的').fill('{{货号}}');
    await page.getByText('可扫，余量大').waitFor(WAIT);
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    expect(await page.getByLabel('表格第 2 行，货号').inputValue()).toBe('AP-1001');
    await withVirtualPrinter(page);
    await page.getByRole('button', { name: '打印 1,000 张' }).click();
    const { number, codes } = await newestOnRoll(page);
    expect(codes).toEqual([`AP-${1000 + number}`]);
    await expect.poll(async () => (await newestOnRoll(page)).number, WAIT).toBeGreaterThan(number);
    const later = await newestOnRoll(page);
    expect(later.codes).toEqual([`AP-${1000 + later.number}`]);
    // A double-click, as people do: the second press hits what the first one opened, and must
    // neither confirm nor close it.
    await page.getByRole('button', { name: /^取消没打印的/ }).dblclick({ delay: 80 });
    await page.getByRole('button', { name: '取消打印' }).click();
    await page
      .getByText(/^撤回|已撤回/)
      .first()
      .waitFor(WAIT);
    quiet();
  });

  it('calls what nobody named as the column that fills it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const file = join(folder, '一张单子.csv');
    const open = async (csv: string) => {
      const { page } = await stage.enter();
      await page.goto('/yunbiao/tools/design-new.html');
      await waitUntilHydrated(page);
      await add(page, '文字');
      await page.getByRole('region', { name: '属性' }).getByText('列', { exact: true }).click();
      const from = page.getByRole('combobox', { name: '来自列' });
      expect(await from.inputValue()).toBe('新的一栏');
      await writeFile(file, csv);
      await page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);
      return { page, called: () => from.inputValue() };
    };
    // With two candidates the page shows which one it is.
    const { page, called } = await open('品名,货号\n苹果,AP-1\n梨,PE-2\n');
    const [name, code] = [page.getByLabel('“品名”放进'), page.getByLabel('“货号”放进')];
    expect(await name.inputValue()).toBe('新的一栏');
    await code.selectOption('新的一栏');
    await expect.poll(called).toBe('货号');
    expect([await name.inputValue(), await code.inputValue()]).toEqual(['', '货号']);
    await page.getByText('这一张：AP-1').waitFor();
    await page.getByText('没用的 1 列都变成新的一栏').waitFor();
    // A single candidate needs no text.
    const only = await open('品名\n苹果\n梨\n');
    await expect.poll(only.called).toBe('品名');
    expect(await only.page.getByLabel('“品名”放进').inputValue()).toBe('品名');
    stage.quiet();
  });

  it('shows pictures of the library, another one on each row', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await signInNew(context, '商品图');
    await page.goto('/yunbiao/user/picture');
    await waitUntilHydrated(page);
    await page.getByText('还没有图片').waitFor();
    const upload = async (...names: string[]): Promise<void> => {
      const [files] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: '上传图片' }).first().click(),
      ]);
      await files.setFiles(
        names.map((name, n) => ({ name, mimeType: 'image/png', buffer: createShade(n * 255) })),
      );
    };
    await upload('黑.png', '白.png');
    for (const name of ['黑.png', '白.png']) await page.getByText(name, { exact: true }).waitFor();
    await upload('黑.png');
    await page.getByText('图片库里已经有“黑.png”，替换它？').waitFor();
    await page.getByRole('button', { name: '保留原来的' }).click();
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await findPalette(page).getByRole('button', { name: '图片', exact: true }).click();
    const library = page.getByRole('dialog', { name: '选择图片' });
    await library.getByRole('button', { name: '黑.png' }).click();
    // Line art begins with the threshold.
    await page.getByLabel('黑白转换').waitFor();
    expect(await page.getByLabel('黑白转换').inputValue()).toBe('threshold');
    // Two rows name different pictures, and a third one that is not there.
    const file = join(folder, '照片.csv');
    await writeFile(file, '照片\n黑\n白.PNG\n没有这张\n');
    await page.getByLabel('打开 Excel 或 CSV 文件').setInputFiles(file);
    await page.getByRole('button', { name: '没用的 1 列都变成新的一栏' }).click();
    await page.getByLabel('图片来自').selectOption({ label: '数据里的“照片”' });
    await page.getByRole('button', { name: '选择图片：表格第 2 行，照片' }).waitFor();
    // A worker draws the pictures of an export. Only the missing one is left out.
    await page.getByRole('button', { name: '导出', exact: true }).first().click();
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^ZPL/ }).click(),
    ]);
    expect(exported.suggestedFilename()).toContain('2 张');
    const leftOut = page.getByRole('alert').filter({ hasText: '没有这张' });
    await leftOut.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    await page.getByRole('button', { name: '用虚拟打印机试打印' }).click();
    await page.getByLabel('打印机配置').filter({ hasText: '虚拟打印机' }).waitFor(WAIT);
    await page.getByRole('button', { name: '打印 2 张' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('图片库里没有“没有这张”').waitFor();
    await question.getByRole('button', { name: '打印 2 张' }).click();
    const getPrinted = (n: number) =>
      page.getByRole('img', { name: `第 ${n} 张打印出来的标签` }).getAttribute('src', WAIT);
    const [first, second] = [await getPrinted(1), await getPrinted(2)];
    expect(first).not.toBe(second);
    expect((first ?? '').length).toBeGreaterThan(0);
    quiet();
  });

  it('comes out of another program’s ZPL: opened, mended and printed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await signInNew(context, '修改模板的人');
    await page.goto('/yunbiao/tools/zpl');
    await waitUntilHydrated(page);
    const openZpl = async (): Promise<void> => {
      await page
        .getByRole('textbox', { name: 'ZPL' })
        .fill(
          '^XA^PW480^LL320^FO40,40^A0N,40^FDOLD NAME^FS^FO40,120^BY2^BCN,100,Y^FDZP-7788^FS^XZ',
        );
      await page.getByRole('button', { name: '在设计器里打开' }).click();
    };
    await openZpl();
    await page.waitForURL(/design-new\.html/);
    const layers = page.getByRole('region', { name: '图层' });
    await layers.getByRole('button', { name: 'OLD NAME', exact: true }).waitFor();

    // Coming back, it asks before it replaces the label that is not saved yet.
    await page.goBack();
    await openZpl();
    await page.getByRole('dialog').getByRole('button', { name: '替换成这一张' }).click();
    await page.waitForURL(/design-new\.html/);
    await layers.getByRole('button', { name: 'OLD NAME', exact: true }).click();
    await findContent(page, '文字').fill('新的品名');
    await layers.getByRole('button', { name: '新的品名', exact: true }).waitFor();

    // A kit of one's own, from the selection, and a phrase.
    const openOwnKits = async (): Promise<void> => {
      await page.getByRole('button', { name: '套件', exact: true }).click();
      await page.getByRole('button', { name: /^我的套件/ }).click();
    };
    await openOwnKits();
    await page.getByLabel('把选中的 1 个元素保存成套件').fill('品名');
    await page.getByRole('button', { name: '保存套件' }).click();
    await page.getByRole('button', { name: '添加 品名' }).waitFor();
    await page.getByRole('textbox', { name: '常用语' }).fill('请置于阴凉干燥处');
    await page.getByRole('button', { name: '保存常用语' }).click();
    await takeShot(page, 'own-kits');
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByRole('button', { name: '添加 请置于阴凉干燥处' }).click();
    await layers.getByRole('button', { name: '请置于阴凉干燥处', exact: true }).waitFor();
    await page.getByRole('button', { name: /^撤销，上一步：添加套件/ }).click();
    await openOwnKits();
    await page.getByRole('button', { name: '删除 品名' }).click();
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await page.getByRole('button', { name: '添加 品名' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    await withVirtualPrinter(page);
    await page.getByRole('button', { name: '打印 1 张' }).click();
    expect(await newestOnRoll(page)).toEqual({ number: 1, codes: ['ZP-7788'] });
    quiet();
  });

  it('is what was saved last when one comes back to it from 立即打印', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    await add(page, '文字');
    const layers = page.getByRole('region', { name: '图层' });
    for (const text of ['第一次', '第二次']) {
      await findContent(page, '文字').fill(text);
      await page.getByRole('textbox', { name: '模板的名字' }).fill(`改过的，${text}`);
      await page.getByRole('button', { name: '打印', exact: true }).click();
      await page.getByRole('heading', { name: '立即打印', level: 1 }).waitFor();
      await page.goBack();
      await page.waitForURL(/design-\d+\.html/);
      await layers.getByRole('button', { name: text, exact: true }).click();
      expect(await page.getByRole('textbox', { name: '模板的名字' }).inputValue()).toBe(
        `改过的，${text}`,
      );
    }
    quiet();
  });
});
