import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  noBrowser,
  measureOverflow,
  takeShot,
  type Visitor,
} from './support/browser.ts';
import { readWithZxing } from './support/codes.ts';
import { startCounting } from './support/count-actions.ts';
import { describeInFull, listScreens } from './support/full-run.ts';
import type { TestServer } from './support/server.ts';
import { setStage } from './support/stage.ts';

const WAIT = { timeout: 60_000 };
/** The content of the bar code and the QR code of the first template, 商品价签. */
const GOODS = '6900000203415';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yb-newcomer-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Texts of the codes on a piece of the roll, from the dots in the page. */
const codesOn = async (page: Page, number: number): Promise<string[]> => {
  const piece = page.getByRole('img', { name: `第 ${number} 张打印出来的标签` });
  const src = await piece.getAttribute('src');
  const file = join(folder, `${number}.png`);
  await writeFile(file, Buffer.from(src?.split(',')[1] ?? '', 'base64'));
  return readWithZxing(file);
};

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

const findRoll = (page: Page) => page.getByRole('region', { name: '虚拟打印机的纸卷' });
const findPrintedLabel = (page: Page, number: number) =>
  page.getByRole('img', { name: `第 ${number} 张打印出来的标签` });

/** From 立即打印 without any printer to labels on the roll. */
const printThree = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: '用虚拟打印机试打印' }).click();
  const config = page.getByLabel('打印机配置');
  await config.filter({ hasText: '虚拟打印机 · 60 × 40 mm' }).waitFor(WAIT);
  // The label is checked before it is printed.
  await page.getByText('可扫').first().waitFor(WAIT);
  await page.getByLabel('份数').fill('3');
  await page.getByRole('button', { name: '打印 3 张' }).click();
  await findPrintedLabel(page, 3).waitFor(WAIT);
  await page.getByText('完成 3 张').first().waitFor(WAIT);
};

const stage = setStage({ DEMO_HISTORY: '1' });

