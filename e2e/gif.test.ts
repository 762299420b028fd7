import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram } from '../scripts/lib/programs.mjs';
import { accessibility, hydrated, noBrowser, overflow, shot } from './support/browser.ts';
import { coloursOf, readAnimation, whole } from './support/animation.ts';
import { setStage } from './support/stage.ts';

const run = promisify(execFile);
const stage = setStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-gif-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const clip = (name: string): string => join(import.meta.dirname, '../fixtures/clips', name);
const PICTURES = ['red.png', 'green.jpg', 'blue.webp', 'yellow.avif'].map(clip);

/** Opens a tool by its address. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

const saved = async (page: Page, name: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

const made = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: '生成 GIF' }).click();
  await page.getByText('做好了').waitFor();
  return saved(page, '保存 GIF');
};

const frames = (page: Page) => page.getByRole('list', { name: '所有帧' }).getByRole('listitem');
const frame = (page: Page, place: number) =>
  page.getByRole('button', { name: `第 ${place} 帧`, exact: true });
const title = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name, exact: true });

/** Nothing of what somebody opens leaves the browser: no request has a body. */
const watchSent = (page: Page): string[] => {
  const sent: string[] = [];
  page.on('request', (one) => {
    if (one.postDataBuffer()) sent.push(one.url());
  });
  return sent;
};

/** What comes of the colours on the way through a palette is near, not the same. */
const isNear = (pixel: readonly number[], colour: readonly number[]): boolean =>
  colour.every((value, index) => Math.abs(value - (pixel[index] ?? -99)) < 12);

const NAMED = {
  red: [253, 0, 0],
  green: [0, 128, 0],
  blue: [0, 0, 254],
  yellow: [255, 255, 0],
} as const;

const nameOf = (pixel: readonly number[]): string =>
  Object.entries(NAMED).find(([, colour]) => isNear(pixel, colour))?.[0] ?? pixel.join();

describe.each(['wide', 'phone'] as const)('somebody with pictures, %s', (screen) => {
  it('makes a GIF of them by keyboard: order, times, size and loop are as asked', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen, dark: screen === 'phone' });
    const sent = watchSent(page);
    await open(page, '/yunbiao/tools');
    await page.getByRole('link', { name: '做 GIF' }).click();
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await title(page, '4 帧').waitFor();

    await frame(page, 1).focus();
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

    const path = await made(page);
    const { width, height, repeats, delays, pixels } = await readAnimation(page, path, 'image/gif');
    expect({ width, height, repeats, delays }).toEqual({
      width: 60,
      height: 40,
      repeats: 2,
      delays: [150, 330, 150, 150],
    });
    expect(pixels.map(nameOf)).toEqual(['yellow', 'red', 'green', 'blue']);
    await shot(page, `gif-pictures-${screen}`);
    expect(await overflow(page)).toBe(0);
    expect(await accessibility(page)).toEqual([]);
    expect(sent).toEqual([]);
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
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await title(page, '4 帧').waitFor();
    await page.getByLabel('每帧都停多久，毫秒').fill('70');
    await page.keyboard.press('Enter');
    const path = await made(page);
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
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await title(page, '4 帧').waitFor();
    const webp = await readAnimation(page, await saved(page, '存 WebP'), 'image/webp');
    expect(webp.delays).toEqual([500, 500, 500, 500]);
    expect(webp.pixels.map(nameOf)).toEqual(['red', 'green', 'blue', 'yellow']);
    const zip = unzipSync(await readFile(await saved(page, '拆成图片')));
    expect(Object.keys(zip)).toEqual(['001.png', '002.png', '003.png', '004.png']);
    const mp4 = await saved(page, '存 MP4');
    page.on('dialog', (dialog) => void dialog.accept());
    await open(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(mp4);
    await page.getByText('120 × 80').waitFor();
    await page.getByText('2.00 秒').waitFor();
    quiet();
  });
});

