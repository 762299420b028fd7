import { writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeAgent, type TestAgent } from './support/agent.ts';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
  type Visitor,
  openVisitor,
} from './support/browser.ts';
import { sampleCases } from '../scripts/vitest/rounds.ts';
import { describeInFull } from './support/full-run.ts';
import { runProgram, type Started } from './support/process.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const PRINT = '/yunbiao/user/print';
/** Only one of them in the quick run. */
const SCREEN_NAMES = sampleCases(Object.keys(SCREENS) as (keyof typeof SCREENS)[]);
const OWN = '自己的纸';
const MUST = '必填签';
const COVERED = '盖住的码';
const COUNTED = '数着的码';

let server: TestServer;
let browser: Browser;
let agent: TestAgent;
let daemon: Started;
/** Reads every byte and never answers: its labels stay pending. */
let mute: Server;
const sockets = new Set<Socket>();
let token = '';
let visitors: Visitor[] = [];

const call = <T>(path: string, body?: object): Promise<T> => callAs<T>(server, token, path, body);

const listBatches = async (): Promise<{ batchNo: string; total: number }[]> =>
  (await call<{ list: { batchNo: string; total: number }[] }>('/np/api/uc/batchList?pageSize=100'))
    .list;

const enter = async (screen: keyof typeof SCREENS = 'wide'): Promise<Visitor> => {
  const visitor = await openVisitor(browser, { baseURL: server.url, screen });
  visitors.push(visitor);
  const { context } = visitor;
  await context.addCookies([{ name: 'auto-token', value: token, url: server.url }]);
  return visitor;
};

type Templates = { list: { id: string; name: string; content?: unknown }[] };

const getId = async (name: string): Promise<string> => {
  const { list } = await call<Templates>('/np/api/uc/templateList');
  return list.find((item) => item.name === name)?.id ?? '';
};

/** Opens the page with the price tag, whatever was printed last. */
const open = async (page: Page): Promise<void> => {
  await page.goto(`${PRINT}?template=${await getId('商品价签')}`);
  await waitUntilHydrated(page);
  await page.getByText('可扫').waitFor();
};

const findButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const findDialog = (page: Page) => page.getByRole('dialog');

const paste = (page: Page, text: string, into = '从表格里复制几行，贴在这里'): Promise<void> =>
  page.getByLabel(into).evaluate((box, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', words);
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

const pairClient = async (): Promise<void> => {
  const pairing = agent.start('pair', '--server', server.url);
  const [, code] = await pairing.until(/user\/auth\?code=([A-Z0-9-]+)/);
  await call('/np/api/uc/pairConfirm', { code });
  await pairing.until(/配对成功/);
  const { port } = mute.address() as AddressInfo;
  const address = `tcp://127.0.0.1:${port}`;
  await agent.run(
    'printer',
    'add',
    '哑巴',
    address,
    '--language',
    'zpl',
    '--dpi',
    '203',
    '--exclusive',
  );
  daemon = agent.start('run');
};

/** A template with a required and an optional field, available in both screens' software. */
const addMust = async (): Promise<void> => {
  const createText = (field: string, yMm: number) => ({
    id: field,
    type: 'text',
    content: `{{${field}}}`,
    xMm: 2,
    yMm,
    widthMm: 56,
    heightMm: 6,
    rotation: 0,
    sizeMm: 4,
    weight: 400,
    align: 'left',
    fit: 'shrink',
  });
  const template = {
    version: 1,
    widthMm: 60,
    heightMm: 40,
    fields: [
      { name: '品名', label: '品名', sample: '苹果', required: true, maxLength: 24 },
      { name: '备注', label: '备注', sample: '' },
    ],
    elements: [createText('品名', 4), createText('备注', 14)],
  };
  await addTemplate(MUST, template);
};

/** A template whose QR code is half covered by a black box. */
const addCovered = async (): Promise<void> => {
  const box = { xMm: 4, yMm: 4, widthMm: 30, heightMm: 30, rotation: 0 };
  const elements = [
    { ...box, id: 'code', type: 'qr', content: '{{货号}}', level: 'M' },
    { ...box, id: 'box', type: 'rect', widthMm: 16, lineMm: 0 },
  ];
  const fields = [{ name: '货号', label: '货号', sample: 'YN0000000001' }];
  await addTemplate(COVERED, { version: 1, widthMm: 60, heightMm: 40, fields, elements });
};

/** A template whose second serial number gives its barcode one digit too many. */
const addCounted = async (): Promise<void> => {
  const box = { xMm: 4, widthMm: 50, rotation: 0 };
  const elements = [
    {
      ...box,
      id: 'name',
      type: 'text',
      content: '{{品名}}',
      yMm: 2,
      heightMm: 6,
      sizeMm: 4,
      weight: 400,
    },
    {
      ...box,
      id: 'code',
      type: 'ean13',
      content: '69000000000{{号}}',
      yMm: 10,
      heightMm: 20,
      showText: true,
      textSizeMm: 2.5,
    },
  ];
  const serial = { start: 9, step: 1, width: 0, digits: 'decimal', reset: 'never', perCopy: false };
  const fields = [
    { name: '品名', label: '品名', sample: '苹果' },
    { name: '号', label: '号', sample: '9', serial },
  ];
  const text = { align: 'left', fit: 'shrink' };
  const [name, code] = elements;
  await addTemplate(COUNTED, {
    version: 1,
    widthMm: 60,
    heightMm: 40,
    fields,
    elements: [{ ...name, ...text }, code],
  });
};

const addTemplate = async (name: string, template: object): Promise<void> => {
  const file = join(server.dataDir, 'template.json');
  await writeFile(file, JSON.stringify({ name, category: '测试', template }));
  const { code, output } = await runProgram(
    'apps/server/src/admin/main.ts',
    ['template', 'add', 'yunbiao', file],
    { DATA_DIR: server.dataDir },
  );
  if (code !== 0) throw new Error(output);
};

const chooseTemplate = async (page: Page, name: string): Promise<void> => {
  const more = findButton(page, /^其他 \d+ 个$/);
  if ((await more.count()) > 0) await more.click();
  await page.locator('label', { hasText: name }).click();
};

type Clients = { list: { id: string; online: boolean; printers: { id: string }[] }[] };

type Size = { widthMm: number; heightMm: number };

/** Saves a configuration of the mute printer: a new one, or `id` again. */
const saveConfig = async (name: string, size: Size, id?: string): Promise<string> => {
  const findReadyClient = async () =>
    (await call<Clients>('/np/api/uc/clientList', {})).list.find(
      (item) => item.printers.length > 0,
    );
  const client = await vi.waitUntil(findReadyClient, { timeout: 30_000, interval: 100 });
  const saved = await call<{ id: string }>('/np/api/uc/savePrintConfig', {
    name,
    ...size,
    ...(id === undefined ? {} : { id }),
    clientId: client.id,
    printerId: client.printers[0]?.id,
    language: 'zpl',
    dpi: 203,
    gapMm: 2,
    columns: 1,
    copies: 1,
    isDefault: name === OWN,
  });
  return saved.id;
};

beforeAll(async () => {
  if (noBrowser) return;
  server = await startServer();
  browser = await openSharedBrowser();
  agent = await makeAgent();
  mute = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
  });
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  token = (
    await call<{ token: string }>('/np/register', {
      username: 'e2eprinting',
      password: 'Passw0rd-e2e',
    })
  ).token;
  await pairClient();
  await saveConfig(OWN, { widthMm: 60, heightMm: 40 });
  await addMust();
  await addCovered();
  await addCounted();
});
afterAll(async () => {
  await agent?.remove();
  for (const socket of sockets) socket.destroy();
  mute?.close();
  await server?.stop();
});
afterEach(async () => {
  for (const visitor of visitors) await visitor.close();
  visitors = [];
});

