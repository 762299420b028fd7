import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startZplPrinter, type ZplPrinter } from './printers/zpl/zpl.ts';
import { makeAgent, type TestAgent } from './support/agent.ts';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  SCREENS,
  takeShot,
  openVisitor,
} from './support/browser.ts';
import { startServer, type TestServer } from './support/server.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const PRINT = '/yunbiao/user/print';
const LABELS = 12;

type Clients = { list: { id: string; printers: { id: string }[] }[] };
type Batches = { list: { batchNo: string; total: number; counts: Record<string, number> }[] };

let server: TestServer;
let browser: Browser;
let agent: TestAgent;
let printer: ZplPrinter;
let token = '';

const call = <T>(path: string, body?: object): Promise<T> => callAs<T>(server, token, path, body);

const getNewestBatch = async () => (await call<Batches>('/np/api/uc/batchList')).list[0];

/** Pairs a client whose printer reports missing paper, as many do. */
const pairClient = async (): Promise<void> => {
  const pairing = agent.start('pair', '--server', server.url);
  const [, code] = await pairing.until(/user\/auth\?code=([A-Z0-9-]+)/);
  await call('/np/api/uc/pairConfirm', { code });
  await pairing.until(/配对成功/);
  const address = `tcp://127.0.0.1:${printer.port}`;
  await agent.run(
    'printer',
    'add',
    '二楼仓库',
    address,
    '--language',
    'zpl',
    '--dpi',
    '203',
    '--exclusive',
  );
  agent.start('run');
  const findReadyClient = async () =>
    (await call<Clients>('/np/api/uc/clientList', {})).list.find(
      (item) => item.printers.length > 0,
    );
  const client = await vi.waitUntil(findReadyClient, { timeout: 30_000, interval: 100 });
  await call('/np/api/uc/savePrintConfig', {
    name: '二楼仓库',
    widthMm: 60,
    heightMm: 40,
    clientId: client.id,
    language: 'zpl',
    printerId: client.printers[0]?.id,
    dpi: 203,
    gapMm: 2,
    columns: 1,
    copies: 1,
  });
};

const enter = async (screen: keyof typeof SCREENS) => {
  const visitor = await openVisitor(browser, { baseURL: server.url, screen });
  const cookie = { name: 'auto-token', value: token, url: server.url };
  await visitor.context.addCookies([cookie]);
  return visitor;
};

const findButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

beforeAll(async () => {
  if (noBrowser) return;
  server = await startServer();
  browser = await openSharedBrowser();
  agent = await makeAgent();
  printer = await startZplPrinter({ timeScale: 0.2, status: { onFault: 'flags' } });
  const account = { username: 'e2eincident', password: 'Passw0rd-e2e' };
  token = (await call<{ token: string }>('/np/register', account)).token;
  await pairClient();
});
afterAll(async () => {
  await agent?.remove();
  await printer?.close();
  await server?.stop();
});

describe.each(Object.keys(SCREENS) as (keyof typeof SCREENS)[])(
  'paper that runs out: %s',
  (screen) => {
    it('is said beside the batch, is one thing to settle, and is settled at once', async (ctx) => {
      if (noBrowser) ctx.skip(noBrowser);
      const { page, quiet, close } = await enter(screen);
      await page.goto(PRINT);
      await waitUntilHydrated(page);
      await page.getByText('可扫').waitFor();
      await page.getByLabel('货号').fill(`PAPER-${screen}`);
      await page.getByLabel('份数').fill(String(LABELS));
      const bar = page.locator('.savebar');
      await expect
        .poll(() => bar.textContent())
        .toMatch(/打印 12 张.*→.*二楼仓库.*60 × 40.mm.*空闲/);
      // The paper runs out half-way.
      printer.mediaOut({ labels: 4, mm: 12 });
      await findButton(page, `打印 ${LABELS} 张`).click();
      const heading = page.getByRole('heading', { name: '批次', exact: true });
      await heading.waitFor();
      await expect
        .poll(() => heading.evaluate((item) => item === document.activeElement))
        .toBe(true);
      const panel = page.getByRole('figure').filter({ has: heading });
      await panel.getByText('缺纸', { exact: true }).waitFor();
      await panel.getByText('处理好会自动继续打印').waitFor();
      // Of all labels the client has accepted, one is on the printer.
      await panel.getByText('正在处理 1').waitFor();
      expect(await panel.locator('[data-cell="running"]').count()).toBe(1);
      await findButton(page, /^取消没打印的 \d+ 张$/).waitFor();
      await panel.getByRole('link', { name: '查看明细' }).waitFor();
      await inspect(page, `${screen}-paper-out`);

      printer.clear();
      const batch = await vi.waitUntil(
        async () => {
          const now = await getNewestBatch();
          return now && now.counts.queued === 0 && now.counts.sending === 0 ? now : null;
        },
        { timeout: 60_000, interval: 200 },
      );
      const lost = batch.counts.uncertain ?? 0;
      expect(lost).toBeGreaterThan(0);
      expect((batch.counts.printed ?? 0) + lost).toBe(LABELS);
      await findButton(page, '再打印一批').waitFor();

      // For any number of open labels: one check of the roll, one action.
      await page.goto('/yunbiao/user');
      await waitUntilHydrated(page);
      await page.getByRole('heading', { name: /有 1 件事等你/ }).waitFor();
      const due = page.getByRole('list', { name: '等你处理' });
      await due.getByText(`${lost} 张标签待确认`).waitFor();
      await inspect(page, `${screen}-incident-due`);
      if (lost > 1) {
        await due.getByRole('link', { name: /^逐张选择/ }).click();
        await findButton(page, '逐张选择').click();
        const picks = page.getByRole('group', { name: '勾上打印出来的' });
        await picks.getByRole('checkbox').first().check();
        await inspect(page, `${screen}-incident-pick`);
        // In a long batch several ranges exceed one line on a phone.
        const said = page.locator('h2 .status').first();
        await said.evaluate(({ childNodes }, longest) => {
          for (const node of childNodes)
            if (node instanceof Text && node.data.startsWith('第')) node.data = longest;
        }, '第 2,032–2,033、2,035–2,036、2,040–2,041、2,052–2,053 等 张');
        await inspect(page, `${screen}-incident-runs`);
        await findButton(page, `打印出来 1 张，其余 ${lost - 1} 张重新打印`).click();
      } else {
        await due.getByRole('button', { name: /^已打印/ }).click();
      }
      await expect.poll(async () => (await getNewestBatch())?.counts.uncertain).toBe(0);
      await expect
        .poll(async () => (await getNewestBatch())?.counts.printed, { timeout: 60_000 })
        .toBe(LABELS);
      await page.goto(`/yunbiao/user/printStatDetail?batchNo=${batch.batchNo}`);
      await waitUntilHydrated(page);
      const getBottom = (selector: string): Promise<number | undefined> =>
        page
          .locator(selector)
          .first()
          .evaluate((box) => box.getBoundingClientRect().right);
      expect(await getBottom('.page-head button:has-text("导出 Excel")')).toBe(
        await getBottom('.page-head'),
      );
      quiet();
      await close();
    });
  },
);
