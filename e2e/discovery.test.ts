import { createSocket, type Socket } from 'node:dgram';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announcePrinter, answerTo } from '../apps/agent/src/discovery/mdns/testing.ts';
import { startZplPrinter, type ZplPrinter } from './printers/zpl/zpl.ts';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  openVisitor,
} from './support/browser.ts';
import {
  type BuiltAgent,
  buildAgent,
  explainMissingProgram,
  openMachine,
} from './support/program.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

/** The maximum length of a name on the network: 63 bytes. */
const NAME = '二楼仓库靠窗那台打发货标签的斑马打印机';

let server: TestServer;
let browser: Browser;
let program: BuiltAgent;
let machine: ReturnType<typeof openMachine>;
let printer: ZplPrinter;
let responder: Socket;
let token = '';

const call = <T>(path: string, body?: object): Promise<T> => callAs<T>(server, token, path, body);

/** Announces a printer as one on the shop's network does. */
const answerFor = async (port: number): Promise<string> => {
  responder = createSocket('udp4');
  const records = announcePrinter({
    name: NAME,
    address: '127.0.0.1',
    uuid: '4509a320-9cde-0026-0017-c8ff10203040',
    services: { '_pdl-datastream': port },
    texts: ['ty=Zebra ZD421-203dpi', 'pdl=application/vnd.zebra-zpl'],
  });
  responder.on('message', (query, { port: from, address }) =>
    responder.send(answerTo(query, records), from, address),
  );
  await new Promise<void>((resolve) => responder.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${responder.address().port}`;
};

const cannot = noBrowser || explainMissingProgram();

beforeAll(async () => {
  if (cannot) return;
  server = await startServer();
  browser = await openSharedBrowser();
  printer = await startZplPrinter({ instant: true });
  program = await buildAgent(server.url);
  machine = openMachine(await answerFor(printer.port));
  const account = { username: 'e2efound', password: 'Passw0rd-e2e' };
  token = (await call<{ token: string }>('/np/register', account)).token;
});
afterAll(async () => {
  await machine?.leave();
  program?.remove();
  responder?.close();
  await printer?.close();
  await server?.stop();
});

const enter = async (screen: 'wide' | 'phone') => {
  const visitor = await openVisitor(browser, { baseURL: server.url, screen });
  const cookie = { name: 'auto-token', value: token, url: server.url };
  await visitor.context.addCookies([cookie]);
  return visitor;
};

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

/** Offset of the frame on the last label, dots from the left and from the top. */
const getFrame = (): { left: number; top: number } => {
  const { bitmap } = printer.labels().at(-1)?.label ?? {};
  if (!bitmap) throw new Error('nothing was printed');
  // Between two marks of the ruler, and past the text in the frame.
  const findFirstDot = (length: number, isBlack: (at: number) => boolean): number =>
    Array.from({ length }, (_, at) => at).findIndex((at) => at > 24 && isBlack(at));
  return {
    left: findFirstDot(bitmap.width, (x) => bitmap.get(x, bitmap.height - 100)),
    top: findFirstDot(bitmap.height, (y) => bitmap.get(bitmap.width - 92, y)),
  };
};

/** Says which model the printer is; the calibration label proves that it prints. */
const reportModel = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '这台能用' }).click();
  const dialog = page.getByRole('dialog', { name: '这台能用' });
  await dialog.getByLabel('牌子').selectOption('deli');
  await dialog.getByText('得力的型号不会 ZPL，没有列出').waitFor();
  expect(await dialog.locator('option[value=deli-dl-888d-pro]').count()).toBe(0);
  await inspect(page, 'report-left-out');
  await dialog.getByLabel('牌子').selectOption('zebra');
  for (const model of ['ZT411', 'ZD421']) {
    await dialog.getByLabel('型号', { exact: true }).selectOption(`zebra-${model.toLowerCase()}`);
    await dialog.getByRole('button', { name: '报告能用' }).click();
    await dialog.getByRole('button', { name: `撤回 斑马 ${model}` }).waitFor();
  }
  await inspect(page, 'report');
  // A double press withdraws once, and leaves the focus on the dialog: not on the next report.
  const withdrawals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('withdrawPrinterReport')) withdrawals.push(request.method());
  });
  const withdraw = dialog.getByRole('button', { name: '撤回 斑马 ZD421' });
  await withdraw.evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
    button.click();
  });
  await withdraw.waitFor({ state: 'detached' });
  expect(await dialog.evaluate((item) => item === document.activeElement)).toBe(true);
  expect(withdrawals).toEqual(['POST']);
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
};

/** Calibrates from the page of its configuration. */
const calibrate = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '按实测校准' });
  const before = printer.paper().length;
  await dialog.getByRole('button', { name: '打印一张校准标签' }).click();
  await expect.poll(() => printer.paper().length).toBe(before + 1);
  await dialog.getByText('校准标签：完成').waitFor();
  const first = getFrame();
  // Ruler measurements: one millimetre too far right, half a millimetre too high.
  await dialog.getByLabel('标签左边到框').fill('6');
  await dialog.getByLabel('标签上边到框').fill('4.5');
  await inspect(page, 'calibrate');
  await dialog.getByRole('button', { name: '按这些数校准' }).click();
  await dialog.getByText('横向偏移 -1 mm，纵向偏移 0.5 mm，走纸比例 100 %').waitFor();
  await inspect(page, 'calibrate-done');
  await dialog.getByRole('button', { name: '再打印一张看看' }).click();
  await expect.poll(() => printer.paper().length).toBe(before + 2);
  const second = getFrame();
  expect([second.left - first.left, second.top - first.top]).toEqual([-8, 4]);
  await dialog.getByRole('button', { name: '取消' }).click();
  await page.getByRole('heading', { name: '发货台 60 × 40' }).waitFor();
  expect(await page.getByLabel('横向偏移').inputValue()).toBe('-1');
  await inspect(page, 'calibrated');
  await page.getByRole('button', { name: '撤回校准' }).click();
  await expect.poll(() => page.getByLabel('横向偏移').inputValue()).toBe('0');
  await reportModel(page);
  await page.getByRole('button', { name: '复制到另一台' }).click();
  await page.getByRole('dialog').getByText('没有别的打印机').waitFor();
  await inspect(page, 'copy-none');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
};

/** The page that a double-click on the downloaded program opens. */
const pairProgram = async (page: Page): Promise<void> => {
  const opened = await machine.open(program.path);
  expect(opened.code, opened.output).toBe(0);
  await page.goto(machine.page());
  await waitUntilHydrated(page);
  await page.getByRole('dialog').getByRole('button', { name: '是我的，配对' }).click();
};

/**
 * Prints a batch of real labels on the new printer; the counting printer must have each once and
 * complete.
 */
const printBatch = async (page: Page): Promise<void> => {
  const before = printer.paper().length;
  await page.goto('/yunbiao/user/print');
  await waitUntilHydrated(page);
  await page.getByLabel('打印机配置').filter({ hasText: '发货台' }).waitFor();
  await page.getByText('可扫').first().waitFor();
  await page.getByLabel('份数').fill('3');
  await page.getByRole('button', { name: '打印 3 张' }).click();
  await page.getByText('完成 3 张').first().waitFor();
  const pieces = printer.paper().slice(before);
  expect(pieces.map(({ whole }) => whole)).toEqual([true, true, true]);
  const { list } = await call<{ list: { counts: { printed: number } }[] }>('/np/api/uc/batchList');
  expect(list[0]?.counts.printed).toBe(3);
};

it('is installed, paired, takes a found printer into use, calibrates it and prints', async (ctx) => {
  if (cannot) ctx.skip(cannot);
  const { page, quiet, close } = await enter('wide');
  await pairProgram(page);
  const phone = await enter('phone');
  await phone.page.goto('/yunbiao/user/auth');
  await waitUntilHydrated(phone.page);
  await phone.page.getByRole('button', { name: new RegExp(`使用.*${NAME}`) }).waitFor();
  await inspect(phone.page, 'found-phone');
  await page.goto('/yunbiao/user/auth');
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: new RegExp(`使用.*${NAME}`) }).waitFor();
  await inspect(page, 'found-wide');
  await page.getByRole('button', { name: new RegExp(`使用.*${NAME}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').waitFor();
  // The printer reported its language.
  expect(await dialog.getByRole('radio', { name: 'ZPL', exact: true }).isChecked()).toBe(true);
  await inspect(page, 'found-use');
  const labels = printer.paper().length;
  await dialog.getByRole('button', { name: '打印一张测试标签' }).click();
  await dialog.getByText('测试标签已经送过去').waitFor();
  await expect.poll(() => printer.paper().length).toBe(labels + 1);
  await dialog.getByLabel('名称').fill('发货台');
  await dialog.getByRole('button', { name: '使用', exact: true }).click();
  await dialog.getByText('“发货台”可以用了').waitFor();
  await inspect(page, 'found-used');
  await dialog.getByRole('link', { name: '去校准' }).click();
  await calibrate(page);
  // It is also in use on another page that shows the same client.
  await phone.page.getByText('找到的都在用了').waitFor();
  await phone.page.getByText('发货台', { exact: true }).waitFor();
  await inspect(phone.page, 'found-taken-phone');
  await phone.page.goto(`${new URL(page.url()).pathname}${new URL(page.url()).search}`);
  const asked = phone.page.getByRole('dialog', { name: '按实测校准' });
  await asked.getByRole('button', { name: '打印一张校准标签' }).click();
  await asked.getByRole('spinbutton', { name: '框高' }).waitFor();
  await inspect(phone.page, 'calibrate-phone');
  await printBatch(page);
  phone.quiet();
  quiet();
  await phone.close();
  await close();
});