describe('one intended print', () => {
  it('is one batch: double click, lost answer and reload; another one is asked about', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await enter();
    await open(page);
    await findButton(page, '打印 1 张').dblclick();
    await page.getByText('批次', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    expect(await listBatches()).toHaveLength(1);

    await findButton(page, '打印 1 张').click();
    await findDialog(page).getByText('同样的内容已经打印过，再打印一批？').waitFor();
    await findDialog(page).getByRole('button', { name: '取消' }).click();
    expect(await listBatches()).toHaveLength(1);
    await findButton(page, '打印 1 张').click();
    await findDialog(page).getByRole('button', { name: '再打印一批' }).click();
    await expect.poll(async () => (await listBatches()).length).toBe(2);

    // The request arrives, its response does not; the member reloads the page and presses again.
    await page.getByLabel('货号').fill('LOST0001');
    await context.route('**/np/api/uc/print', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('货号').press('Enter');
    await page.getByText('不知道是否已保存').waitFor();
    const isFocused = () =>
      page.getByLabel('货号').evaluate((item) => item === document.activeElement);
    await expect.poll(isFocused).toBe(true);
    expect(await listBatches()).toHaveLength(3);
    await context.unroute('**/np/api/uc/print');
    // Another configuration becomes the default in between: the second press must not use it.
    const { list } = await call<{ list: (Record<string, unknown> & { id: string })[] }>(
      '/np/api/uc/printConfigList',
    );
    const before = list.find(({ isDefault }) => isDefault);
    const { id: _id, ...settings } = before ?? { id: '' };
    const other = await call<{ id: string }>('/np/api/uc/savePrintConfig', {
      ...settings,
      name: '后来的默认',
    });
    await page.reload();
    await waitUntilHydrated(page);
    await page.getByText('不知道是否已保存').waitFor();
    await findButton(page, '打印 1 张').click();
    await page.getByText('不知道是否已保存').waitFor({ state: 'detached' });
    expect(await listBatches()).toHaveLength(3);
    await call('/np/api/uc/deletePrintConfig', { id: other.id });
    await call('/np/api/uc/savePrintConfig', { ...before });
    forgive(/ERR_FAILED/);
    quiet();
  });
});

describeInFull('a press nobody answers', () => {
  it('is given up by anyone who will not wait, and is one batch when it is pressed again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await enter();
    await page.clock.install();
    await open(page);
    await page.getByLabel('货号').fill('SILENT01');
    const before = (await listBatches()).length;
    const { promise: gone, resolve: go } = Promise.withResolvers<void>();
    const { promise: stored, resolve: store } = Promise.withResolvers<void>();
    // The request arrives; the response never does.
    await context.route('**/np/api/uc/print', async (route) => {
      await route.fetch();
      store();
      await gone;
      await route.abort().catch(() => undefined);
    });
    await findButton(page, '打印 1 张').click();
    await stored;
    await page.clock.fastForward(11_000);
    await page.getByText(/^发出去有一会儿了，还没有收到回答/).waitFor();
    await takeShot(page, 'wide-slow-answer');
    expect(await checkAccessibility(page)).toEqual([]);
    await findButton(page, '取消等待').click();
    await page.getByText('不知道是否已保存').waitFor();
    await takeShot(page, 'wide-no-answer');
    // The page is usable again.
    await page.getByLabel('货号').fill('SILENT02');
    await page.getByLabel('货号').fill('SILENT01');
    // A waiting member also gets a message in the end.
    await findButton(page, '打印 1 张').click();
    await findButton(page, '正在发送…').waitFor();
    await page.clock.fastForward(70_000);
    await page.getByText('不知道是否已保存').waitFor();
    go();
    await context.unroute('**/np/api/uc/print');
    await findButton(page, '打印 1 张').click();
    await page.getByText('不知道是否已保存').waitFor({ state: 'detached' });
    expect((await listBatches()).length).toBe(before + 1);
    forgive(/ERR_FAILED/);
    quiet();
  });
});

