import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
import { setStage } from './support/stage.ts';

const stage = setStage();

const SCREENS = ['wide', 'phone'] as const;

const fillLogin = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('用户名').fill(stage.server.demo?.username ?? '');
  await dialog.getByLabel('密码').fill(stage.server.demo?.password ?? '');
  await dialog.getByRole('button', { name: '登录', exact: true }).click();
};

const signIn = async (page: Page, to: string): Promise<void> => {
  await page.goto(`/yunbiao?login=1&to=${encodeURIComponent(to)}`);
  await waitUntilHydrated(page);
  await fillLogin(page);
  await page.waitForURL(`**${to}`);
};

/** A picture drawn by the browser, in the given type. */
const createPicture = async (page: Page, type: string): Promise<Buffer> => {
  const url = await page.evaluate((wanted) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 300];
    const pen = canvas.getContext('2d');
    if (pen) [pen.fillStyle] = ['#2a48c8'];
    pen?.fillRect(0, 0, 400, 300);
    return canvas.toDataURL(wanted);
  }, type);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

describe.each(SCREENS)('a member’s profile: %s', (screen) => {
  it('shows a new picture at once, and keeps it with the rest', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await signIn(page, '/yunbiao/user/profile');
    const avatar = page.getByRole('group', { name: '头像' });
    const choose = avatar.locator('input[type=file]');

    await choose.setInputFiles({
      name: 'IMG_1.HEIC',
      mimeType: '',
      buffer: Buffer.from('\0\0\0\x18ftypheic'),
    });
    await avatar.getByText('不支持 HEIC，请在手机上保存为 JPEG 再发').waitFor();
    await choose.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload=alert(1)>'),
    });
    await avatar.getByText('只能上传 PNG、JPEG、静态 WebP 或 GIF 图片').waitFor();
    await takeShot(page, `${screen}-profile-refused`);

    const buffer = await createPicture(page, 'image/jpeg');
    const shown = avatar.getByRole('img', { name: '头像' });
    const before = (await shown.count()) > 0 ? await shown.getAttribute('src') : null;
    await choose.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('button', { name: '用作头像' }).click();
    await expect
      .poll(async () => ((await shown.count()) > 0 ? await shown.getAttribute('src') : null))
      .not.toBe(before);
    expect(await shown.getAttribute('src')).toMatch(/^\/uploads\/[a-z0-9]{22}-256x256\.webp$/);
    // The address is set before the picture loads.
    await expect
      .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(256);

    // Reserved names of staff are rejected at the field; the other input stays.
    await page.getByLabel('公司或店名').fill('街角小店');
    await page.getByLabel('昵称').fill('云标官方');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('这个昵称像是本站的工作人员，换一个').waitFor();
    await page.getByLabel('昵称').fill('小店周敏');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').first().waitFor();

    await page.reload();
    await waitUntilHydrated(page);
    expect(await page.getByLabel('昵称').inputValue()).toBe('小店周敏');
    expect(await page.getByLabel('公司或店名').inputValue()).toBe('街角小店');
    await shown.waitFor();
    // It is also the avatar in the header; when it does not load, the initial remains.
    const face = page.getByRole('banner').locator('.member-button img');
    expect(await face.getAttribute('src')).toBe(await shown.getAttribute('src'));
    expect(await face.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(256);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await takeShot(page, `${screen}-profile`);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.reload();
    await waitUntilHydrated(page);
    await expect.poll(() => face.count()).toBe(0);
    await page.unroute('**/uploads/**');
    visitor.forgive(/uploads|ERR_FAILED/);

    // Unsaved input is asked about before leaving.
    await page.getByLabel('公司或店名').fill('');
    await page.getByRole('banner').getByRole('link').first().click();
    const ask = page.getByRole('dialog');
    await ask.getByText('有未保存的修改，离开后会丢失。').waitFor();
    await ask.getByRole('button', { name: '留在这里' }).click();
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').first().waitFor();
    await page.reload();
    expect(await page.getByLabel('公司或店名').inputValue()).toBe('');
    visitor.quiet();
  });
});

