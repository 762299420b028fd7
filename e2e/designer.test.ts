import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const NEW = '/yunbiao/tools/design-new.html';

const findCanvas = (page: Page) => page.getByRole('application');
/** The label being edited; the server's preview pictures are removed before. */
const findLabel = (page: Page) => page.locator('[role="img"][aria-label^="正在设计的"]');

/** Opens a design and waits until its label is drawn. */
const open = async (page: Page, path = NEW): Promise<void> => {
  await page.goto(path);
  await waitUntilHydrated(page);
  await findLabel(page).waitFor();
};

type LabelPoint = readonly [number, number];

/** Point of the page for a point of the label, mm. */
const toPage = async (page: Page, [x, y]: LabelPoint): Promise<[number, number]> => {
  const box = await findLabel(page).boundingBox();
  const wide = /(\d+(?:\.\d+)?) ×/.exec(
    (await findLabel(page).getAttribute('aria-label')) ?? '',
  )?.[1];
  if (!box || !wide) throw new Error('no label on the canvas');
  const mm = box.width / Number(wide);
  return [box.x + x * mm, box.y + y * mm];
};

/** A point of the label on the page, once the label no longer makes room for a panel. */
const toPageAtRest = async (page: Page, point: LabelPoint): Promise<[number, number]> => {
  for (let before = await toPage(page, point); ;) {
    await page.waitForTimeout(200);
    const now = await toPage(page, point);
    if (now[0] === before[0] && now[1] === before[1]) return now;
    before = now;
  }
};

/** Drags on the label between two points, mm. */
const drag = async (page: Page, from: LabelPoint, to: LabelPoint): Promise<void> => {
  await page.mouse.move(...(await toPage(page, from)));
  await page.mouse.down();
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  await page.mouse.move(...(await toPage(page, middle)), { steps: 3 });
  await page.mouse.move(...(await toPage(page, to)), { steps: 3 });
  await page.mouse.up();
};

const draw = async (
  page: Page,
  kind: string,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> => {
  await page
    .getByRole('navigation', { name: '元素' })
    .getByRole('button', { name: kind, exact: true })
    .click();
  await drag(page, from, to);
};

/** The value of a property field. */
const readNumber = (page: Page, name: string): Promise<string> =>
  page.getByRole('spinbutton', { name, exact: true }).inputValue();

const listLayers = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: '图层' })
    .locator('li > button:first-child > span:first-of-type')
    .allInnerTexts();