describeInFull('rows that were sent, in the designer', () => {
  it('come back to the table when they are mended or picked there, and are asked about', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await page.getByText('贴几行', { exact: true }).click();
    const names = ['回来的苹果', '回来的梨', '回来的李', '很长很长的名字'.repeat(3)];
    const codes = ['00780001', '00780002', '00780003', '中文货号'];
    const rows = names.map((name, at) => `${name},${codes[at]},1`);
    await paste(page, ['品名,货号,价格', ...rows].join('\n'));
    await page.getByLabel('“品名”这一列放进').press('Enter');
    const before = (await listBatches()).length;
    await findButton(page, '打印 3 张').click();
    await findDialog(page).getByRole('button', { name: '打印 3 张' }).click();
    await findButton(page, '放回刚才打印的 3 行').waitFor();
    await page.getByRole('link', { name: '修改模板' }).click();
    await page.getByText(/4 行.*选了 1 行/).waitFor();
    // An edited row is a new label; a selected row is meant to be printed again.
    await page.getByLabel('第 1 行，品名').fill('改好的苹果');
    await page.getByText(/4 行.*选了 2 行/).waitFor();
    await page.getByLabel('选第 2 行', { exact: true }).check();
    await takeShot(page, 'wide-sent-designer');
    await findButton(page, '打印').click();
    await page.waitForURL(/user\/print\?template=/);
    await findButton(page, '放回刚才打印的 1 行').waitFor();
    const [, pear = '', , broken = ''] = names;
    const shown = await page
      .getByLabel(/^第 \d 行，品名$/)
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value));
    expect(shown).toEqual(['改好的苹果', pear, broken]);
    await page.getByLabel('第 3 行，货号').fill('00780004');
    await findButton(page, '打印 3 张').click();
    await findDialog(page).getByText('其中 1 行刚才打印过，重新打印？').waitFor();
    await takeShot(page, 'wide-sent-asked');
    await findDialog(page).getByRole('button', { name: '仍然打印' }).click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 2);
    await findButton(page, '放回刚才打印的 4 行').waitFor();
    quiet();
  });
});