describe('somebody with a video', () => {
  it.for(['count.mp4', 'count.mov', 'count.webm'])(
    'cuts a part out of %s, to the frame and by keyboard',
    async (name, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, quiet } = await stage.enter();
      const sent = watchSent(page);
      await open(page, '/yunbiao/tools/videoToGif');
      await page.getByLabel('选视频').setInputFiles(clip(name));
      await title(page, '剪一段').waitFor();
      const start = page.getByRole('slider', { name: '从哪里开始' });
      await start.focus();
      for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
      const end = page.getByRole('slider', { name: '到哪里为止' });
      await end.focus();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Shift+ArrowLeft');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await start.getAttribute('aria-valuenow')).toBe('0.5');
      expect(await end.getAttribute('aria-valuenow')).toBe('1.1');
      await page.getByLabel('帧率').fill('10');
      await title(page, '6 帧').waitFor();
      await page.getByLabel('速度').selectOption('2');
      await title(page, '3 帧').waitFor();
      await page.getByLabel('宽', { exact: true }).fill('80');
      const animation = await readAnimation(page, await made(page), 'image/gif');
      expect(animation).toMatchObject({ width: 80, height: 60, delays: [100, 100, 100] });
      expect(sent).toEqual([]);
      expect(await accessibility(page)).toEqual([]);
      await shot(page, `gif-video-${name.slice(-3)}`);
      quiet();
    },
  );

  it('is told which codec the browser does not decode', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(clip('hevc.mp4'));
    await page.getByText('“hevc.mp4”的编码（hevc）这个浏览器解不了').waitFor();
    quiet();
  });
});

describe('somebody with a GIF', () => {
  it('cuts it, turns it round and takes it apart; its loop stays', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await open(page, '/tools/gifGenerator');
    await page.getByRole('link', { name: '改 GIF' }).click();
    await page.getByLabel('选 GIF').setInputFiles(clip('count.gif'));
    await title(page, '6 帧').waitFor();
    const before = await readAnimation(page, clip('count.gif'), 'image/gif');
    await frame(page, 1).click();
    await page.keyboard.press('Delete');
    await title(page, '5 帧').waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await title(page, '6 帧').waitFor();
    await page.getByRole('button', { name: '重做' }).click();
    await page.getByRole('button', { name: '倒放' }).click();
    await page.getByLabel('旋转').selectOption('90');
    const after = await readAnimation(page, await made(page), 'image/gif');
    expect(after).toMatchObject({
      width: before.height,
      height: before.width,
      repeats: before.repeats,
      delays: before.delays.slice(1),
    });
    const zip = unzipSync(await readFile(await saved(page, '拆成图片')));
    expect(Object.keys(zip)).toHaveLength(5);
    quiet();
  });
});

describe('a file of at most so many KB', () => {
  it('is the best that fits: the choice is shown, and what was tried', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/yunbiao/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(clip('count.mp4'));
    await title(page, '20 帧').waitFor();
    await page.getByText(/^大约 \d+ KB$/).waitFor();
    const loose = await made(page);
    const before = (await readFile(loose)).length;
    expect(before).toBeGreaterThan(40_000);
    await page.getByRole('button', { name: '微信表情 500 KB' }).click();
    expect(await page.getByLabel('上限', { exact: true }).inputValue()).toBe('500');
    await page.getByLabel('上限', { exact: true }).fill('40');
    await page.getByText(/^不压大约 \d+ KB$/).waitFor();
    // The size must stay: something else has to be given up.
    await page.getByRole('checkbox', { name: '尺寸' }).uncheck();
    const kept = await made(page);
    const after = await readAnimation(page, kept, 'image/gif');
    expect((await readFile(kept)).length).toBeLessThanOrEqual(40_000);
    expect([after.width, after.height]).toEqual([160, 120]);
    await page.getByText('放得下', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: '尺寸' }).check();
    await page.getByLabel('上限', { exact: true }).fill('25');
    const small = await made(page);
    expect((await readFile(small)).length).toBeLessThanOrEqual(25_000);
    const { width, height } = await readAnimation(page, small, 'image/gif');
    await page
      .getByRole('definition')
      .filter({ hasText: `${width} × ${height}` })
      .waitFor();
    await page.getByRole('img', { name: /^做过的 \d+ 种大小和观感$/ }).waitFor();
    await shot(page, 'gif-limit');
    expect(await accessibility(page)).toEqual([]);
    quiet();
  });

  it('is refused with what the smallest would be where nothing may be given up', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(clip('count.mp4'));
    await title(page, '20 帧').waitFor();
    await page.getByLabel('上限', { exact: true }).fill('3');
    await page.getByText('要 5 到 50000 的数').waitFor();
    expect(await page.getByRole('button', { name: '生成 GIF' }).isDisabled()).toBe(true);
    await page.getByLabel('上限', { exact: true }).fill('5');
    for (const name of ['尺寸', '帧率', '画质'])
      await page.getByRole('checkbox', { name, exact: true }).uncheck();
    await page.getByRole('button', { name: '生成 GIF' }).click();
    await page.getByText(/^压不到这么小，最小能到 \d+ KB/).waitFor();
    quiet();
  });
});