const signIn = async ({ page }: Visitor): Promise<void> => {
  const { demo } = stage.server;
  if (!demo) throw new Error('the demo has no member');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(demo.username);
  await dialog.getByLabel('密码').fill(demo.password);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

describe('a visitor who designs a label without an account', () => {
  it('draws, moves, stretches and undoes all of it, and keeps it through a reload and signing in', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter();
    const { page, quiet } = visitor;
    await open(page);
    await draw(page, '文字', [3, 3], [40, 9]);
    await page
      .getByRole('textbox', { name: '标签上的内容', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('云南普洱茶');
    await draw(page, '条码', [3, 24], [34, 37]);
    await draw(page, '二维码', [44, 20], [58, 34]);
    expect(await listLayers(page)).toEqual(['扫码内容', 'A1234567', '云南普洱茶']);
    await page.getByText('可扫，余量大').waitFor();
    await takeShot(page, 'designer-wide');
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);

    // Snaps to the text's left edge, although the pointer was slightly off.
    await drag(page, [50, 27], [44.4, 12]);
    const moved = [await readNumber(page, 'X'), await readNumber(page, 'Y')];
    await page.keyboard.press('Shift+ArrowRight');
    expect(await readNumber(page, 'X')).toBe(String(Number(moved[0]) + 1));
    await page.keyboard.press('ControlOrMeta+z');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await readNumber(page, 'X')).toBe('44');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => listLayers(page)).toEqual([]);
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ControlOrMeta+Shift+z');
    expect(await listLayers(page)).toEqual(['扫码内容', 'A1234567', '云南普洱茶']);

    await page.getByText('草稿在这个浏览器里').waitFor();
    await page.reload();
    await page.getByText('继续上次未保存的修改').waitFor();
    expect(await listLayers(page)).toEqual(['扫码内容', 'A1234567', '云南普洱茶']);

    await page.getByRole('textbox', { name: '模板的名字' }).fill('普洱茶饼');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await signIn(visitor);
    await page.waitForURL(/design-\d+\.html$/);
    await page.getByText('已保存').waitFor();
    expect(await listLayers(page)).toEqual(['扫码内容', 'A1234567', '云南普洱茶']);
    // The designer instance is the same: changes from before it had an address can still be undone.
    await expect(page.getByRole('button', { name: /^撤销/ }).isEnabled()).resolves.toBe(true);
    await page.getByRole('button', { name: '打印', exact: true }).click();
    await page.waitForURL(/user\/print\?template=/);
    await page.getByRole('heading', { name: '立即打印' }).waitFor();
    quiet();
  });

  it('draws over grips, types at once, moves along an axis and resizes from the centre', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    await draw(page, '条码', [4, 4], [34, 14]);
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('B2');
    expect(await listLayers(page)).toEqual(['B2']);
    // Esc leads back to the canvas, where letters are shortcuts at once.
    await page.keyboard.press('Escape');
    await page.keyboard.press('m');
    await drag(page, [34, 14], [50, 30]);
    await page.keyboard.press('m');
    await drag(page, [50, 30], [56, 36]);
    expect(await listLayers(page)).toEqual(['矩形', '矩形', 'B2']);

    await drag(page, [10, 8], [10, 8]);
    expect(await readNumber(page, 'X')).toBe('4');
    await page.keyboard.down('Shift');
    await drag(page, [10, 8], [12, 18]);
    await page.keyboard.up('Shift');
    expect([await readNumber(page, 'X'), await readNumber(page, 'Y')]).toEqual(['4', '14']);
    await page.keyboard.down('Alt');
    await drag(page, [34, 24], [36, 26]);
    await page.keyboard.up('Alt');
    const box = await Promise.all(['X', 'Y', '宽', '高'].map((name) => readNumber(page, name)));
    expect(box).toEqual(['2', '12', '34', '14']);
    // The menu has the commands of the keys.
    await page.mouse.click(...(await toPage(page, [10, 20])), { button: 'right' });
    const menu = page.getByRole('menu', { name: '元素的命令' });
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'designer-menu');
    await menu.getByRole('menuitem', { name: '复制一份' }).press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: '对齐…' }).click();
    await menu.getByRole('menuitem', { name: '左对齐' }).click();
    await expect.poll(() => readNumber(page, 'X')).toBe('0');
    // A number field computes.
    await page.getByRole('spinbutton', { name: '宽', exact: true }).fill('(3+4)×2');
    expect(await readNumber(page, '宽')).toBe('(3+4)×2');
    await page.keyboard.press('Enter');
    expect(await readNumber(page, '宽')).toBe('14');
    // Several elements: what they share, and different values as such.
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+a');
    const each = page.getByRole('region', { name: '每个元素' });
    const height = each.getByRole('spinbutton', { name: '高', exact: true });
    expect(await height.getAttribute('placeholder')).toBe('不同');
    await height.fill('7');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    expect(await height.inputValue()).toBe('');
    await takeShot(page, 'designer-shared');
    quiet();
  });

  it('does everything from the keyboard', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    const palette = page.getByRole('navigation', { name: '元素' });
    for (const name of ['文字', '矩形']) {
      await palette.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    }
    expect(await listLayers(page)).toEqual(['矩形', '文字']);
    await findCanvas(page).focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await findCanvas(page).getAttribute('aria-label')).toContain('选中矩形');
    await page.keyboard.press('Alt+a');
    expect(await readNumber(page, 'X')).toBe('0');
    await page.keyboard.press('[');
    expect(await listLayers(page)).toEqual(['文字', '矩形']);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+g');
    await page.keyboard.press('ControlOrMeta+d');
    // Each of the two groups is a layer as well.
    expect((await listLayers(page)).length).toBe(6);
    await page.keyboard.press('Delete');
    expect((await listLayers(page)).length).toBe(3);
    // No focus trap: Tab leaves the last element for the rest of the page.
    await page.keyboard.press('Escape');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
    await expect
      .poll(() => findCanvas(page).evaluate((item) => item === document.activeElement))
      .toBe(false);
    await findCanvas(page).focus();
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: '快捷键' });
    await sheet.getByText('水平等距').waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    quiet();
  });

  it('fills a table by typing and pasting, and an export that is refused says where', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    await draw(page, '表格', [10, 5], [50, 25]);
    await page.keyboard.press('F2');
    const getCell = (row: number, column: number) =>
      page.getByRole('textbox', { name: `第 ${row} 行第 ${column} 列的内容` });
    await getCell(1, 1).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('货号');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await getCell(2, 1).evaluate((cell) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '颜色\t"红\n白"\n尺码\tXL\n');
      cell.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    const grid = page.getByRole('group', { name: '格子', exact: true });
    await grid.getByRole('button', { name: '第 3 行第 2 列，XL' }).waitFor();
    expect(await grid.getByRole('button').allInnerTexts()).toEqual([
      '货号',
      'A1',
      '红 白',
      '尺码',
      'XL',
    ]);
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'designer-table');

    await page.keyboard.press('Escape');
    await draw(page, '序号', [10, 28], [30, 33]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '导出', exact: true }).first().click();
    await page.getByRole('button', { name: /^ZPL/ }).click();
    const refusal = page
      .getByRole('alert')
      .filter({ hasText: '流水号由服务器给，才不会重：先登录' });
    await refusal.getByRole('button', { name: '查看“序号”' }).click();
    expect(await findCanvas(page).getAttribute('aria-label')).toContain('选中序号');
    await refusal.getByRole('button', { name: '关闭' }).click();
    await refusal.waitFor({ state: 'detached' });
    // The content box grows with its lines.
    await draw(page, '二维码', [10, 34], [50, 39]);
    const box = page.locator('textarea:focus');
    await box.fill('一\n二\n三\n四\n五');
    expect((await box.boundingBox())?.height).toBeGreaterThan(95);
    quiet();
  });

  it('edits a text on the label, part by part', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    await draw(page, '文字', [3, 3], [50, 15]);
    const text = page.locator('[contenteditable]:focus');
    await text.waitFor();
    // A text longer than its box does not scroll the canvas.
    const placeBefore = await toPage(page, [0, 0]);
    await page.keyboard.type('名字特别长的商品'.repeat(6));
    expect(await toPage(page, [0, 0])).toEqual(placeBefore);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('会员价12');
    for (let i = 0; i < 2; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    const look = page.getByRole('group', { name: '文字的样子' });
    const bold = look.getByRole('button', { name: '加粗' });
    await bold.click();
    // A look is an undo step of its own.
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(() => bold.getAttribute('aria-pressed')).toBe('false');
    expect((await text.innerText()).trim()).toBe('会员价12');
    await page.keyboard.press('ControlOrMeta+y');
    await expect.poll(() => bold.getAttribute('aria-pressed')).toBe('true');
    for (let i = 0; i < 4; i += 1) await look.getByRole('button', { name: '大一点' }).click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('元');
    expect(await checkAccessibility(page)).toEqual([]);
    await takeShot(page, 'designer-text');
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    expect(await listLayers(page)).toEqual(['会员价12 元']);
    const panel = page.getByRole('region', { name: '属性' });
    await panel.getByText('这段文字分几种样子').waitFor();
    // The size of the element is that of its largest part.
    const size = Number(await readNumber(page, '字高'));
    await panel.getByRole('button', { name: '统一样子' }).click();
    expect(await page.getByRole('textbox', { name: '文字', exact: true }).inputValue()).toBe(
      '会员价12\n元',
    );
    await page.keyboard.press('ControlOrMeta+z');
    await findCanvas(page).focus();
    await page.keyboard.press('Enter');
    await text.waitFor();
    const sizes = await text
      .locator('[data-look]')
      .evaluateAll((spans) =>
        spans.map((span) => JSON.parse((span as HTMLElement).dataset['look'] ?? '').sizeMm),
      );
    expect(sizes).toEqual([size - 2, size]);
    // A column stays one when it is cut and pasted.
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('{{甲}}');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const columns = text.locator('[data-content="{{甲}}"]');
    await columns.waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+x');
    await columns.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+v');
    await columns.waitFor();
    // Without any text, no line remains.
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('y');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    const content = page.getByRole('textbox', { name: '文字', exact: true });
    await expect.poll(() => content.inputValue()).toBe('');
    quiet();
  });

  it('drags a line of a table, from dot to dot, and takes that back', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    await draw(page, '表格', [10, 10], [40, 30]);
    const line = page.locator('[data-line="columns"]').first();
    const getLineX = async (): Promise<number> => (await line.boundingBox())?.x ?? 0;
    const [before, box] = [await getLineX(), await line.boundingBox()];
    if (!box) throw new Error('no line');
    // Off centre, because handles may cover the middle.
    const y = box.y + box.height * 0.3;
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, y, { steps: 3 });
    await page.mouse.move(box.x + 40, y, { steps: 3 });
    await page.mouse.up();
    await page.getByRole('button', { name: '撤销，上一步：修改列宽' }).waitFor();
    expect((await getLineX()) - before).toBeGreaterThan(30);
    expect(await readNumber(page, 'X')).toBe('10');
    await findCanvas(page).focus();
    await page.keyboard.press('ControlOrMeta+z');
    await expect.poll(getLineX).toBeCloseTo(before, 0);
    quiet();
  });

  it('leaves no guide behind when the finger that pulls it is taken away', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page);
    const ruler = page.locator('.ruler-x').first();
    await ruler.waitFor();
    await findLabel(page).waitFor();
    const box = await ruler.boundingBox();
    const paper = await findLabel(page).boundingBox();
    if (!box || !paper) throw new Error('no ruler');
    const x = paper.x + paper.width / 2;
    await page.mouse.move(x, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(x, paper.y + 20, { steps: 3 });
    await ruler.dispatchEvent('pointercancel', { pointerId: 1 });
    await page.mouse.move(x, paper.y + 40, { steps: 3 });
    await page.mouse.up();
    expect(await page.getByRole('button', { name: /^撤销/ }).isDisabled()).toBe(true);
    quiet();
  });

  it('designs with a finger on a phone', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone', dark: true });
    await open(page);
    await page.getByRole('button', { name: '添加' }).click();
    await page
      .getByRole('navigation', { name: '元素' })
      .getByRole('button', { name: '文字' })
      .click();
    // The new text is on the label and chosen.
    await page.getByRole('button', { name: '属性' }).click();
    await page.getByRole('textbox', { name: '文字', exact: true }).fill('手机上写的');
    await takeShot(page, 'designer-phone');
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByRole('button', { name: '图层' }).click();
    expect(await listLayers(page)).toEqual(['手机上写的']);
    // A finger that stays opens the menu.
    await page.getByRole('button', { name: '图层' }).click();
    const [x, y] = await toPageAtRest(page, [30, 20]);
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    const menu = page.getByRole('menu', { name: '元素的命令' });
    await menu.waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await takeShot(page, 'designer-phone-menu');
    expect(await checkAccessibility(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: '复制一份' }).tap();
    await page.getByRole('button', { name: '图层' }).click();
    expect(await listLayers(page)).toEqual(['手机上写的', '手机上写的']);
    // No sheet cuts off the menu of the exports.
    await page.getByRole('button', { name: '数据', exact: true }).click();
    await page.getByRole('button', { name: '导出', exact: true }).filter({ visible: true }).tap();
    const first = page.getByRole('button', { name: /^PDF/ }).filter({ visible: true });
    await first.tap({ trial: true });
    quiet();
  });
});