describe('what a press will do', () => {
  it('is said before it, at the field where nothing can be printed, and afterwards', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    const bar = page.locator('.savebar');
    const isPrimary = (name: string) =>
      findButton(page, name).evaluate((item) => item.classList.contains('primary'));
    await page.getByLabel('货号').fill('WILLDO01');
    await page.getByLabel('份数').fill('4');
    await expect.poll(() => bar.textContent()).toMatch(/打印 4 张.*自己的纸.*60 × 40.mm/);
    expect(await isPrimary('打印 4 张')).toBe(true);

    await page.getByLabel('份数').fill('0');
    await page.getByText('填 1 到 1,000 的整数').waitFor();
    expect(await isPrimary('打印 0 张')).toBe(false);
    await findButton(page, '打印 0 张').click();
    await expect
      .poll(() => page.getByLabel('份数').evaluate((item) => item === document.activeElement))
      .toBe(true);
    await page.getByLabel('份数').fill('2');
    await page.getByText('填 1 到 1,000 的整数').waitFor({ state: 'detached' });

    await page.getByText('贴几行', { exact: true }).click();
    expect(await isPrimary('打印 0 张')).toBe(false);
    await findButton(page, '打印 0 张').click();
    await page.getByText('至少要有一行').waitFor();
    const box = page.getByLabel('从表格里复制几行，贴在这里');
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => box.evaluate((item) => item === document.activeElement)).toBe(true);
    await takeShot(page, 'wide-nothing-pasted');
    expect(await checkAccessibility(page)).toEqual([]);

    await page.getByText('填一张', { exact: true }).click();
    await findButton(page, '打印 2 张').click();
    const heading = page.getByRole('heading', { name: '批次', exact: true });
    await expect.poll(() => heading.evaluate((item) => item === document.activeElement)).toBe(true);
    // The repeat is offered only while the page's data is unchanged.
    const before = (await listBatches()).length;
    await findButton(page, '再打印一批').click();
    await findDialog(page).getByText('同样的内容已经打印过，再打印一批？').waitFor();
    await findDialog(page).getByRole('button', { name: '再打印一批' }).click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    await page.getByLabel('货号').fill('WILLDO02');
    await findButton(page, '再打印一批').waitFor({ state: 'detached' });
    quiet();
  });

  it('goes to the printer with the label’s own paper', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const id = await saveConfig('小纸', { widthMm: 50, heightMm: 30 });
    const { page, quiet } = await enter();
    await open(page);
    const bar = page.locator('.savebar');
    await expect.poll(() => bar.textContent()).toMatch(/自己的纸/);
    await chooseTemplate(page, '货位标签');
    await expect.poll(() => bar.textContent()).toMatch(/小纸.*50 × 30.mm/);
    expect(await page.getByText('对一下装的纸').count()).toBe(0);
    await chooseTemplate(page, '商品价签');
    await expect.poll(() => bar.textContent()).toMatch(/自己的纸/);
    // A print does not change the choice: the next label of another size still goes to its own
    // paper.
    await page.getByLabel('货号').fill('NOCHOICE1');
    const before = (await listBatches()).length;
    await findButton(page, '打印 1 张').click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    await chooseTemplate(page, '货位标签');
    await expect.poll(() => bar.textContent()).toMatch(/小纸.*50 × 30.mm/);
    await chooseTemplate(page, '商品价签');
    await expect.poll(() => bar.textContent()).toMatch(/自己的纸/);
    await call('/np/api/uc/deletePrintConfig', { id });
    quiet();
  });

  it('is said of the numbers each row will have, not of the first one', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await chooseTemplate(page, COUNTED);
    await page.getByRole('img', { name: `预览：${COUNTED}` }).waitFor();
    await page.getByText('贴几行', { exact: true }).click();
    await paste(page, '品名\n苹果\n梨\n');
    await page.getByLabel('“品名”这一列放进').press('Enter');
    await page.getByText('2 行，1 行打印不了').waitFor();
    await page.getByText(/^第 2 行：条码/).waitFor();
    await findButton(page, '打印 1 张').waitFor();
    // A row that is not sent gets no number: the next one gets it.
    await page.getByLabel('第 1 行，品名').fill('');
    await page.getByText('2 行，1 行打印不了').waitFor({ state: 'detached' });
    await findButton(page, '打印 1 张').waitFor();
    await page.getByRole('button', { name: '下一行' }).click();
    await page.getByText('可扫').waitFor();
    quiet();
  });

  it('keeps its rows when another template is chosen, which comes by itself and is in the address', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await page.getByText('贴几行', { exact: true }).click();
    await paste(page, '品名\t货号\n苹果\tYN01\n梨\tYN02\n');
    await page.getByLabel('“品名”这一列放进').press('Enter');
    await page.getByLabel('第 2 行，品名').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/Template$|templateList$/.test(pathname)) asked.push(pathname);
    });
    await chooseTemplate(page, MUST);
    await page.getByRole('img', { name: `预览：${MUST}` }).waitFor();
    expect(asked).toEqual(['/np/api/uc/printTemplate']);
    expect(new URL(page.url()).searchParams.get('template')).toBe(await getId(MUST));
    expect(await page.getByLabel('第 2 行，品名').inputValue()).toBe('梨');
    await page.reload();
    await waitUntilHydrated(page);
    await page.getByRole('img', { name: `预览：${MUST}` }).waitFor();
    expect(await page.getByLabel('第 2 行，品名').inputValue()).toBe('梨');
    const { list } = await call<Templates>('/np/api/uc/templateList');
    expect(list.length).toBeGreaterThan(8);
    expect(list.filter(({ content }) => content !== undefined)).toEqual([]);
    quiet();
  });

  it('covers nothing that can be chosen, however low the screen', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page } = await enter();
    await open(page);
    for (const size of [SCREENS.wide, { width: 1366, height: 560 }, SCREENS.phone]) {
      await page.setViewportSize(size);
      const covered = await page.locator('.savebar').evaluate((bar) => {
        const { top, bottom } = bar.getBoundingClientRect();
        const chosen =
          bar.closest('form')?.querySelectorAll('fieldset label, fieldset .field-box') ?? [];
        return [...chosen].filter((item) => {
          const box = item.getBoundingClientRect();
          return box.bottom > top && box.top < bottom;
        }).length;
      });
      expect([size.width, covered]).toEqual([size.width, 0]);
    }
  });
});

