import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../scripts/lib/programs.mjs';
import { listColours, listCorners, readAnimation } from './support/animation.ts';
import { checkAccessibility, noBrowser, measureOverflow, takeShot } from './support/browser.ts';
import {
  getClipPath,
  findFrame,
  isNear,
  makeGif,
  findMisfits,
  NAMED,
  getName,
  openGifPage,
  PICTURES,
  saveDownload,
  findTitle,
  watchSent,
  WIDTHS,
} from './support/gif.ts';
import { useSharedStage } from './support/stage.ts';

const run = promisify(execFile);
const stage = useSharedStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-gif-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(WIDTHS)('a visitor with pictures, $name', ({ name, width: across }) => {
  it('makes a GIF of them by keyboard: order, times, size and loop are as asked', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const screen = name === 'wide' ? 'wide' : 'phone';
    const { page, quiet } = await stage.enter({ screen, dark: name === 'phone' });
    await page.setViewportSize({ width: across, height: 900 });
    const sent = watchSent(page);
    await openGifPage(page, '/yunbiao/tools');
    await page.getByRole('link', { name: '做 GIF' }).click();
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();

    await findFrame(page, 1).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Control+ArrowLeft');
    await page.getByLabel('每帧都停多久，毫秒').fill('150');
    await page.keyboard.press('Enter');
    await page.getByLabel('第 2 帧停多久，毫秒').fill('330');
    await page.keyboard.press('Enter');
    await page.getByLabel('宽', { exact: true }).fill('60');
    await page.getByLabel('循环').selectOption('3');
    await expect.poll(() => page.getByLabel('高', { exact: true }).inputValue()).toBe('40');

    const path = await makeGif(page, folder);
    const { width, height, repeats, delays, pixels } = await readAnimation(page, path, 'image/gif');
    expect({ width, height, repeats, delays }).toEqual({
      width: 60,
      height: 40,
      repeats: 2,
      delays: [150, 330, 150, 150],
    });
    expect(pixels.map(getName)).toEqual(['yellow', 'red', 'green', 'blue']);
    await takeShot(page, `gif-pictures-${name}`);
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(sent).toEqual([]);
    quiet();
  });
});

describe('a finger', () => {
  it('moves a frame it rests on', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await openGifPage(page, '/yunbiao/tools/generator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    const row = page.getByRole('list', { name: '所有帧' });
    const box = await findFrame(page, 1).boundingBox();
    const start = await row.boundingBox();
    if (!box || !start) throw new Error('the frames are not in view');
    const y = box.y + box.height / 2;
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0): Promise<unknown> =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    await touch('touchStart', box.x + 40);
    await expect.poll(() => row.getAttribute('data-dragging')).toBe('');
    // The position before the third frame.
    await touch('touchMove', start.x + 150);
    await touch('touchMove', start.x + 216);
    await touch('touchEnd');
    await expect.poll(() => row.getAttribute('data-dragging')).toBeNull();
    expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    const { pixels } = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(pixels.map(getName)).toEqual(['green', 'red', 'blue', 'yellow']);
    quiet();
  });
});

describe('what is made', () => {
  it('is what gifsicle and ffmpeg read', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const [gifsicle, ffprobe] = [findProgram('gifsicle'), findProgram('ffprobe')];
    if (!gifsicle) return ctx.skip('gifsicle：没有找到');
    if (!ffprobe) return ctx.skip('ffmpeg：没有找到');
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    await page.getByLabel('每帧都停多久，毫秒').fill('70');
    await page.keyboard.press('Enter');
    const path = await makeGif(page, folder);
    const { stdout: said, stderr: warned } = await run(gifsicle, ['--info', path]);
    expect(warned).toBe('');
    expect(said).toContain('4 images');
    expect(said).toContain('loop forever');
    expect([...said.matchAll(/delay ([\d.]+)s/g)].map(([, delay]) => delay)).toEqual(
      Array.from({ length: 4 }, () => '0.07'),
    );
    const count = ['-v', 'error', '-count_frames', '-of', 'csv=p=0'];
    const { stdout } = await run(ffprobe, [
      ...count,
      '-show_entries',
      'stream=width,height,nb_read_frames',
      path,
    ]);
    expect(stdout.trim()).toBe('120,80,4');
    quiet();
  });

  it('may be an animated WebP, an MP4 or the pictures themselves', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    const webp = await readAnimation(
      page,
      await saveDownload(page, '保存 WebP', folder),
      'image/webp',
    );
    expect(webp.delays).toEqual([500, 500, 500, 500]);
    expect(webp.pixels.map(getName)).toEqual(['red', 'green', 'blue', 'yellow']);
    const zip = unzipSync(await readFile(await saveDownload(page, '拆成图片', folder)));
    expect(Object.keys(zip)).toEqual(['001.png', '002.png', '003.png', '004.png']);
    const mp4 = await saveDownload(page, '保存 MP4', folder);
    page.on('dialog', (dialog) => void dialog.accept());
    await openGifPage(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(mp4);
    await page.getByText('120 × 80').waitFor();
    await page.getByText('2.00 秒').waitFor();
    quiet();
  });
});