describe.each(listScreens('wide'))('a newcomer without a printer, on a %s screen', (screen) => {
  it('prints a first label without a terminal, and believes what the site says of it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await stage.enter({ screen });
    const { page } = visitor;
    const reply = await fetch(`${stage.server.url}/np/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Domain': 'yunbiao' },
      body: JSON.stringify({ username: `newcomer-${screen}`, password: 'correct horse 9' }),
    });
    const { data } = (await reply.json()) as { data: { token: string } };
    const { url } = stage.server;
    await visitor.context.addCookies([{ name: 'auto-token', value: data.token, url }]);

    await page.goto('/yunbiao/user/print');
    await inspect(page, `${screen}-newcomer-1-print`);
    await printThree(page);
    for (const number of [1, 2, 3])
      expect((await codesOn(page, number)).toSorted()).toEqual([GOODS, GOODS]);
    await inspect(page, `${screen}-newcomer-2-printed`);

    // The same roll with the client, where faults can be set.
    await page.goto('/yunbiao/user/auth');
    await findPrintedLabel(page, 3).waitFor(WAIT);
    await inspect(page, `${screen}-newcomer-3-roll`);
    await page.getByLabel('放慢').check();
    await page.getByText('一张要 3 秒').waitFor(WAIT);
    const { list } = await callAs<{ list: { id: string }[] }>(
      stage.server,
      data.token,
      '/np/api/uc/printConfigList',
    );
    const { batchNo } = await callAs<{ batchNo: string }>(
      stage.server,
      data.token,
      '/np/api/uc/print',
      {
        printConfigId: list[0]?.id,
        templateId: '1',
        rows: [{ 货号: GOODS }],
        copies: 3,
        idempotencyKey: crypto.randomUUID(),
      },
    );
    await page.getByText('正在出纸').waitFor(WAIT);
    await page.getByLabel('抽走纸').check();
    const states = page.getByRole('table').getByText('缺纸', { exact: true });
    await states.waitFor(WAIT);
    await page.getByText('第 4 张，打印到一半停了').first().waitFor(WAIT);
    await inspect(page, `${screen}-newcomer-4-paper-out`);
    await page.getByLabel('放慢').uncheck();
    await page.getByLabel('抽走纸').uncheck();
    await page.getByText('空闲').first().waitFor(WAIT);

    // The label at which the paper ran out is uncertain; labels reported as printed are on the
    // roll.
    await expect
      .poll(
        async () => {
          const { counts } = await callAs<{ counts: Record<string, number> }>(
            stage.server,
            data.token,
            `/np/api/uc/batchInfo?batchNo=${batchNo}`,
          );
          return (counts['queued'] ?? 0) + (counts['sending'] ?? 0);
        },
        // Labels take seconds, and each poll is work for the server.
        { timeout: 60_000, interval: 250 },
      )
      .toBe(0);
    const { counts } = await callAs<{ counts: Record<string, number> }>(
      stage.server,
      data.token,
      `/np/api/uc/batchInfo?batchNo=${batchNo}`,
    );
    await findPrintedLabel(page, 6).waitFor(WAIT);
    const onRoll = await findRoll(page)
      .getByRole('img', { name: /^第 [56] 张打印出来的标签$/ })
      .count();
    expect(counts['uncertain']).toBeGreaterThanOrEqual(1);
    expect(counts['printed']).toBeLessThanOrEqual(onRoll);
    expect((counts['printed'] ?? 0) + (counts['uncertain'] ?? 0)).toBe(3);

    await page.getByLabel('拔掉网线').check();
    await page.getByText('网线拔了，打印机离线').waitFor(WAIT);
    await page.getByText('虚拟打印机的网线拔掉了').waitFor(WAIT);
    await page.getByLabel('拔掉网线').uncheck();
    await page.getByRole('table').getByText('空闲', { exact: true }).waitFor(WAIT);
    visitor.quiet();
  });
});

describe('the demo member', () => {
  it('prints on a virtual printer beside the sample machines, which never come online', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    expect(stage.server.output()).toContain('没有打印机也能打印');
    const visitor = await stage.enter();
    const { page } = visitor;
    await stage.signIn(visitor.context);
    await page.goto('/yunbiao/user/auth');
    await page.getByRole('button', { name: '虚拟打印机' }).dblclick();
    await findRoll(page).waitFor(WAIT);
    await page.getByText('纸卷还是空的').waitFor(WAIT);
    expect(await page.getByRole('region', { name: '虚拟打印机', exact: true }).count()).toBe(1);
    await inspect(page, 'wide-newcomer-5-demo');
    // 商品价签: the default is the last template of the sample history, which depends on the day.
    await page.goto('/yunbiao/user/print?template=1');
    await page.getByText('空闲').first().waitFor(WAIT);
    await page.getByText('可扫').first().waitFor(WAIT);
    await page.getByRole('button', { name: '打印 1 张' }).click();
    await findPrintedLabel(page, 1).waitFor(WAIT);
    expect((await codesOn(page, 1)).toSorted()).toEqual([GOODS, GOODS]);
    visitor.quiet();
  });
});

/** The columns of both templates of the sample history; the last printed one depends on the day. */
const PRICES = [
  ['品名', '等级', '规格', '产地', '果径', '价格', '编号', '货号', '货位', '库区', '承重'],
  ['苹果', '大果', '5 kg', '山东', '80 mm', '36.80', '1', '6900000203422', 'A-01', '1 区', '50 kg'],
  ['草莓', '礼盒', '1 kg', '辽宁', '35 mm', '29.90', '2', '6900000203439', 'A-02', '1 区', '50 kg'],
];

/** From the index page, signed out, to 立即打印 as the demo member. */
const goToPrint = async (visitor: Visitor, { demo }: TestServer) => {
  const way = await startCounting(visitor.page, '/');
  await way.press('link', '登录', 'banner');
  await way.fill(/^用户名/, demo?.username ?? '');
  await way.fill(/^密码/, demo?.password ?? '');
  await way.press('button', '登录', 'dialog');
  await way.see('link', /^去打印/);
  const first = visitor.page.getByRole('main').getByRole('link').first();
  expect(await first.textContent()).toContain('去打印');
  await way.press('link', /^去打印/);
  return way;
};

describe('the shortest way', () => {
  const fresh = setStage({ DEMO_HISTORY: '1' });

  it('leads from the index page to a printed label in at most 8 actions', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await fresh.enter();
    const way = await goToPrint(visitor, fresh.server);
    await way.press('button', '用虚拟打印机试打印');
    await way.read(/→打印到虚拟打印机/);
    await way.press('button', '打印 1 张');
    await way.see('img', '第 1 张打印出来的标签');
    expect(way.listActions().length, way.listActions().join('\n')).toBeLessThanOrEqual(8);
    visitor.quiet();
  });
});

describeInFull('the shortest way of a table', () => {
  const fresh = setStage({ DEMO_HISTORY: '1' });

  it('leads from the index page to the printed rows of an Excel file in at most 12', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const visitor = await fresh.enter();
    const way = await goToPrint(visitor, fresh.server);
    await way.choose('打开 Excel');
    await way.openFile('选一个文件', {
      name: '价格.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: Buffer.from(await writeXlsx({ sheets: [{ name: '价格', rows: PRICES }] })),
    });
    await way.press('button', /^放进/);
    await way.press('button', '用虚拟打印机试打印');
    await way.read(/→打印到虚拟打印机/);
    await way.press('button', '打印 2 张');
    await way.see('img', '第 2 张打印出来的标签');
    expect(way.listActions().length, way.listActions().join('\n')).toBeLessThanOrEqual(12);
    visitor.quiet();
  });
});

describe('a site that offers no virtual printer', () => {
  const without = setStage({ VIRTUAL_PRINTERS: '0' });

  it('says nothing of it', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    expect(without.server.output()).not.toContain('虚拟打印机');
    const visitor = await without.enter();
    await without.signIn(visitor.context);
    for (const path of ['auth', 'printerCfg', 'print', '']) {
      await visitor.page.goto(`/yunbiao/user/${path}`);
      await visitor.page.getByRole('main').getByRole('heading').first().waitFor();
      const offers = visitor.page.getByRole('button', { name: /虚拟打印机/ });
      expect([path, await offers.count()]).toEqual([path, 0]);
    }
    visitor.quiet();
  });
});