describeInFull('the codes of a preview', () => {
  it('are read by a decoder, which says how well, and why not', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await page.getByText('可扫，余量大', { exact: true }).waitFor();
    await page.getByLabel('货号').fill('READ0001');
    await page.getByText('读码中').waitFor();
    await page.getByText('可扫，余量大', { exact: true }).waitFor();
    await takeShot(page, 'wide-read');
    await chooseTemplate(page, COVERED);
    await page.getByText('扫不出', { exact: true }).waitFor();
    await page.getByText('二维码“货号”扫不出：被别的内容盖住了一部分').waitFor();
    // The warning of the rule is resolved.
    expect(await page.locator('figure').getByText('可能扫不出').count()).toBe(0);
    expect(await findButton(page, '打印 1 张').isEnabled()).toBe(true);
    await takeShot(page, 'wide-covered');
    expect(await checkAccessibility(page)).toEqual([]);
    quiet();
  });

  it('are told by rule, as not read, where the decoder does not come', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive, quiet } = await enter();
    await context.route('**/*.wasm', (route) => route.abort());
    await open(page);
    await page.getByText('按规则可扫（没有读过）').waitFor();
    forgive(/ERR_FAILED/);
    quiet();
  });
});

describe('a batch the client has taken', () => {
  it('can be cancelled, and says what was taken back and what had gone out', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await page.getByLabel('份数').fill('30');
    await page.getByLabel('货号').fill('CANCEL30');
    await findButton(page, '打印 30 张').click();
    const cancel = findButton(page, /^取消没打印的 \d+ 张$/);
    await cancel.waitFor();
    await takeShot(page, 'wide-thirty');
    await page.setViewportSize(SCREENS.phone);
    expect(await measureOverflow(page)).toBe(0);
    await takeShot(page, 'phone-thirty');
    await page.setViewportSize(SCREENS.wide);
    const [{ batchNo } = { batchNo: '' }] = await listBatches();
    await page.goto(`/yunbiao/user/printStatDetail?batchNo=${batchNo}`);
    await waitUntilHydrated(page);
    await cancel.click();
    await findDialog(page).getByRole('button', { name: '取消打印' }).click();
    await page.getByText(/^已?撤回 (29|30) 张/).waitFor();
    quiet();
  });
});

describeInFull('paper of another size', () => {
  it('is asked about once, and refused when the label does not fit', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    const id = await saveConfig('别的纸', { widthMm: 50, heightMm: 30 });
    await open(page);
    await page.getByLabel('货号').fill('PAPER001');
    const before = (await listBatches()).length;
    await page.getByLabel('打印机配置').selectOption(id);
    await page
      .getByText(/模板是 60 × 40\smm，比配置“别的纸”的标签纸 50 × 30\smm 大，打印不全/)
      .first()
      .waitFor();
    expect(await findButton(page, /^打印 \d/).isDisabled()).toBe(true);
    await saveConfig('别的纸', { widthMm: 80, heightMm: 60 }, id);
    await page.reload();
    await waitUntilHydrated(page);
    await page.getByText(/^这个配置的纸是 80 × 60/).waitFor();
    await findButton(page, '打印 1 张').click();
    await findDialog(page)
      .getByText(/用 80 × 60.*的纸打印 60 × 40.*的标签？/)
      .waitFor();
    await findDialog(page).getByRole('button', { name: '返回修改' }).click();
    expect(await listBatches()).toHaveLength(before);
    await findButton(page, '打印 1 张').click();
    await findDialog(page).getByRole('button', { name: '用这种纸打印' }).click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    await page.getByLabel('货号').fill('PAPER002');
    await findButton(page, '打印 1 张').click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 2);
    quiet();
  });
});

