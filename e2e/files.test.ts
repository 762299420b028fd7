import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibility, hydrated, noBrowser, overflow, shot } from './support/browser.ts';
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
  await hydrated(page);
  await fillLogin(page);
  await page.waitForURL(`**${to}`);
};

/** A picture drawn by the browser, in the type it is asked for. */
const picture = async (page: Page, type: string): Promise<Buffer> => {
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
    await avatar.getByText('不支持 HEIC，请在手机上存成 JPEG 再发').waitFor();
    await choose.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload=alert(1)>'),
    });
    await avatar.getByText('只能上传 PNG、JPEG、静态 WebP 或 GIF 图片').waitFor();
    visitor.forgive(/415/);
    await shot(page, `${screen}-profile-refused`);

    const buffer = await picture(page, 'image/jpeg');
    const shown = avatar.getByRole('img', { name: '头像' });
    const before = (await shown.count()) > 0 ? await shown.getAttribute('src') : null;
    await choose.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
    await expect
      .poll(async () => ((await shown.count()) > 0 ? await shown.getAttribute('src') : null))
      .not.toBe(before);
    expect(await shown.getAttribute('src')).toMatch(/^\/uploads\/[a-z0-9]{22}-256x256\.webp$/);
    // The address is there before the picture.
    await expect
      .poll(() => shown.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBe(256);

    // Staff's names are refused at the field; the rest of what was typed stays.
    await page.getByLabel('公司或店名').fill('街角小店');
    await page.getByLabel('昵称').fill('云标官方');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('这个昵称像是本站的工作人员，换一个').waitFor();
    await page.getByLabel('昵称').fill('小店周敏');
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').first().waitFor();

    await page.reload();
    await hydrated(page);
    expect(await page.getByLabel('昵称').inputValue()).toBe('小店周敏');
    expect(await page.getByLabel('公司或店名').inputValue()).toBe('街角小店');
    await shown.waitFor();
    // It is the face in the header, too; one that does not come leaves the initial.
    const face = page.getByRole('banner').locator('.member-button img');
    expect(await face.getAttribute('src')).toBe(await shown.getAttribute('src'));
    expect(await face.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(256);
    expect(await accessibility(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await shot(page, `${screen}-profile`);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.reload();
    await hydrated(page);
    await expect.poll(() => face.count()).toBe(0);
    await page.unroute('**/uploads/**');
    visitor.forgive(/uploads|ERR_FAILED/);

    // What was not saved is asked about before it is left behind.
    await page.getByLabel('公司或店名').fill('');
    await page.getByRole('banner').getByRole('link').first().click();
    const ask = page.getByRole('dialog');
    await ask.getByText('有没保存的修改，离开后会丢失。').waitFor();
    await ask.getByRole('button', { name: '留在这里' }).click();
    await page.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').first().waitFor();
    await page.reload();
    expect(await page.getByLabel('公司或店名').inputValue()).toBe('');
    visitor.quiet();
  });
});

describe('a profile whose member was signed out meanwhile', () => {
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
    // Given up, it stays away.
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.reload();
    await hydrated(page);
    expect(await intro.inputValue()).toBe(before);
  });
});

describe.each(SCREENS)('a download: %s', (screen) => {
  it('is known again in the browser, whole, cut off and changed', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    await page.goto('/yunbiao/download');
    await hydrated(page);
    // Its own system comes first as soon as the browser has told which it is: the button is that one's from then on.
    await page.getByRole('heading', { name: /^Linux 打印客户端/ }).waitFor();
    const link = page.locator('a.primary:visible').first();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const bytes = await readFile(await download.path());
    const name = download.suggestedFilename();
    const input = page.locator('input[type=file]');
    const give = (buffer: Buffer, as = name) =>
      input.setInputFiles({ name: as, mimeType: 'application/zip', buffer });

    await give(bytes);
    await page.getByText(/的.*，原装文件$/).waitFor();
    await page.getByText('SHA-256 完全一致，可以安装。').waitFor();
    await shot(page, `${screen}-download-checked`);
    expect(await accessibility(page)).toEqual([]);

    await give(bytes.subarray(0, 1_000));
    await page.getByText('没有下载完').waitFor();
    const changed = Buffer.from(bytes);
    changed[500] = (changed[500] ?? 0) ^ 1;
    await give(changed, 'renamed.zip');
    await page.getByText('和我们发布的文件都不一致').waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    visitor.quiet();
  });
});

describe('a big file', () => {
  it('is checked piece by piece, and the check can be cancelled', async (ctx) => {
    ctx.skip(noBrowser !== null, noBrowser ?? '');
    const visitor = await stage.enter();
    const { page } = visitor;
    await page.goto('/yunbiao/download');
    await hydrated(page);
    // A file of a gigabyte that takes no room: one block, again and again.
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