describe('what is cut and written', () => {
  it('is in the file: the box moved by keys, words over the picture', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter({ screen: 'phone' });
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(clip('red.png'));
    await title(page, '1 帧').waitFor();
    await page.getByText('自由裁', { exact: true }).click();
    const corner = page.getByRole('button', { name: '裁切框右下角' });
    await corner.focus();
    // Half of the width, by tenths and the rest by hundredths.
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.getByText('裁出 60 × 80').waitFor();
    await page.getByRole('textbox', { name: '文字', exact: true }).fill('口');
    await page.getByLabel('位置').selectOption('middle-centre');
    await page.getByLabel('字高，画面的').fill('40');
    await page.getByLabel('文字的颜色').fill('#0000ff');
    const path = await made(page);
    const { width, height } = await readAnimation(page, path, 'image/gif');
    expect(width / height).toBeCloseTo(60 / 80, 1);
    const colours = await coloursOf(page, path);
    expect(colours.some((one) => isNear(one, [0, 0, 255]))).toBe(true);
    expect(colours.some((one) => isNear(one, NAMED.red))).toBe(true);
    await shot(page, 'gif-crop');
    expect(await overflow(page)).toBe(0);
    expect(await accessibility(page)).toEqual([]);
    quiet();
  });

  it('leaves transparent what is beside the picture, when that is asked for', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(clip('red.png'));
    await title(page, '1 帧').waitFor();
    await page.getByRole('checkbox', { name: '宽高按原图的比例' }).uncheck();
    await page.getByLabel('宽', { exact: true }).fill('240');
    await page.getByLabel('底色', { exact: true }).selectOption('clear');
    const colours = await coloursOf(page, await made(page));
    expect(colours.some(([, , , alpha]) => alpha === 0)).toBe(true);
    expect(colours.some((one) => isNear(one, NAMED.red))).toBe(true);
    quiet();
  });
});

describe('making a file', () => {
  it('can be given up, and leaves what was there', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    await page.getByLabel('选视频').setInputFiles(clip('count.mp4'));
    await title(page, '20 帧').waitFor();
    await page.getByLabel('宽', { exact: true }).fill('1200');
    await page.getByRole('button', { name: '生成 GIF' }).click();
    await page.getByRole('progressbar', { name: '正在生成 GIF' }).waitFor();
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '生成 GIF' }).waitFor();
    expect(page.workers()).toHaveLength(1);
    expect(await page.getByText('做好了').count()).toBe(0);
    quiet();
  });
});

/** 35 bytes that say they are 65535 × 65535 pixels. */
const HUGE = Buffer.from(
  '474946383961ffffffff80000000000000ffffff2c00000000ffffffff0002024401003b',
  'hex',
);

