import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startZplPrinter, type ZplPrinter } from './printers/zpl/zpl.ts';
import { makeAgent, type TestAgent } from './support/agent.ts';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
  openVisitor,
} from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const NAMES = ['前台', '后台'] as const;

let server: TestServer;
let browser: Browser;
let agent: TestAgent;
let printers: ZplPrinter[] = [];
let token = '';

const call = <T>(path: string, body?: object): Promise<T> => callAs<T>(server, token, path, body);

type Clients = { list: { id: string; printers: { id: string; name: string; state: string }[] }[] };

/** A client with two working printers, each with a configuration of its name. */
const openDesks = async (): Promise<void> => {
  const pairing = agent.start('pair', '--server', server.url);
  const [, code] = await pairing.until(/user\/auth\?code=([A-Z0-9-]+)/);
  await call('/np/api/uc/pairConfirm', { code });
  await pairing.until(/配对成功/);
  for (const [at, name] of NAMES.entries()) {
    const address = `tcp://127.0.0.1:${printers[at]?.port}`;
    await agent.run('printer', 'add', name, address, '--exclusive', '--dpi', '203');
  }
  agent.start('run');
  const findReadyClient = async () =>
    (await call<Clients>('/np/api/uc/clientList', {})).list.find(
      (item) => item.printers.filter(({ state }) => state === 'idle').length === NAMES.length,
    );
  const client = await vi.waitUntil(findReadyClient, { timeout: 60_000, interval: 200 });
  for (const { id, name } of client.printers)
    await call('/np/api/uc/savePrintConfig', {
      name: `${name}的纸`,
      widthMm: 60,
      heightMm: 40,
      clientId: client.id,
      printerId: id,
      language: 'zpl',
      dpi: 203,
      gapMm: 2,
      columns: 1,
      copies: 1,
      isDefault: name === NAMES[0],
    });
};

beforeAll(async () => {
  if (noBrowser) return;
  server = await startServer();
  browser = await openSharedBrowser();
  printers = await Promise.all(NAMES.map(() => startZplPrinter({ instant: true })));
  agent = await makeAgent();
  const account = { username: 'e2egroup', password: 'Passw0rd-e2e' };
  token = (await call<{ token: string }>('/np/register', account)).token;
  await openDesks();
});
afterAll(async () => {
  await agent?.remove();
  await Promise.all(printers.map((printer) => printer.close()));
  await server?.stop();
});

const countWholePieces = (at: number): number =>
  (printers[at]?.paper() ?? []).filter((piece) => piece.whole).length;

it('makes a group, prints to it, and sees its labels go on when the first printer is out of paper', async (ctx) => {
  if (noBrowser) ctx.skip(noBrowser);
  const { page, context, quiet, close } = await openVisitor(browser, { baseURL: server.url });
  await context.addCookies([{ name: 'auto-token', value: token, url: server.url }]);

  await page.goto('/yunbiao/user/printerCfg');
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: '新建打印机组' }).click();
  const dialog = page.getByRole('dialog', { name: '新建打印机组' });
  await dialog.getByLabel('名称').fill('发货台');
  for (const name of NAMES) {
    const add = dialog.getByLabel('添加一台');
    const option = add.locator('option', { hasText: `${name}的纸` });
    await add.selectOption(await option.getAttribute('value'));
  }
  await dialog.getByLabel('停了多久才转走').fill('0');
  await takeShot(page, 'group-dialog');
  await dialog.getByRole('button', { name: '新建' }).click();
  await page.getByText('前台的纸 → 后台的纸').waitFor();
  await page.getByText('停了立即自己转').waitFor();

  // After two labels its roll ends, in the middle of a batch for the first printer.
  printers[0]?.mediaOut({ labels: 2 });
  await page.goto('/yunbiao/user/print');
  await waitUntilHydrated(page);
  const picker = page.getByLabel('打印机配置');
  const group = picker.locator('option', { hasText: '发货台' }).first();
  await picker.selectOption(await group.getAttribute('value'));
  await page.getByText('可扫').first().waitFor();
  await page.getByLabel('份数').fill('6');
  await page.getByRole('button', { name: '打印 6 张' }).click();
  const getBatchNo = async () =>
    (await call<{ list: { batchNo: string }[] }>('/np/api/uc/batchList')).list[0]?.batchNo;
  const batchNo = await vi.waitUntil(getBatchNo, { timeout: 30_000, interval: 100 });

  await page.goto(`/yunbiao/user/printStatDetail?batchNo=${batchNo}`);
  await waitUntilHydrated(page);
  const section = page.getByRole('region', { name: '打印机组' });
  // By the rule, without confirmation: unstarted labels, with the reason.
  await section.getByText(/\d+ 张从前台转到后台，因为(缺纸|未应答)/).waitFor({ timeout: 60_000 });
  await takeShot(page, 'group-moved');
  expect(await measureOverflow(page)).toBe(0);
  expect(await checkAccessibility(page)).toEqual([]);
  // Open labels of the first printer stay there, two at most, printed or not; the others come out
  // on the second, once.
  const countPrinted = async (): Promise<number> => {
    const said = await call<{ list: { counts: Record<string, number> }[] }>('/np/api/uc/batchList');
    return said.list[0]?.counts['printed'] ?? 0;
  };
  await vi.waitUntil(
    async () => countWholePieces(1) >= 2 && (await countPrinted()) > countWholePieces(1),
    {
      timeout: 60_000,
      interval: 200,
    },
  );
  expect(countWholePieces(0)).toBe(2);
  expect(countWholePieces(1)).toBeLessThanOrEqual(4);
  expect(await countPrinted()).toBeLessThanOrEqual(countWholePieces(0) + countWholePieces(1));
  // The page follows: the second printer's labels are printed, and those the first keeps cannot be
  // moved.
  const listRows = async () => (await section.getByRole('listitem').allInnerTexts()).slice(0, 2);
  const listUnfinished = async () => (await listRows()).map((text) => text.includes('没有打印完'));
  await vi.waitUntil(async () => (await listUnfinished())[1] === false, {
    timeout: 30_000,
    interval: 200,
  });
  const move = section.getByRole('button', { name: '没打印的转到能打印的打印机' });
  await move.waitFor({ state: 'detached', timeout: 30_000 });
  await takeShot(page, 'group-rest');
  quiet();
  await close();
});
