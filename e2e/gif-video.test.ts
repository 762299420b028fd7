import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnimation } from './support/animation.ts';
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