describe('files that are not what they should be', () => {
  it('are each named with what is wrong, and the others come in', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/gifGenerator');
    const png = await readFile(clip('red.png'));
    const wide = Buffer.from(png);
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    const gif = await readFile(clip('count.gif'));
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page
      .getByLabel('选图片')
      .setInputFiles([
        file('notes.png', Buffer.from('只是文字，没有图片。只是文字，没有图片。')),
        file('empty.png', Buffer.alloc(0)),
        file('cut.png', png.subarray(0, 60)),
        file('wide.png', wide),
        file('huge.gif', HUGE),
        file('stump.gif', gif.subarray(0, 40)),
        file('film.png', await readFile(clip('count.mp4'))),
        file('good.png', png),
      ]);
    await title(page, '1 帧').waitFor();
    for (const sentence of [
      '“notes.png”不是认得的图片或视频。',
      '“empty.png”是空的。',
      '“cut.png”坏了，或者没有下载完整。',
      '“wide.png”声明的画面有 60000 × 60000，太大，没有打开。',
      '“huge.gif”声明的画面有 65535 × 65535，太大，没有打开。',
      '“stump.gif”坏了，或者没有下载完整。',
      '“film.png”是视频，到“视频转 GIF”里打开。',
    ])
      await page.getByText(sentence).waitFor();
    await page.getByRole('button', { name: '知道了' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await whole(page)).not.toContain('notes.png');
    quiet();
  });

  it('that end too early give the frames they have', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/gifGenerator?do=edit');
    const gif = await readFile(clip('count.gif'));
    const buffer = gif.subarray(0, Math.round(gif.length * 0.6));
    await page
      .getByLabel('选 GIF')
      .setInputFiles({ name: 'part.gif', mimeType: 'image/gif', buffer });
    await page.getByText('“part.gif”没有下载完整，只有前面的帧。').waitFor();
    expect(await frames(page).count()).toBeGreaterThan(0);
    expect(await frames(page).count()).toBeLessThan(6);
    quiet();
  });

  it('of too many pixels for the frames asked for are said so before anything is made', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(clip('red.png'));
    await title(page, '1 帧').waitFor();
    for (let i = 0; i < 7; i += 1) {
      await frame(page, 1).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: '再来一份' }).click();
    }
    await page.getByLabel('宽', { exact: true }).fill('1920');
    await page.getByText('太大，这台设备放不下').waitFor();
    expect(await page.getByRole('button', { name: '生成 GIF' }).isDisabled()).toBe(true);
    quiet();
  });
});

describe('leaving', () => {
  it('asks while something is not saved, and not after', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/yunbiao/tools/generator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await title(page, '4 帧').waitFor();
    await page.getByRole('link', { name: '视频转 GIF' }).click();
    await page.getByText('做了一半的 GIF 还没保存').waitFor();
    await page.getByRole('button', { name: '留在这里' }).click();
    await title(page, '4 帧').waitFor();
    await made(page);
    await page.getByRole('link', { name: '视频转 GIF' }).click();
    await page.getByRole('heading', { level: 1, name: '视频转 GIF' }).waitFor();
    quiet();
  });
});

describe('the tools', () => {
  it('take what is dropped and what is pasted', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/gifGenerator');
    const png = (await readFile(clip('red.png'))).toString('base64');
    const give = (kind: 'drop' | 'paste', name: string): Promise<void> =>
      page.evaluate(
        ([how, file, data]) => {
          const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], file, { type: 'image/png' }));
          const init = { bubbles: true, cancelable: true };
          const event =
            how === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...init, clipboardData: transfer });
          document.querySelector('main')?.dispatchEvent(event);
        },
        [kind, name, png] as const,
      );
    await give('drop', 'dropped.png');
    await title(page, '1 帧').waitFor();
    await give('paste', 'pasted.png');
    await title(page, '2 帧').waitFor();
    quiet();
  });

  it('load nothing of their engines until there is something for them', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    const engines = (): string[] =>
      asked.filter((path) => /(gif-worker|make-worker|video-source|mp4-file)/.test(path));
    for (const path of ['/yunbiao', '/yunbiao/tools', '/tools/gifGenerator', '/tools/videoToGif'])
      await open(page, path);
    expect(engines()).toEqual([]);
    await open(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await title(page, '4 帧').waitFor();
    expect(engines().filter((path) => !path.includes('gif-worker'))).toEqual([]);
    quiet();
  });
});
