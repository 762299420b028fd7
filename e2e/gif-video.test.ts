import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listCorners, readAnimation } from './support/animation.ts';
import { accessibility, noBrowser, shot } from './support/browser.ts';
import { clip, made, misfits, open, title, watchSent, WIDTHS } from './support/gif.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-gif-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('somebody with a video', () => {
  it.for([
    { name: 'count.mp4', across: WIDTHS[0].width },
    { name: 'count.mov', across: WIDTHS[1].width },
    { name: 'count.webm', across: WIDTHS[2].width },
  ])(
    'cuts a part out of $name on $across px, to the frame and by keyboard',
    async ({ name, across }, ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, quiet } = await stage.enter();
      await page.setViewportSize({ width: across, height: 900 });
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
      const animation = await readAnimation(page, await made(page, folder), 'image/gif');
      expect(animation).toMatchObject({ width: 80, height: 60, delays: [100, 100, 100] });
      expect(sent).toEqual([]);
      // Another part has other frames: that is said before what was changed of these is gone.
      await page.getByRole('button', { name: '倒放' }).click();
      await page.getByText('再挪针，逐帧改过的就重来').waitFor();
      expect(await accessibility(page)).toEqual([]);
      await shot(page, `gif-video-${name.slice(-3)}`);
      expect(await misfits(page)).toEqual([]);
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

/** A video of the browser's own making, higher than wide, as telephones make them. */
const film = async (page: Page, alpha = false): Promise<Buffer> => {
  const bytes = await page.evaluate(async (alpha) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [180, 320];
    const ctx = canvas.getContext('2d', { alpha });
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let n = 0; n < 20; n += 1) {
      ctx?.fillRect(n * 5, n * 10, 20, 20);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  }, alpha);
  return Buffer.from(bytes);
};

describe('a video that is higher than wide', () => {
  it('is a strip as high as any other, and covers nothing below', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    const buffer = await film(page);
    await page
      .getByLabel('选视频')
      .setInputFiles({ name: 'phone.webm', mimeType: 'video/webm', buffer });
    const part = page.getByRole('region', { name: '剪一段' });
    const first = part.locator('canvas').first();
    // Before its picture is there a canvas is 300 × 150, whatever the video; then its longer side is 192.
    await expect.poll(() => first.evaluate((one: HTMLCanvasElement) => one.height)).toBe(192);
    const bottom = await first.evaluate((one) => one.getBoundingClientRect().bottom);
    const below = await part
      .getByText('帧率', { exact: true })
      .evaluate((one) => one.getBoundingClientRect().top);
    expect(bottom).toBeLessThan(below);
    quiet();
  });
});

describe('a video one can see through', () => {
  it('is opened, and what is drawn in it stands on the chosen colour', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    const buffer = await film(page, true);
    await page
      .getByLabel('选视频')
      .setInputFiles({ name: 'sticker.webm', mimeType: 'video/webm', buffer });
    await title(page, '剪一段').waitFor();
    await page.getByLabel('帧率').fill('5');
    const file = await made(page, folder);
    const { width, height } = await readAnimation(page, file, 'image/gif');
    expect([width, height]).toEqual([180, 320]);
    const [, , , bottomRight] = await listCorners(page, file);
    expect(bottomRight).toEqual([255, 255, 255]);
    quiet();
  });
});

describe('videos that cannot be opened', () => {
  it('are each named with what is wrong', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await stage.enter();
    await open(page, '/tools/videoToGif');
    const whole = await readFile(clip('count.mp4'));
    const head = (name: string) =>
      Buffer.from(whole.toString('latin1').replaceAll('avc1', name), 'latin1');
    // As of a camera that writes the list of tracks last.
    const half = Buffer.concat([whole.subarray(0, 32), whole.subarray(whole.indexOf('mdat') - 4)]);
    const avi = Buffer.from('RIFF\0\x01\0\0AVI LIST\0\0\0\0hdrlavih', 'latin1');
    const give = async (name: string, buffer: Buffer, sentence: string): Promise<void> => {
      await page.getByLabel('选视频').setInputFiles({ name, mimeType: 'video/mp4', buffer });
      await page.getByText(sentence).waitFor();
    };
    await give(
      'old.avi',
      avi,
      '“old.avi”这种格式打不开：能用的视频是 MP4、MOV、WebM、MKV，先转成 MP4。',
    );
    await give('half.mp4', half, '“half.mp4”坏了，或者没有下载完整。');
    await give('odd.mp4', head('mp4v'), '“odd.mp4”的编码这个浏览器解不了，先转成 H.264 的 MP4。');
    // The reader of videos mentions a name it does not know.
    forgive(/Unsupported video codec/);
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
    const loose = await made(page, folder);
    const before = (await readFile(loose)).length;
    expect(before).toBeGreaterThan(40_000);
    await page.getByRole('button', { name: '微信表情 500 KB' }).click();
    expect(await page.getByLabel('上限', { exact: true }).inputValue()).toBe('500');
    await page.getByLabel('上限', { exact: true }).fill('40');
    await page.getByText(/^不压大约 \d+ KB$/).waitFor();
    // The size must stay: something else has to be given up.
    await page.getByRole('checkbox', { name: '尺寸' }).uncheck();
    const kept = await made(page, folder);
    const after = await readAnimation(page, kept, 'image/gif');
    expect((await readFile(kept)).length).toBeLessThanOrEqual(40_000);
    expect([after.width, after.height]).toEqual([160, 120]);
    await page.getByText('放得下', { exact: true }).waitFor();
    await page.getByRole('checkbox', { name: '尺寸' }).check();
    await page.getByLabel('上限', { exact: true }).fill('25');
    const small = await made(page, folder);
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