describe('a visitor with a GIF', () => {
  it('cuts it, turns it round and takes it apart; its loop stays', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByRole('link', { name: '编辑 GIF' }).click();
    await page.getByLabel('选 GIF').setInputFiles(getClipPath('count.gif'));
    const tabs = page.getByRole('navigation', { name: 'GIF 工具' });
    expect(await tabs.locator('[aria-current]').allInnerTexts()).toEqual(['编辑 GIF']);
    await findTitle(page, '6 帧').waitFor();
    const before = await readAnimation(page, getClipPath('count.gif'), 'image/gif');
    await findFrame(page, 1).click();
    await page.keyboard.press('Delete');
    await findTitle(page, '5 帧').waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await findTitle(page, '6 帧').waitFor();
    await page.getByRole('button', { name: '重做' }).click();
    await page.getByRole('button', { name: '倒放' }).click();
    await page.getByLabel('旋转').selectOption('90');
    const after = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(after).toMatchObject({
      width: before.height,
      height: before.width,
      repeats: before.repeats,
      delays: before.delays.slice(1),
    });
    const zip = unzipSync(await readFile(await saveDownload(page, '拆成图片', folder)));
    expect(Object.keys(zip)).toHaveLength(5);
    expect(await findMisfits(page)).toEqual([]);
    quiet();
  });
});

describe('what is cut and written', () => {
  it('is in the file: the box moved by keys, words over the picture', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(getClipPath('red.png'));
    await findTitle(page, '1 帧').waitFor();
    await page.getByText('自由裁剪', { exact: true }).click();
    const corner = page.getByRole('button', { name: '裁切框右下角' });
    await corner.focus();
    // Half of the width: tenths first, then hundredths.
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('裁出 60 × 80').waitFor();
    await page.getByRole('textbox', { name: '文字', exact: true }).fill('口');
    await page.getByLabel('位置').selectOption('middle-centre');
    await page.getByLabel('字高，画面的').fill('40');
    await page.getByLabel('文字的颜色').fill('#0000ff');
    const path = await makeGif(page, folder);
    const { width, height } = await readAnimation(page, path, 'image/gif');
    expect(width / height).toBeCloseTo(60 / 80, 1);
    const colours = await listColours(page, path);
    expect(colours.some((colour) => isNear(colour, [0, 0, 255]))).toBe(true);
    expect(colours.some((colour) => isNear(colour, NAMED.red))).toBe(true);
    await takeShot(page, 'gif-crop');
    expect(await measureOverflow(page)).toBe(0);
    expect(await checkAccessibility(page)).toEqual([]);
    quiet();
  });

  it('is turned and mirrored as it says', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    // Red on the left, blue on the right.
    await page.getByLabel('选图片').setInputFiles(getClipPath('halves.png'));
    await findTitle(page, '1 帧').waitFor();
    const listCornerNames = async (): Promise<string[]> =>
      (await listCorners(page, await makeGif(page, folder))).map(getName);
    expect(await listCornerNames()).toEqual(['red', 'blue', 'red', 'blue']);
    await page.getByLabel('旋转').selectOption('90');
    expect(await listCornerNames()).toEqual(['red', 'red', 'blue', 'blue']);
    await page.getByRole('checkbox', { name: '垂直翻转' }).check();
    expect(await listCornerNames()).toEqual(['blue', 'blue', 'red', 'red']);
    await page.getByLabel('旋转').selectOption('270');
    expect(await listCornerNames()).toEqual(['red', 'red', 'blue', 'blue']);
    await page.getByLabel('旋转').selectOption('180');
    await page.getByRole('checkbox', { name: '水平翻转' }).check();
    expect(await listCornerNames()).toEqual(['red', 'blue', 'red', 'blue']);
    quiet();
  });

  it('leaves transparent what is beside the picture, when that is asked for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(getClipPath('red.png'));
    await findTitle(page, '1 帧').waitFor();
    await page.getByRole('checkbox', { name: '宽高按原图的比例' }).uncheck();
    await page.getByLabel('宽', { exact: true }).fill('240');
    await page.getByLabel('背景色', { exact: true }).selectOption('clear');
    const colours = await listColours(page, await makeGif(page, folder));
    expect(colours.some(([, , , alpha]) => alpha === 0)).toBe(true);
    expect(colours.some((colour) => isNear(colour, NAMED.red))).toBe(true);
    quiet();
  });
});

describe('making a file', () => {
  it('can be given up, and leaves what was there', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(getClipPath('count.mp4'));
    await findTitle(page, '20 帧').waitFor();
    await page.getByLabel('宽', { exact: true }).fill('1200');
    await page.getByRole('button', { name: '生成 GIF' }).click();
    await page.getByRole('progressbar', { name: '正在生成 GIF' }).waitFor();
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '生成 GIF' }).waitFor();
    // The end of the worker is reported a moment later.
    await expect.poll(() => page.workers().length).toBe(1);
    expect(await page.getByText('做好了').count()).toBe(0);
    quiet();
  });
});

describe('leaving', () => {
  it('asks while something is not saved, and not after', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/yunbiao/tools/generator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    await page.getByRole('link', { name: '视频转 GIF' }).click();
    await page.getByText('做了一半的 GIF 还未保存').waitFor();
    await page.getByRole('button', { name: '留在这里' }).click();
    await findTitle(page, '4 帧').waitFor();
    await makeGif(page, folder);
    await page.getByRole('link', { name: '视频转 GIF' }).click();
    await page.getByRole('heading', { level: 1, name: '视频转 GIF' }).waitFor();
    quiet();
  });
});

describe('frames', () => {
  it('are moved with the mouse, and played', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    await findFrame(page, 4).dragTo(findFrame(page, 1), { targetPosition: { x: 4, y: 40 } });
    const { pixels } = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(pixels.map(getName)).toEqual(['yellow', 'red', 'green', 'blue']);
    await page.getByText('帧 1 / 4').waitFor();
    await page.getByRole('button', { name: '播放' }).click();
    await page.getByText('帧 3 / 4').waitFor();
    await page.getByText('帧 1 / 4').waitFor();
    await page.getByRole('button', { name: '暂停' }).click();
    await page.getByRole('button', { name: '对比' }).click();
    await page.getByRole('button', { name: '上一帧' }).click();
    expect(await findMisfits(page)).toEqual([]);
    quiet();
  });
});
