import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-panels-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A red dot, 1 × 1. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
/** 35 bytes that claim 65535 × 65535 pixels. */
const BOMB = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0]),
  Buffer.alloc(22),
]);

const getCanvas = (page: Page) => page.getByRole('application');
const listLayers = (page: Page) => page.getByRole('region', { name: '图层' }).getByRole('listitem');
const getPart = (page: Page) => page.getByRole('region', { name: '属性' });

/** Pastes text onto the canvas as from the system's clipboard. */
const pasteText = async (page: Page, text: string): Promise<void> => {
  await getCanvas(page).focus();
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true });
    document.dispatchEvent(event);
  }, text);
};

const choosePicture = async (page: Page, name: string, bytes: Buffer): Promise<void> => {
  const path = join(folder, name);
  await writeFile(path, bytes);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('navigation', { name: '元素' }).getByRole('button', { name: '图片' }).click(),
  ]);
  await chooser.setFiles(path);
};

describe('the panels of the designer', () => {
  it('make contents, fields, tables and pictures, and take problems away', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'wide' });
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const part = getPart(page);
    const chooseMode = (name: string) => part.getByText(name, { exact: true }).click();

    // A field with a sample value, and a text bound to it.
    await pasteText(page, '红富士');
    await chooseMode('列');
    await part.getByText('这一张：红富士').waitFor();
    await part.getByText('修改这一栏').click();
    await part.getByLabel('栏名').fill('品名');
    await part.getByLabel('栏名').press('Enter');
    await chooseMode('拼接');
    const text = part.getByRole('textbox', { name: '文字' });
    expect(await text.inputValue()).toBe('{{品名}}');
    await text.fill('品名：{{品名}}');
    await part.getByText('这一张：品名：红富士').waitFor();
    await chooseMode('表达式');
    const formula = part.getByRole('textbox', { name: '表达式' });
    expect(await formula.inputValue()).toBe('"品名：" & 品名');
    await formula.fill('左(品名, 1');
    await part.getByRole('alert').getByText('公式就完了').waitFor();
    await formula.fill('左(品名, 1)');
    await part.getByText('这一张：红', { exact: true }).waitFor();
    await takeShot(page, 'panels-formula');

    // Serial numbers, with a preview of the first ones.
    await chooseMode('序号');
    await part.getByText('0001、0002、0003').waitFor();
    await part.getByLabel('从几开始').fill('98');
    await part.getByLabel('几位').fill('2');
    await part.getByText('98、99，然后号就用完了').waitFor();
    expect(await checkAccessibility(page)).toEqual([]);

    // Cells of a spreadsheet.
    await pasteText(page, '品名\t价格\n红富士\t12.8\n');
    await part.getByRole('button', { name: '第 2 行第 2 列，12.8' }).click();
    await part.getByRole('textbox', { name: '文字' }).fill('13.5');
    const cell = part.getByRole('textbox', { name: '第 2 行第 2 列的内容' });
    await expect.poll(() => cell.inputValue()).toBe('13.5');
    await takeShot(page, 'panels-table');
    expect(await checkAccessibility(page)).toEqual([]);

    // A picture, and a file that falsely claims to be one.
    await choosePicture(page, 'dot.png', DOT);
    await part.getByRole('button', { name: '更换图片' }).waitFor();
    expect(await listLayers(page).count()).toBe(3);
    await choosePicture(page, 'bomb.gif', BOMB);
    await page.getByText('图片是 65535 × 65535 像素，太大了').waitFor();
    expect(await listLayers(page).count()).toBe(3);

    // A text that does not fit is adjusted, then undone.
    await pasteText(page, '南坡晚熟脐橙礼盒精选装一二三四');
    await part.getByLabel('放不下时').selectOption('clip');
    await part.getByRole('button', { name: '自动缩小' }).click();
    expect(await part.getByLabel('放不下时').inputValue()).toBe('shrink');
    await page.getByRole('button', { name: /^撤销，上一步：自动缩小/ }).click();
    expect(await part.getByLabel('放不下时').inputValue()).toBe('clip');
    await part.getByRole('button', { name: '自动缩小' }).waitFor();
    await takeShot(page, 'panels-fix');
    // The keyboard shortcuts of the system's clipboard.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const layers = listLayers(page);
    await getCanvas(page).focus();
    await page.keyboard.press('Control+C');
    await page.keyboard.press('Control+V');
    await layers.nth(4).waitFor();
    await page.keyboard.press('Control+X');
    await layers.nth(4).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+V');
    await layers.nth(4).waitFor();
    await page.keyboard.press('Delete');

    // A kit of a code and its text, which opens again.
    const before = await layers.count();
    await page.getByRole('button', { name: '套件', exact: true }).click();
    await page.getByRole('button', { name: /^GS1 条码/ }).click();
    const kit = page.getByRole('dialog', { name: 'GS1 条码' });
    await kit.getByRole('button', { name: '医疗器械 UDI' }).click();
    await kit.getByText(/^这一张：\(01\)06901234567892/).waitFor();
    await takeShot(page, 'panels-gs1');
    expect(await checkAccessibility(page)).toEqual([]);
    await kit.getByRole('button', { name: '添加', exact: true }).click();
    await layers.nth(before + 1).waitFor();
    await takeShot(page, 'panels-gs1-label');
    await layers.getByRole('button', { name: /^GS1 条码/ }).click();
    await part.getByRole('button', { name: /^重新编辑/ }).click();
    await kit.getByRole('button', { name: '删除 (21) 序列号' }).click();
    await kit.getByRole('button', { name: '修改', exact: true }).click();
    await page.getByRole('button', { name: /^撤销，上一步：修改 GS1 内容/ }).waitFor();

    // The label of a chemical: a statement brings its pictogram.
    const chooseKit = async (name: RegExp): Promise<void> => {
      await page.getByRole('button', { name: '套件', exact: true }).click();
      await page.getByRole('button', { name }).click();
    };
    await chooseKit(/^化学品标签/);
    await page.getByLabel(/^H225 /).check();
    expect(await page.getByLabel('火焰', { exact: true }).isChecked()).toBe(true);
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByRole('button', { name: '取消' }).click();
    await chooseKit(/^营养成分表/);
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByRole('button', { name: '添加', exact: true }).click();
    await layers.getByRole('button', { name: /^营养成分表/ }).waitFor();

    // Dot view: a magnifier next to the pointer.
    await page.getByText('打印效果', { exact: true }).first().click();
    await getCanvas(page).hover();
    await page.getByText('放大 6 倍 · 一格一点').waitFor();
    await takeShot(page, 'panels-dots');
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    quiet();
  });

  it('put lower case in Code 39 once full ASCII is asked for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const box = { xMm: 4, yMm: 4, widthMm: 42, heightMm: 20, rotation: 0 };
    const code = {
      ...box,
      type: 'code39',
      id: 'c',
      content: 'Ab-1',
      showText: true,
      textSizeMm: 2.5,
    };
    const template = { version: 1, widthMm: 50, heightMm: 30, fields: [], elements: [code] };
    const file = join(folder, '三九码.json');
    await writeFile(file, JSON.stringify(template));
    await page.locator('input[accept*=".json"]').setInputFiles(file);
    await listLayers(page).getByRole('button', { name: /Ab-1/ }).first().click();
    const refused = getPart(page).getByText(/不能包含“b”/);
    await refused.waitFor();
    await getPart(page)
      .getByLabel(/全 ASCII/)
      .check();
    await refused.waitFor({ state: 'detached' });
    await page.getByText('可扫，余量大').waitFor();
    quiet();
  });

  it('draw an SVG in dots, and run and fetch nothing of it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet, forgive } = await stage.enter({ screen: 'wide' });
    await page.goto('/yunbiao/tools/design-new.html');
    await waitUntilHydrated(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" onload="globalThis.ran = 1">
      <script>globalThis.ran = 1</script><image href="http://127.0.0.1:9/beacon.png" width="5" height="5"/>
      <rect width="10" height="10"/></svg>`;
    await choosePicture(page, '标.svg', Buffer.from(svg));
    const readBox = (name: string) =>
      page.getByRole('spinbutton', { name, exact: true }).inputValue();
    await expect.poll(() => readBox('宽')).toBe('30');
    expect(Number(await readBox('高'))).toBeCloseTo(15, 1);
    // Black on the left, white on the right, as printed.
    const label = page.locator('[role="img"][aria-label^="正在设计的"]');
    const dotsAt = (x: number): Promise<number> =>
      label.evaluate((canvas, at) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const context = (canvas as HTMLCanvasElement).getContext('2d');
        return context?.getImageData(width * at, height / 2, 1, 1).data[0] ?? -1;
      }, x);
    await expect.poll(() => dotsAt(0.4)).toBe(0);
    expect(await dotsAt(0.6)).toBe(255);
    expect(asked.filter((url) => url.includes('beacon'))).toEqual([]);
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    await choosePicture(page, '坏.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'));
    await page.getByText('这张 SVG 画不出来').waitFor();
    // The content security policy, which also covers the drawing's own document, reports the
    // blocked handler.
    forgive(/Executing inline event handler/);
    forgive(/willReadFrequently/);
    quiet();
  });
});
