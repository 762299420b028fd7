import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnimation, readPageText } from './support/animation.ts';
import { noBrowser } from './support/browser.ts';
import {
  getClipPath,
  findFrame,
  makeGif,
  NAMED,
  openGifPage,
  PICTURES,
  saveDownload,
  findTitle,
} from './support/gif.ts';
import { createApng, createBmp } from './support/pictures.ts';
import { useSharedStage } from './support/stage.ts';

const stage = useSharedStage();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yunbiao-gif-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** 35 bytes that claim 65535 × 65535 pixels. */
const HUGE = Buffer.from(
  '474946383961ffffffff80000000000000ffffff2c00000000ffffffff0002024401003b',
  'hex',
);

/** The header of a 64 × 64 photograph in a codec that Chromium cannot decode. */
const HEIC = Buffer.from(
  '00000018667479706865696300000000686569636d696631' + '0000001469737065000000000000004000000040',
  'hex',
);

describe('files that are not what they should be', () => {
  it('are each named with what is wrong, and the others come in', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    const png = await readFile(getClipPath('red.png'));
    const wide = Buffer.from(png);
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    const gif = await readFile(getClipPath('count.gif'));
    const avif = await readFile(getClipPath('yellow.avif'));
    const createFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page
      .getByLabel('选图片')
      .setInputFiles([
        createFile('notes.png', Buffer.from('只是文字，没有图片。只是文字，没有图片。')),
        createFile('icon.png', Buffer.from('000001000100101000000100200068040000', 'hex')),
        createFile('drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
        createFile('empty.png', Buffer.alloc(0)),
        createFile('cut.png', png.subarray(0, 60)),
        createFile('cut.avif', avif.subarray(0, Math.round(avif.length * 0.7))),
        createFile('wide.png', wide),
        createFile('huge.gif', HUGE),
        createFile('stump.gif', gif.subarray(0, 40)),
        createFile('phone.heic', HEIC),
        createFile('film.png', await readFile(getClipPath('count.mp4'))),
        createFile('good.png', png),
      ]);
    await findTitle(page, '1 帧').waitFor();
    for (const sentence of [
      '“notes.png”不是图片或视频，或者是不认识的格式。',
      '“icon.png”是 ICO 文件，这里打不开，先保存为 PNG 或 JPEG。',
      '“drawing.png”是 SVG 文件，这里打不开，先保存为 PNG 或 JPEG。',
      '“empty.png”是空的。',
      '“cut.png”坏了，或者没有下载完整。',
      '“cut.avif”坏了，或者没有下载完整。',
      '“wide.png”声明的画面有 60000 × 60000，太大，没有打开。',
      '“huge.gif”声明的画面有 65535 × 65535，太大，没有打开。',
      '“stump.gif”坏了，或者没有下载完整。',
      '“phone.heic”这个浏览器打不开这种格式，先保存为 PNG、JPEG 或 MP4。',
      '“film.png”是视频，到“视频转 GIF”里打开。',
    ])
      await page.getByText(sentence).waitFor();
    await page.getByRole('button', { name: '知道了' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await readPageText(page)).not.toContain('notes.png');
    quiet();
  });

  it('that end too early give the frames they have', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator?do=edit');
    const gif = await readFile(getClipPath('count.gif'));
    const buffer = gif.subarray(0, Math.round(gif.length * 0.6));
    await page
      .getByLabel('选 GIF')
      .setInputFiles({ name: 'part.gif', mimeType: 'image/gif', buffer });
    await page.getByText('“part.gif”没有下载完整，只有前面的帧。').waitFor();
    expect(
      await page.getByRole('list', { name: '所有帧' }).getByRole('listitem').count(),
    ).toBeGreaterThan(0);
    expect(
      await page.getByRole('list', { name: '所有帧' }).getByRole('listitem').count(),
    ).toBeLessThan(6);
    quiet();
  });

  it('with a broken frame are shown without it, and the frame is named', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator?do=edit');
    const buffer = await readFile(getClipPath('count.gif'));
    // Invalid LZW codes in the fourth frame.
    const start = [...buffer.toString('latin1').matchAll(/\x21\xf9\x04/g)][3]?.index ?? 0;
    buffer.fill(0xff, start + 24, start + 60);
    await page
      .getByLabel('选 GIF')
      .setInputFiles({ name: 'bad.gif', mimeType: 'image/gif', buffer });
    await findTitle(page, '6 帧').waitFor();
    await page.getByRole('button', { name: '第 4 帧，读不了' }).waitFor();
    await page.getByRole('button', { name: '生成 GIF' }).click();
    await page.getByText('第 4 帧读不了，它来自“bad.gif”').waitFor();
    await page.getByRole('button', { name: '第 4 帧，读不了' }).click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Delete');
    await findTitle(page, '3 帧').waitFor();
    expect(
      (await readAnimation(page, await makeGif(page, folder), 'image/gif')).delays,
    ).toHaveLength(3);
    quiet();
  });

  it('of too many pixels for the frames asked for are said so before anything is made', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(getClipPath('red.png'));
    await findTitle(page, '1 帧').waitFor();
    for (let i = 0; i < 7; i += 1) {
      await findFrame(page, 1).focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: '复制' }).click();
    }
    await page.getByLabel('宽', { exact: true }).fill('1920');
    await page.getByText('太大，这台设备放不下').waitFor();
    expect(await page.getByRole('button', { name: '生成 GIF' }).isDisabled()).toBe(true);
    quiet();
  });
});

