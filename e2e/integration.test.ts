import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callAs } from './support/api.ts';
import {
  checkAccessibility,
  waitUntilHydrated,
  noBrowser,
  measureOverflow,
  takeShot,
} from './support/browser.ts';
import { useSharedStage } from './support/stage.ts';

type Answer = { status: number; code: number; msg: string; data: Record<string, unknown> };
type Listed<T> = { list: T[] };

/** Another system as its programmer writes it: plain HTTP. */
const erpWith =
  (url: string, key: string) =>
  async (path: string, body?: object): Promise<Answer> => {
    const reply = await fetch(`${url}/np/api/print/${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return { status: reply.status, ...((await reply.json()) as Omit<Answer, 'status'>) };
  };

const inspect = async (page: Page, name: string): Promise<void> => {
  await takeShot(page, name);
  expect(await measureOverflow(page), `${name} scrolls sideways`).toBe(0);
  expect(await checkAccessibility(page), name).toEqual([]);
};

const makeKey = async (page: Page, name: string): Promise<string> => {
  await page.goto('/yunbiao/user/apiKey');
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: '新建密钥' }).click();
  const dialog = page.getByRole('dialog', { name: '新建密钥' });
  await dialog.getByRole('button', { name: '新建密钥' }).click();
  await dialog.getByText('请填写名称').waitFor();
  await dialog.getByLabel('名称').fill(name);
  await dialog.getByText('测试', { exact: true }).click();
  await dialog.getByLabel('名称').press('Enter');
  const made = page.getByRole('region', { name: `“${name}”的密钥建好了` });
  const key = await made.locator('code').textContent();
  await inspect(page, 'keys-made');
  // The key is shown only once: a reloaded page does not contain it.
  await page.reload();
  await page.getByRole('cell', { name, exact: true }).waitFor();
  expect(await page.content()).not.toContain(key);
  return key ?? '';
};

/** The ERP's own server: records messages and answers the first one with 500, as after a deploy. */
const listen = async (): Promise<{ url: string; told: string[] }> => {
  const told: string[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      told.push(body);
      reply.statusCode = told.length === 1 ? 500 : 200;
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/yunbiao`, told };
};

/** Not a message of the previous batch, which may end in between. */
const isDone = (body: string): boolean =>
  body.includes('"state":"done"') && body.includes('"SO-120"');

/**
 * Adds and tests an address on the page; it receives a batch's messages, and one message is resent.
 */
const listenForWebhook = async (
  page: Page,
  erp: ReturnType<typeof erpWith>,
  batch: object,
): Promise<void> => {
  const { url, told } = await listen();
  await page.goto('/yunbiao/user/webhook');
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: '添加接收地址' }).click();
  const dialog = page.getByRole('dialog', { name: '添加接收地址' });
  // A truncated address would be another address.
  const long = `https://erp.example.com/${'a'.repeat(600)}`;
  await dialog.getByLabel('接收地址').click();
  await page.keyboard.insertText(long);
  await page.keyboard.press('Enter');
  await dialog.getByText('接收地址最多 500 个字').waitFor();
  expect(await dialog.getByLabel('接收地址').inputValue()).toBe(long);
  await dialog.getByLabel('接收地址').fill('http://169.254.169.254/latest');
  await dialog.getByRole('button', { name: '添加接收地址' }).click();
  await dialog.getByText('169.254.169.254 是内网或保留地址').waitFor();
  await dialog.getByLabel('接收地址').fill(url);
  await dialog.getByLabel('接收地址').press('Enter');
  const made = page.getByRole('region', { name: '“联调”的签名密钥' });
  await made.getByText(/^whsec_/).waitFor();
  await inspect(page, 'hooks-made');
  await page.getByRole('button', { name: /^测试/ }).click();
  const sent = page.getByRole('table', { name: '送出的通知' });
  await sent.getByText('对方答了 500').waitFor();
  // A future time, not 刚刚; the next attempt may already run.
  await sent
    .getByText(/立即重试|^送到了/)
    .first()
    .waitFor();
  await inspect(page, 'hooks-failed');
  expect((await erp('batch', batch)).status).toBe(200);
  await expect.poll(() => told.filter((body) => isDone(body)).length, { timeout: 60_000 }).toBe(1);
  const row = sent.getByRole('row').filter({ hasText: '批次有了结果：SO-120' });
  await row.getByText('送到了').waitFor();
  await page.getByRole('link', { name: '送到了' }).click();
  await sent.getByText('批次有了结果：SO-120').waitFor();
  await sent
    .getByRole('button', { name: /^查看内容/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: '送出的内容' }).getByText('"batch.finished"').waitFor();
  await inspect(page, 'hooks-body');
  await page.keyboard.press('Escape');
  await sent
    .getByRole('button', { name: /^重新发送/ })
    .first()
    .click();
  await expect.poll(() => told.filter((body) => isDone(body)).length).toBe(2);
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await inspect(page, `hooks-${width}`);
  }
  await page.setViewportSize({ width: 1366, height: 900 });
};