describe.each(SCREEN_NAMES)('pasting rows: %s', (screen) => {
  it('maps columns, counts what is used and leaves out what cannot be drawn', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter(screen);
    await open(page);
    await page.getByText('贴几行', { exact: true }).click();
    const csv = [
      '商品名称,单价,SKU,备注',
      '"果酱, 大瓶",12.50,00690001,x',
      ',,,',
      '苏打饼,8,00690002,',
      `${'很长很长的名字'.repeat(3)},9,中文货号,`,
    ].join('\r\n');
    await paste(page, csv);
    const map = page.getByRole('region', { name: '对列' });
    expect(await map.getByRole('checkbox', { name: '第一行是列名' }).isChecked()).toBe(true);
    const findMapping = (name: string) => map.getByLabel(`“${name}”这一列放进`);
    expect(await findMapping('SKU').inputValue()).toBe('货号');
    expect(await findMapping('单价').inputValue()).toBe('价格');
    await map.getByText(/用 3 行、3 列；忽略 1 列（备注）；1 行在选中的列里是空的/).waitFor();
    await findMapping('备注').selectOption('产地');
    await map.getByText(/用 3 行、4 列/).waitFor();
    await takeShot(page, `${screen}-paste-map`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    await findMapping('备注').press('Enter');
    await page.getByRole('region', { name: '要打印的行' }).waitFor();
    expect(await page.getByLabel('第 1 行，货号').inputValue()).toBe('00690001');
    expect(await page.getByLabel('第 1 行，品名').inputValue()).toBe('果酱, 大瓶');

    // Printing is disabled while a paste waits for its column mapping, until it is applied or
    // cancelled.
    await paste(page, 'a,b,c\n1,2,3', '第 3 行，品名');
    await map.waitFor();
    const none = (await listBatches()).length;
    await page.getByText('贴进来的还没放进表里，先放进去，或者点“取消”').waitFor();
    await findButton(page, '打印 2 张').press('Enter');
    const isFocused = (name: RegExp) =>
      map.getByRole('button', { name }).evaluate((item) => item === document.activeElement);
    await expect.poll(() => isFocused(/^放进 \d 行$/)).toBe(true);
    await takeShot(page, `${screen}-paste-waits`);
    expect(await checkAccessibility(page)).toEqual([]);
    await page.getByText('填一张', { exact: true }).click();
    await map.waitFor({ state: 'detached' });
    await page.getByText('贴几行', { exact: true }).click();
    await map.waitFor();
    await page.waitForFunction(() =>
      Object.values(sessionStorage).some((draft) => draft.includes('1,2,3')),
    );
    await page.reload();
    await waitUntilHydrated(page);
    await map.getByText('从第 3 行放起').waitFor();
    await map.getByRole('button', { name: '取消' }).click();
    await page.getByLabel('第 3 行，货号').waitFor();
    expect((await listBatches()).length).toBe(none);
    // The third row's code cannot be drawn: it is reported, skipped and not counted.
    const before = (await listBatches()).length;
    await findButton(page, '打印 2 张').click();
    await findDialog(page).getByText('第 3 行打印不了，会跳过。打印其余的 2 张？').waitFor();
    await takeShot(page, `${screen}-paste-left-out`);
    const { promise: seen, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/np/api/uc/print', async (route) => {
      await seen;
      await route.continue();
    });
    await findDialog(page).getByRole('button', { name: '打印 2 张' }).click();
    await findButton(page, '正在发送…').waitFor();
    // Rows and template are locked while the request is in flight.
    const off = page.locator('fieldset[inert]');
    await off.getByText('添加一行').waitFor();
    expect(await off.getByLabel('第 3 行，品名').count()).toBe(1);
    expect(await off.getByText('修改模板').count()).toBe(1);
    const isTaken = page.getByLabel('第 3 行，品名').evaluate((cell) => {
      (cell as HTMLInputElement).focus();
      return cell === document.activeElement;
    });
    expect(await isTaken).toBe(false);
    go();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    expect((await listBatches())[0]?.total).toBe(2);
    await page.getByLabel('第 3 行，货号').waitFor({ state: 'detached' });
    const listNames = (): Promise<string[]> =>
      page
        .getByLabel(/^第 \d 行，品名$/)
        .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value));
    expect(await listNames()).toEqual(['很长很长的名字'.repeat(3)]);
    await off.waitFor({ state: 'detached' });
    await page.reload();
    await waitUntilHydrated(page);
    const back = findButton(page, '放回刚才打印的 2 行');
    await back.scrollIntoViewIfNeeded();
    await takeShot(page, `${screen}-paste-taken`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    if (screen === 'wide') {
      // The designer has all rows; those not yet printed are selected.
      await page.getByRole('link', { name: '修改模板' }).click();
      await page.getByText(/3 行.*选了 1 行/).waitFor();
      await takeShot(page, `${screen}-paste-taken-designer`);
      // No selection means all rows, but sent rows are not sent again.
      await page.getByLabel('选第 3 行', { exact: true }).uncheck();
      await findButton(page, '打印').click();
      await page.waitForURL(/user\/print\?template=/);
      await back.waitFor();
      expect(await listNames()).toEqual(['很长很长的名字'.repeat(3)]);
    }
    // Fixed and printed next, it is not printed twice: it leaves the table as the others did.
    await page.getByLabel('第 1 行，品名').fill('改好的名字');
    await page.getByLabel('第 1 行，货号').fill('00690003');
    await findButton(page, '打印 1 张').click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 2);
    const returnButton = findButton(page, '放回刚才打印的 3 行');
    if (screen === 'phone') {
      // They were sent with this template, so they do not return to the table of another.
      await chooseTemplate(page, MUST);
      await page.getByRole('img', { name: `预览：${MUST}` }).waitFor();
    } else {
      // A list that was fixed elsewhere and is pasted again completely: the page asks about the
      // rows already sent.
      await paste(page, '商品名称,单价,SKU\n苏打饼,8,00690002\n饼干,7,00690009');
      await findMapping('SKU').press('Enter');
      await findButton(page, '打印 2 张').click();
      await findDialog(page).getByText('其中 1 行刚才打印过，重新打印？').waitFor();
      await findDialog(page).getByRole('button', { name: '返回修改' }).click();
      expect((await listBatches()).length).toBe(before + 2);
      await returnButton.click();
      const all = ['果酱, 大瓶', '苏打饼', '改好的名字', '苏打饼', '饼干'];
      expect(await listNames()).toEqual(all);
    }
    await returnButton.waitFor({ state: 'detached' });
    quiet();
  });
});