describe('pictures that move', () => {
  it('give all their frames: APNG, and the WebP that was made here; a BMP gives its one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    const apng = createApng([
      { colour: NAMED.red, delayMs: 120 },
      { colour: NAMED.green, delayMs: 340 },
      { colour: NAMED.blue, delayMs: 0 },
    ]);
    await page.getByLabel('选图片').setInputFiles([
      { name: 'three.png', mimeType: 'image/png', buffer: apng },
      { name: 'one.bmp', mimeType: 'image/bmp', buffer: createBmp(NAMED.yellow) },
    ]);
    await findTitle(page, '4 帧').waitFor();
    const webp = await saveDownload(page, '保存 WebP', folder);
    const gif = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(gif.delays.slice(0, 3)).toEqual([120, 340, 100]);

    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(webp);
    await findTitle(page, '4 帧').waitFor();
    const again = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(again.delays).toEqual(gif.delays);

    // The tools that edit a GIF also accept other moving pictures.
    await openGifPage(page, '/tools/gifGenerator?do=edit');
    await page.getByLabel('选 GIF').setInputFiles(webp);
    await findTitle(page, '4 帧').waitFor();
    quiet();
  });

  it('that end too early give what they have, and one that claims too much is refused', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    const apng = createApng(
      Array.from({ length: 5 }, () => ({ colour: NAMED.red, delayMs: 100 })),
      64,
    );
    const wide = Buffer.from(apng);
    wide.writeUInt32BE(60_000, 16);
    wide.writeUInt32BE(60_000, 20);
    const createFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await page
      .getByLabel('选图片')
      .setInputFiles([
        createFile('part.png', apng.subarray(0, Math.round(apng.length * 0.6))),
        createFile('wide.png', wide),
      ]);
    await page.getByText('“part.png”没有下载完整，只有前面的帧。').waitFor();
    await page.getByText('“wide.png”声明的画面有 60000 × 60000，太大，没有打开。').waitFor();
    quiet();
  });
});

describe('the tools', () => {
  it('take what is dropped and what is pasted', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    await openGifPage(page, '/tools/gifGenerator');
    const giveFile = async (kind: 'drop' | 'paste', name: string): Promise<void> =>
      page.evaluate(
        ([how, file, data]) => {
          const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], file));
          const init = { bubbles: true, cancelable: true };
          const event =
            how === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...init, clipboardData: transfer });
          document.querySelector('main')?.dispatchEvent(event);
        },
        [kind, name, (await readFile(getClipPath(name))).toString('base64')] as const,
      );
    await giveFile('drop', 'red.png');
    await findTitle(page, '1 帧').waitFor();
    await giveFile('paste', 'blue.webp');
    await findTitle(page, '2 帧').waitFor();
    // All frames of a GIF are imported with their own delays.
    await giveFile('drop', 'count.gif');
    await findTitle(page, '8 帧').waitFor();
    const own = await readAnimation(page, getClipPath('count.gif'), 'image/gif');
    const { delays } = await readAnimation(page, await makeGif(page, folder), 'image/gif');
    expect(delays).toEqual([500, 500, ...own.delays]);
    quiet();
  });

  it('load nothing of their engines until there is something for them', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await stage.enter();
    const asked: string[] = [];
    page.on('request', (item) => asked.push(new URL(item.url()).pathname));
    const listEngineRequests = (): string[] =>
      asked.filter((path) => /(gif-worker|make-worker|video-source|mp4-file)/.test(path));
    for (const path of ['/yunbiao', '/yunbiao/tools', '/tools/gifGenerator', '/tools/videoToGif'])
      await openGifPage(page, path);
    expect(listEngineRequests()).toEqual([]);
    await openGifPage(page, '/tools/gifGenerator');
    await page.getByLabel('选图片').setInputFiles(PICTURES);
    await findTitle(page, '4 帧').waitFor();
    expect(listEngineRequests().filter((path) => !path.includes('gif-worker'))).toEqual([]);
    quiet();
  });
});