/** The same picture with EXIF orientation 6: the top is on the right. */
const onItsSide = (jpeg: Buffer): Buffer => {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(6, 18);
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, payload, jpeg.subarray(2)]);
};

/** Left half red, right half blue, 400 × 200. */
const createHalves = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 200];
    const pen = canvas.getContext('2d');
    for (const [colour, left] of [
      ['#f00', 0],
      ['#00f', 200],
    ] as const)
      if (pen) {
        pen.fillStyle = colour;
        pen.fillRect(left, 0, 200, 200);
      }
    return canvas.toDataURL('image/jpeg', 0.95);
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
};

/** `red`, `blue` or neither at positions in a picture, 0–1. */
const coloursAt = (page: Page, selector: string, places: [number, number][]): Promise<string[]> =>
  page.evaluate(
    async ([css, points]) => {
      const image = document.querySelector<HTMLImageElement | HTMLCanvasElement>(css);
      if (!image) return [];
      if (image instanceof HTMLImageElement) await image.decode();
      const isImage = image instanceof HTMLImageElement;
      const width = isImage ? image.naturalWidth : image.width;
      const height = isImage ? image.naturalHeight : image.height;
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      pen?.drawImage(image, 0, 0);
      return points.map(([x, y]) => {
        const [r = 0, , b = 0] = pen?.getImageData(x * width, y * height, 1, 1).data ?? [];
        return r > 180 && b < 80 ? 'red' : b > 180 && r < 80 ? 'blue' : 'other';
      });
    },
    [selector, places] as const,
  );

describe.each(SCREENS)('cutting an avatar to shape: %s', (screen) => {
  it('goes by mouse, wheel, fingers and keys, the right way up, and sends what is seen', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await signIn(page, '/yunbiao/user/profile');
    const choose = page.getByRole('group', { name: '头像' }).locator('input[type=file]');
    const dialog = page.getByRole('dialog', { name: '裁切头像' });
    const paper = dialog.getByRole('group', { name: /^图片：/ });
    const zoom = dialog.getByRole('slider', { name: '缩放' });
    const open = async (): Promise<{ x: number; y: number }> => {
      const buffer = onItsSide(await createHalves(page));
      await choose.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
      await paper.waitFor();
      await expect.poll(() => paper.evaluate((item) => item === document.activeElement)).toBe(true);
      const box = await paper.boundingBox();
      if (!box) throw new Error('no stage');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const preview = 'dialog canvas[style*="96px"]';
    const readPreviewColors = () =>
      coloursAt(page, preview, [
        [0.5, 0.1],
        [0.5, 0.9],
      ]);
    const middle = await open();
    // Rotated, the red half is on top.
    await expect.poll(readPreviewColors).toEqual(['red', 'blue']);
    await takeShot(page, `crop-${screen}`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    // Keyboard: move down to the blue half and zoom in.
    for (let n = 0; n < 5; n += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(readPreviewColors).toEqual(['blue', 'blue']);
    await page.keyboard.press('+');
    await expect.poll(() => zoom.getAttribute('aria-valuetext')).toBe('1.1 倍');
    // The mouse drags the picture down again, so that the red half is in the frame.
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y + 200, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await readPreviewColors())[0]).toBe('red');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -400);
    await expect.poll(() => zoom.getAttribute('aria-valuetext')).not.toBe('1.1 倍');
    // A pinch with two fingers.
    const before = Number((await zoom.getAttribute('aria-valuetext'))?.replace(/ .*/, ''));
    const touch = await page.context().newCDPSession(page);
    const placeFingers = (gap: number) => [
      { x: middle.x - gap, y: middle.y, id: 1 },
      { x: middle.x + gap, y: middle.y, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: placeFingers(40),
    });
    await touch.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: placeFingers(60),
    });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect
      .poll(async () => Number((await zoom.getAttribute('aria-valuetext'))?.replace(/ .*/, '')))
      .toBeGreaterThan(before);
    await zoom.fill('0');
    await expect.poll(() => zoom.getAttribute('aria-valuetext')).toBe('1.0 倍');
    await paper.focus();
    for (let n = 0; n < 12; n += 1) await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(readPreviewColors).toEqual(['red', 'red']);
    await dialog.getByRole('button', { name: '用作头像' }).click();
    await dialog.waitFor({ state: 'detached' });
    const shown = 'img[alt="头像"][src*="-200x200.webp"]';
    await page.locator(shown).waitFor();
    expect(await coloursAt(page, shown, [[0.5, 0.5]])).toEqual(['red']);
    // A file above the limit is not even decoded.
    const huge = await createPicture(page, 'image/png');
    huge.writeUInt32BE(30_000, 16);
    await choose.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: huge });
    await page.getByText('图片是 30000 × 300 像素，太大了').waitFor();
    visitor.quiet();
  });
});