describe('an ERP’s day', () => {
  const stage = useSharedStage();

  it('prints with a key made in the page, is shut out by the white list, and let in again', async (ctx) => {
    if (noBrowser) ctx.skip(noBrowser);
    const { page, context, quiet } = await stage.enter();
    const { url } = stage.server;
    const account = { username: 'erp-owner', password: 'correct horse 9' };
    const { token } = await callAs<{ token: string }>(stage.server, '', '/np/register', account);
    await context.addCookies([{ name: 'auto-token', value: token, url }]);
    await callAs(stage.server, token, '/np/api/uc/virtualOpen', {});

    const erp = erpWith(url, await makeKey(page, '联调'));
    const printers = (await erp('printers')).data as Listed<{ printConfigId: string }>;
    const templates = (await erp('templates?software=yunbiao')).data as Listed<{
      templateId: string;
      name: string;
      fields: { name: string; sample: string }[];
    }>;
    const template = templates.list.find(({ name }) => name === '商品价签');
    const row = Object.fromEntries(
      (template?.fields ?? []).map(({ name, sample }) => [name, sample]),
    );
    const batch = {
      printConfigId: printers.list[0]?.printConfigId,
      templateId: template?.templateId,
      batchNo: 'SO-118',
      rows: [row, row, row],
    };
    expect(await erp('batch', batch)).toMatchObject({ status: 200, data: { total: 3 } });
    // The response was lost, and the ERP sends the request again.
    expect(await erp('batch', batch)).toMatchObject({ status: 200, data: { batchNo: 'SO-118' } });
    // Polled with the member's session, because a free plan has ten API calls per minute.
    const getBatchInfo = async (): Promise<unknown> =>
      callAs(stage.server, token, '/np/api/uc/batchInfo?batchNo=SO-118');
    await expect.poll(getBatchInfo, { timeout: 60_000 }).toMatchObject({ state: 'done' });
    expect((await erp('batch?batchNo=SO-118')).data).toMatchObject({
      state: 'done',
      source: 'api',
      total: 3,
      counts: { printed: 3 },
    });
    const labels = (await erp('detail?batchNo=SO-118')).data as Listed<{ evidence: string }>;
    expect(labels.list.map(({ evidence }) => evidence)).not.toContain('none');

    await page.goto('/yunbiao/user/ipWhiteList');
    await waitUntilHydrated(page);
    await page.getByLabel('地址或网段').fill('10.20.0.0/99');
    await page.getByRole('button', { name: '加入白名单' }).click();
    // An invalid network is rejected without a question.
    await page.getByText('要写成 203.0.113.40').waitFor();
    const ask = page.getByRole('dialog');
    expect(await ask.count()).toBe(0);
    await page.getByLabel('地址或网段').fill('10.20.3.4/16');
    await page.getByRole('button', { name: '加入白名单' }).click();
    await ask.getByRole('button', { name: '加入白名单' }).click();
    await page.getByRole('cell', { name: '10.20.0.0/16', exact: true }).waitFor();
    expect(await erp('batch', { ...batch, batchNo: 'SO-119' })).toMatchObject({ status: 403 });

    await page.reload();
    await waitUntilHydrated(page);
    const tried = page.getByRole('table', { name: '被拒绝的来访' });
    await tried.getByRole('cell', { name: '密钥 联调' }).waitFor();
    await inspect(page, 'keys-refused');
    await tried.getByRole('button', { name: '加入白名单' }).click();
    const rules = page.getByRole('table', { name: 'IP 白名单' });
    await rules.getByRole('cell', { name: '127.0.0.1', exact: true }).waitFor();
    expect((await erp('batch', { ...batch, batchNo: 'SO-119' })).status).toBe(200);

    await listenForWebhook(page, erp, { ...batch, batchNo: 'SO-120' });

    await page.goto('/yunbiao/user/apiKey');
    await waitUntilHydrated(page);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '撤销密钥' }).click();
    await page.getByText('已撤销', { exact: true }).waitFor();
    expect((await erp('printers')).status).toBe(401);
    quiet();
  });
});