describeInFull('a press while rows are still being checked', () => {
  it('counts, and prints them when they are', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter('wide');
    await open(page);
    await page.getByText('贴几行', { exact: true }).click();
    const devtools = await context.newCDPSession(page);
    const before = (await listBatches()).length;
    // Clicks inside the page as soon as possible: from the test the check could end before the
    // click arrives.
    await page.evaluate(() => {
      const { dataset } = document.body;
      new MutationObserver(() => {
        const press = document.querySelector<HTMLElement>('form .savebar [type=submit]');
        if (press?.innerText === '检查完就打印…') dataset['awaited'] = 'yes';
        if (press?.innerText !== '正在检查…' || dataset['pressed']) return;
        dataset['pressed'] = 'yes';
        press.click();
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    const lines = Array.from({ length: 200 }, (_, at) => `苹果${at},${690000 + at},1`);
    await paste(page, ['品名,货号,价格', ...lines].join('\n'));
    await page.getByLabel('“品名”这一列放进').press('Enter');
    await expect.poll(() => page.evaluate(() => document.body.dataset['pressed'])).toBe('yes');
    await expect.poll(() => page.evaluate(() => document.body.dataset['awaited'])).toBe('yes');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    expect((await listBatches())[0]?.total).toBe(200);
    quiet();
  });

  it('counts, too, when the check ends while the press is being handled', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter('wide');
    // The click is queued before the check while the page is busy.
    await context.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const press = document.querySelector<HTMLElement>('form .savebar [type=submit]');
        if (press?.innerText !== '正在检查…') return;
        watch.disconnect();
        press.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = press.getBoundingClientRect();
        console.info(`press ${x + width / 2} ${y + height / 2}`);
        const until = performance.now() + 1_000;
        while (performance.now() < until);
      });
      watch.observe(document, { subtree: true, childList: true, characterData: true });
    });
    const before = (await listBatches()).length;
    const checking = page.waitForEvent('console', (item) => item.text().startsWith('press'));
    await page.goto(PRINT);
    const [, x, y] = (await checking).text().split(' ');
    await page.mouse.click(Number(x), Number(y));
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);
    quiet();
  });

  it('finds the button where it was before', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await enter('wide');
    await context.addInitScript(() => {
      const seen: Record<string, string> = {};
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const press = document.querySelector<HTMLElement>('form .savebar [type=submit]');
        const bar = press?.parentElement;
        if (!press || !bar) return;
        const { offsetWidth, offsetHeight } = press;
        seen[press.innerText] =
          `${offsetWidth} × ${offsetHeight} in a bar of ${bar.offsetHeight}, ${press.offsetTop - bar.offsetTop} down`;
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await open(page);
    const seen = await page.evaluate(
      () => (globalThis as unknown as { seen: Record<string, string> }).seen,
    );
    expect(Object.keys(seen).toSorted()).toEqual(['打印 1 张', '正在检查…']);
    expect(new Set(Object.values(seen)).size, JSON.stringify(seen)).toBe(1);
    quiet();
  });
});

describe.each(SCREEN_NAMES)('a value refused: %s', (screen) => {
  it('is said at its field, and its row is neither counted nor sent', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter(screen);
    await open(page);
    await chooseTemplate(page, MUST);
    const [must, may] = [page.getByLabel('品名必填'), page.getByLabel('备注', { exact: true })];
    const go = findButton(page, /^打印 \d/);
    await must.fill('');
    await page.getByText('打印不了：请填写品名').waitFor();
    expect(await must.getAttribute('aria-invalid')).toBe('true');
    expect(await go.isDisabled()).toBe(true);
    await takeShot(page, `${screen}-required-blank`);
    expect(await checkAccessibility(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    await must.fill('苹果😀');
    await page.getByText(/^打印不了：品名的第 3 个字“😀”字体里没有/).waitFor();
    await must.fill('苹果');
    await may.fill('');
    const before = (await listBatches()).length;
    await findButton(page, '打印 1 张').click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 1);

    await page.getByText('贴几行', { exact: true }).click();
    await paste(page, '品名\t备注\n苹果\t\n\t产地\n梨\tx\n😀\t\n');
    await findButton(page, /^用|放进/)
      .first()
      .click();
    await page.getByRole('region', { name: '要打印的行' }).waitFor();
    await page.getByRole('list', { name: '要改的地方' }).getByText('请填写品名').waitFor();
    expect(await page.getByLabel('第 2 行，品名').getAttribute('aria-invalid')).toBe('true');
    await takeShot(page, `${screen}-required-rows`);
    await findButton(page, '打印 2 张').click();
    await findDialog(page).getByText('第 2、4 行打印不了，会跳过。打印其余的 2 张？').waitFor();
    await findDialog(page).getByRole('button', { name: '打印 2 张' }).click();
    await expect.poll(async () => (await listBatches()).length).toBe(before + 2);
    expect((await listBatches())[0]?.total).toBe(2);
    await page.getByLabel('第 3 行，品名').waitFor({ state: 'detached' });
    expect(await page.getByLabel('第 2 行，品名').inputValue()).toBe('😀');
    quiet();
  });
});

describe('the site out of reach', () => {
  it('leaves no state of a printer on the page, and says when it heard last', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, forgive } = await enter();
    await open(page);
    await context.setOffline(true);
    // Shown at the printer and on the bar.
    const unknown = page.getByText(/^未知，连接中断，最后的消息 \d\d:\d\d$/);
    await expect.poll(() => unknown.count()).toBe(2);
    expect(await page.getByText(/空闲|未应答/).count()).toBe(0);
    await context.setOffline(false);
    await expect.poll(() => page.getByText(/^未知/).count()).toBe(0);
    forgive(/ERR_INTERNET_DISCONNECTED/);
  });
});

