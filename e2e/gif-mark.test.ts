import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCorners, readAnimation } from './support/animation.ts';
import { checkAccessibility, noBrowser, measureOverflow, takeShot } from './support/browser.ts';
import { getClipPath, makeGif, getName, openGifPage, PICTURES, findTitle } from './support/gif.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-gif-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a picture of the visitor over every frame', () => {
  it('is where, as large and as clear as asked for, whatever becomes of the frames', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    await page.getByLabel('选水印图片').setInputFiles(getClipPath('blue.webp'));
    const mark = page.getByRole('group', { name: '水印图片的样子' });
    await mark.getByLabel('位置').selectOption('middle-centre');
    await mark.getByLabel('图宽，画面的').fill('30');
    await mark.getByLabel('不透明').fill('100');
    const { pixels } = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(pixels.map(getName)).toEqual(['blue', 'blue', 'blue', 'blue']);

    await page.getByRole('button', { name: '倒放' }).click();
    await page.getByRole('button', { name: '撤销' }).click();
    await mark.getByLabel('位置').selectOption('top-left');
    const after = await makeGif(page, folder);
    const order = await readAnimation(page, after, 'image/gif');
    expect(order.pixels.map(getName)).toEqual(['red', 'green', 'blue', 'yellow']);
    expect((await listCorners(page, after)).map(getName).slice(1)).toEqual(['red', 'red', 'red']);
    await takeShot(page, 'gif-mark');
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);

    await page.getByRole('button', { name: '删除水印图片' }).click();
    expect(await mark.count()).toBe(0);
    quiet();
  });

  it('is refused by name where it is no picture, and what there was stays', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(getClipPath('red.png'));
    await findTitle(page, '1 帧').waitFor();
    const mark = page.getByLabel('选水印图片');
    await mark.setInputFiles(getClipPath('blue.webp'));
    await page.getByRole('group', { name: '水印图片的样子' }).waitFor();
    const wide = Buffer.from(await readFile(getClipPath('red.png')));
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    await mark.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: wide });
    await page.getByText('“wide.png”声明的画面有 60000 × 60000，太大，没有打开。').waitFor();
    await mark.setInputFiles(getClipPath('count.gif'));
    await page.getByText('“count.gif”不能当水印：要一张 PNG、JPEG 或 WebP 图片。').waitFor();
    await page.getByText('blue.webp', { exact: true }).waitFor();
    quiet();
  });
});