describe('a profile whose member was signed out while typing', () => {
  it('is there as it was typed after signing in again', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter();
    const { page, context } = visitor;
    await signIn(page, '/yunbiao/user/profile');
    const intro = page.getByLabel('简介');
    const before = await intro.inputValue();
    await intro.fill('写了很久的简介');
    const token = (await context.cookies()).find(({ name }) => name === 'auto-token')?.value ?? '';
    const headers = { 'X-Token': decodeURIComponent(token) };
    await fetch(`${stage.server.url}/np/user/logout`, { method: 'POST', headers });
    await page.getByRole('button', { name: '保存资料' }).click();
    await fillLogin(page);
    await page.waitForURL('**/user/profile');
    await expect.poll(() => intro.inputValue()).toBe('写了很久的简介');
    await page.getByText('有 1 处未保存').waitFor();
    // After discarding it does not return.
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.reload();
    await waitUntilHydrated(page);
    expect(await intro.inputValue()).toBe(before);
  });
});

describe.each(SCREENS)('a download: %s', (screen) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'yunbiao-download-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is known again in the browser, whole, cut off and changed', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await page.goto('/yunbiao/download');
    await waitUntilHydrated(page);
    // The visitor's own system comes first once the browser has reported it: the button is for that
    // system from then on.
    await page.getByRole('heading', { name: /^Linux 打印客户端/ }).waitFor();
    const link = page.locator('a.primary.big:visible').first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const name = download.suggestedFilename();
    const whole = join(folder, name);
    await download.saveAs(whole);
    const bytes = await readFile(whole);
    const input = page.locator('input[type=file]');

    // Large files go by their paths: the browser would get the bytes as text otherwise.
    await input.setInputFiles(whole);
    await page.getByText(/的.*，原装文件$/).waitFor();
    await page.getByText('SHA-256 完全一致，可以安装。').waitFor();
    await takeShot(page, `${screen}-download-checked`);
    expect(await checkAccessibility(page)).toEqual([]);

    const buffer = bytes.subarray(0, 1_000);
    await input.setInputFiles({ name, mimeType: 'application/zip', buffer });
    await page.getByText('没有下载完').waitFor();
    const changed = Buffer.from(bytes);
    changed[500] = (changed[500] ?? 0) ^ 1;
    const renamed = join(folder, 'renamed.zip');
    await writeFile(renamed, changed);
    await input.setInputFiles(renamed);
    await page.getByText('和我们发布的文件都不一致').waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    visitor.quiet();
  });
});

describe('a big file', () => {
  it('is checked piece by piece, and the check can be cancelled', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter();
    const { page } = visitor;
    await page.goto('/yunbiao/download');
    await waitUntilHydrated(page);
    // A file of a gigabyte that takes no memory: one block, repeated.
    const drop = (blocks: number) =>
      page.evaluate((count) => {
        const block = new Blob([new Uint8Array(16 * 1024 * 1024)]);
        const file = new File(
          Array.from({ length: count }, () => block),
          'big.zip',
        );
        const data = new DataTransfer();
        data.items.add(file);
        document
          .querySelector('main input[type=file]')
          ?.parentElement?.dispatchEvent(
            new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
          );
      }, blocks);
    await drop(64);
    await page.getByRole('progressbar', { name: '正在核对 big.zip' }).waitFor();
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByText('把文件拖到这里，或者').waitFor();
    await drop(2);
    await page.getByText('和我们发布的文件都不一致').waitFor();
    visitor.quiet();
  });
});