const PLACES = ['printerCfg', 'auth', ''].map((page) => `/yunbiao/user/${page}`);

describeInFull('a printer that cannot be reached', () => {
  it('is away with its client, on every page that lists it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    await daemon.stop();
    const { page, quiet } = await enter();
    await open(page);
    for (const screen of SCREEN_NAMES) {
      await page.setViewportSize(SCREENS[screen]);
      await page.getByText(/^客户端不在线。先打印也行/).waitFor();
      expect(await findButton(page, /^打印 \d/).isEnabled()).toBe(true);
      await takeShot(page, `${screen}-client-away`);
    }
    for (const path of PLACES) {
      await page.goto(path);
      await waitUntilHydrated(page);
      for (const screen of SCREEN_NAMES) {
        await page.setViewportSize(SCREENS[screen]);
        await page
          .getByText(/客户端不在线|离线/)
          .filter({ visible: true })
          .first()
          .waitFor();
        expect(await page.getByText('空闲', { exact: true }).count()).toBe(0);
      }
    }
    quiet();
  });
  it('prints nothing once it is taken from its client, and says so before and after', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, quiet } = await enter();
    await open(page);
    await agent.run('printer', 'remove', '哑巴');
    daemon = agent.start('run');
    await page.getByText(/打印不了：打印机已移除。换一个配置/).waitFor();
    expect(await findButton(page, /^打印 \d/).isDisabled()).toBe(true);
    const [{ id } = { id: '' }] = (
      await call<{ list: { id: string }[] }>('/np/api/uc/printConfigList')
    ).list;
    const sent = call('/np/api/uc/print', {
      printConfigId: id,
      templateId: await page.locator('[name=template]:checked').inputValue(),
      rows: [{ 品名: '苹果' }],
      copies: 1,
      idempotencyKey: 'e2e-removed-printer',
    });
    await expect(sent).rejects.toThrow('打印机“哑巴”已从客户端移除，请给配置');
    const atBoth = async (name: string, page: Page): Promise<void> => {
      for (const screen of SCREEN_NAMES) {
        await page.setViewportSize(SCREENS[screen]);
        await page.getByText('打印机已移除').filter({ visible: true }).first().waitFor();
        await takeShot(page, `${screen}-${name}`);
      }
    };
    await open(page);
    await page.getByText('打印机已移除', { exact: true }).first().waitFor();
    await atBoth('printer-removed', page);
    await page.getByRole('link', { name: '给这个配置换一台' }).click();
    await page.waitForURL(/printerCfg/);
    await atBoth('config-removed', page);
    await page.goto('/yunbiao/user/printerCfg');
    await atBoth('configs-removed', page);
    quiet();
  });
});

describeInFull('a rare character', () => {
  it('is fetched when it is drawn, and is in the preview before it is printed', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, forgive, quiet } = await enter();
    const fonts = new Set<string>();
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.ttf')) fonts.add(pathname);
    });
    await open(page);
    expect(fonts.size).toBe(2);
    await chooseTemplate(page, MUST);
    // Reads through a copy, because browsers warn about repeated reads of the page's own canvas.
    const countInk = () =>
      page.locator('figure canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height).getContext('2d', {
          willReadFrequently: true,
        });
        copy?.drawImage(canvas as HTMLCanvasElement, 0, 0);
        const { data } = copy?.getImageData(0, 0, width, height) ?? { data: [] };
        return data.filter((value, i) => i % 4 === 0 && value === 0).length;
      });
    await page.getByLabel('品名').fill('王');
    await expect.poll(countInk).toBeGreaterThan(0);
    await expect.poll(() => page.getByText('请填写品名').count()).toBe(0);
    const before = await countInk();

    // The first download fails: the preview reports it, and the next character tries again.
    await page.route('**/*.ttf', (route) => route.abort());
    await page.getByLabel('品名').fill('王䶮');
    await page.getByText('有的字形还没取到').waitFor();
    expect(await countInk()).toBe(before);
    await page.unroute('**/*.ttf');
    await page.getByLabel('品名').fill('王䶮 ');
    await page.getByText('有的字形还没取到').waitFor({ state: 'detached' });
    expect(await countInk()).toBeGreaterThan(before);
    expect(fonts.size).toBe(3);

    // A Polish letter and a Korean syllable are in separate font pieces.
    const withRare = await countInk();
    await page.getByLabel('品名').fill('王䶮 Łódź 서');
    await expect.poll(() => fonts.size).toBe(5);
    await expect.poll(countInk).toBeGreaterThan(withRare);

    await page.getByLabel('品名').fill('王ไ');
    await page
      .getByText(/“ไ”是泰文，叠放的元音和声调还排不了/)
      .first()
      .waitFor();
    await page.getByLabel('品名').fill('王😀');
    await page
      .getByText(/“😀”字体里没有/)
      .first()
      .waitFor();
    forgive(/ERR_FAILED/);
    quiet();
  });
});