describe('a member', () => {
  it('sees what changed between versions, brings one back, and is told of another window', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    await stage.signIn(context);
    await open(page, '/yunbiao/tools/design-1.html');
    const before = await listLayers(page);
    await findCanvas(page).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Shift+ArrowDown');
    // A public template is read-only: a copy is saved.
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('design-1.html'));
    await page.getByText('已保存').waitFor();
    const other = await context.newPage();
    await open(other, page.url());
    await other.getByText('已保存').waitFor();
    await page.bringToFront();
    await findCanvas(page).focus();
    await page.keyboard.press('Delete');
    expect(await listLayers(page)).toEqual([]);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await other.getByText('别处保存了第 2 版').waitFor();
    expect(await listLayers(other)).toEqual(before);

    await page.getByRole('button', { name: '文件' }).click();
    await page.getByRole('button', { name: '版本…' }).click();
    const dialog = page.getByRole('dialog', { name: '版本' });
    await dialog.getByRole('button', { name: '第 1 版' }).click();
    await dialog.getByRole('img', { name: '那一版和现在的不同' }).waitFor();
    await dialog.getByText('那一版才有').waitFor();
    expect(await checkAccessibility(page)).toEqual([]);
    await dialog.getByRole('button', { name: '恢复这一版' }).click();
    expect(await listLayers(page)).toEqual(before);

    // Changes unknown to the other window are not overwritten without a question.
    await other.bringToFront();
    await other.getByRole('button', { name: '继续修改这里的' }).click();
    await findCanvas(other).focus();
    await other.keyboard.press('ControlOrMeta+a');
    await other.keyboard.press('Shift+ArrowUp');
    await other.getByRole('button', { name: '保存', exact: true }).click();
    const question = other.getByRole('dialog', { name: '系统提示' });
    await question.getByText('保存了第 2 版').waitFor();
    await question.getByRole('button', { name: '用这里的覆盖' }).click();
    await other.getByText('已保存').waitFor();
    quiet();
  });

  it('shares a copy by a link that can be taken back', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context } = await stage.enter();
    await stage.signIn(context);
    await open(page, '/yunbiao/tools/design-2.html');
    await page.getByRole('button', { name: '文件' }).click();
    await page.getByRole('button', { name: '分享…' }).click();
    const dialog = page.getByRole('dialog', { name: '分享模板' });
    await expect
      .poll(() => dialog.getByLabel('链接', { exact: true }).inputValue())
      .toContain('share=');
    const link = await dialog.getByLabel('链接', { exact: true }).inputValue();
    const friend = await stage.enter();
    await open(friend.page, link);
    expect((await listLayers(friend.page)).length).toBeGreaterThan(3);
    expect(await friend.page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    await dialog.getByRole('button', { name: '停止分享' }).click();
    await dialog.waitFor({ state: 'detached' });
    await friend.page.goto(link);
    await friend.page.getByText('这个分享链接打不开了').waitFor();
    friend.quiet();
  });
});
