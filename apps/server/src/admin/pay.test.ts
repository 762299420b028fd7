import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openDatabase } from '@yunbiao/db';
import {
  addPlan,
  handlePaidTrade,
  requestInvoice,
  requestRefund,
  createOrder,
  type Channel,
  startPayment,
} from '@yunbiao/services';
import { addMember, addSoftware, TEST_PLAN, testContext } from '@yunbiao/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAdminCommand } from './answer.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'yb-pay-'));
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const env = {
  DATA_DIR: dataDir,
  INIT_CWD: dataDir,
  WECHAT_PAY_APP_ID: 'wx8888888888888888',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_SERIAL_NO: 'ABC12345',
  WECHAT_PAY_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  WECHAT_PAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHAT_PAY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
const runAdmin = (...args: string[]) => answerAdminCommand(args, env);

let orderNo = '';
/** 2026-11-21 in China, the date of the test clock. */
const formatBillRow = (tradeNo: string, yuan: string): string =>
  `\`2026-11-21 10:00:09,\`42000${tradeNo},\`${tradeNo},\`SUCCESS,\`${yuan},\`0,\`月付,\`${yuan},\`0.00`;

const writeBill = (...rows: string[]): string => {
  const heads =
    '交易时间,微信订单号,商户订单号,交易状态,应结订单金额,商户退款单号,商品名称,订单金额,申请退款金额';
  const file = join(dataDir, 'bill.csv');
  writeFileSync(file, `\uFEFF${[heads, ...rows, '总交易单数', '`1'].join('\r\n')}`);
  return 'bill.csv';
};

beforeAll(async () => {
  const db = openDatabase({ dataDir });
  await migrate(db);
  const known = testContext(db);
  const throwIfAsked = (): never => {
    throw new Error('not asked here');
  };
  const channel: Channel = {
    name: 'wechat',
    create: async () => ({ kind: 'qr', text: 'weixin://x' }),
    verify: throwIfAsked,
    buildAnswer: throwIfAsked,
    query: throwIfAsked,
    close: throwIfAsked,
    refund: throwIfAsked,
    queryRefund: throwIfAsked,
    parseBill: throwIfAsked,
  };
  const ctx = { ...known, channels: { wechat: channel } };
  const softwareId = await addSoftware(ctx, 'shop');
  const own = { ctx, softwareId, memberId: (await addMember(ctx, 'payer')).id };
  const { id: productId } = await addPlan({ ctx, alias: 'shop', input: TEST_PLAN });
  const order = await createOrder({ ...own, input: { productId, num: 1, payType: 'wechat' } });
  ({ orderNo } = order);
  const input = { id: order.id, payType: 'wechat', scene: 'desktop' } as const;
  await startPayment({ ...own, input, address: null });
  const tradeNo = `${orderNo}P1`;
  const paid = { channelTradeNo: '42', amountFen: 2_900, paidAt: ctx.now() };
  await handlePaidTrade({ ctx, channel: 'wechat', tradeNo, trade: { state: 'paid', ...paid } });
  await requestRefund({ ...own, input: { id: order.id, reason: '买错了' } });
  await requestInvoice({
    ...own,
    input: { id: order.id, title: '某某公司', taxNo: '', email: '' },
  });
  await db.close();
  rmSync(known.folder, { recursive: true, force: true });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a channel’s bill', () => {
  it('that agrees says so', async () => {
    const file = writeBill(formatBillRow(`${orderNo}P1`, '29.00'));
    expect(await runAdmin('pay', 'reconcile', file, '--channel', 'wechat')).toMatchObject({
      done: true,
      text: '两边一样\n',
    });
  });

  it.each<[string, string, () => string[]]>([
    ['misses ours', '这里已付，账单没有', () => [formatBillRow('YB1P1', '1.00')]],
    [
      'has what we have not',
      '账单有，这里没有',
      () => [formatBillRow(`${orderNo}P1`, '29.00'), formatBillRow('YB9P1', '9.00')],
    ],
    ['has another sum', '金额不同', () => [formatBillRow(`${orderNo}P1`, '28.99')]],
    ['cannot be read', '这一行读不懂', () => [formatBillRow(`${orderNo}P1`, '29.00'), '`x,`y']],
  ])('that %s fails, and says where', async (_, words, rows) => {
    const { done, text } = await runAdmin(
      'pay',
      'reconcile',
      writeBill(...rows()),
      '--channel',
      'wechat',
    );
    expect([done, text]).toEqual([false, expect.stringContaining(words)]);
  });

  it('without rows is of a day that is named', async () => {
    const file = writeBill();
    const runReconcile = (...more: string[]) =>
      runAdmin('pay', 'reconcile', file, '--channel', 'wechat', ...more);
    expect((await runReconcile()).text).toContain('--date');
    expect((await runReconcile('--date', '2026-11-21')).text).toContain(`${orderNo}P1`);
    expect(await runReconcile('--date', '2026-11-20')).toMatchObject({ done: true });
    expect((await runReconcile('--date', '2026-02-30')).text).toContain('日期要写成');
  });

  it('is of a channel that is there, and of a file', async () => {
    for (const [args, words] of [
      [['--channel', 'paypal', '--date', '2026-11-21'], 'alipay 或 wechat'],
      [['--channel', 'alipay', '--date', '2026-11-21'], '没有配置'],
      [['none.csv', '--channel', 'wechat'], '读不了'],
      [['--channel', 'wechat'], '--date'],
    ] as const)
      expect(await runAdmin('pay', 'reconcile', ...args)).toMatchObject({
        done: false,
        text: expect.stringContaining(words),
      });
  });
});

it('what members ask for is listed, answered and told', async () => {
  expect((await runAdmin('refund', 'list')).text).toMatch(/payer .*买错了/);
  expect((await runAdmin('refund', 'refuse', orderNo, '用了', '很久')).done).toBe(true);
  expect((await runAdmin('refund', 'list')).text).toBe('没有在等的退款申请\n');
  expect((await runAdmin('refund', 'approve', orderNo, '--reason', '又同意了')).text).toContain(
    '没有在等的退款申请',
  );
  expect((await runAdmin('invoice', 'list')).text).toMatch(/某某公司 .*要开/);
  expect((await runAdmin('invoice', 'issued', orderNo, '--number', 'abc')).text).toContain(
    '8–20 位',
  );
  const issued = ['invoice', 'issued', orderNo, '--number', '26312000000000000001'];
  expect((await runAdmin(...issued, '--link', 'http://x.test')).text).toContain('https://');
  expect((await runAdmin(...issued, '--link', 'https://x.test/a.pdf')).done).toBe(true);
  expect((await runAdmin('invoice', 'list')).text).toContain('已开 26312000000000000001');
  expect((await runAdmin('audit', 'list', '--action', 'invoice')).text).toContain('开了发票');
});

it('a refund its channel cannot do is listed, sent again or paid back by hand, each with why', async () => {
  const db = openDatabase({ dataDir });
  const refundNo = `${orderNo}P1R`;
  const setRefundState = (state: string) =>
    db.kysely.updateTable('payment_refund').set({ state, why: 'NOT_ENOUGH' }).execute();
  try {
    expect((await runAdmin('pay', 'refunds')).text).toBe('没有没退完的款\n');
    expect((await runAdmin('order', 'refund', orderNo, '--reason', '买错了')).done).toBe(true);
    expect((await runAdmin('pay', 'refunds')).text).toMatch(new RegExp(`${refundNo} .*要退`));
    const byHand = ['pay', 'refund-done', refundNo];
    expect((await runAdmin(...byHand, '--reason', '转账')).text).toContain('还在由付款渠道退');
    await setRefundState('failed');
    expect((await runAdmin('pay', 'refunds')).text).toMatch(/渠道退不了 .*NOT_ENOUGH/);
    expect((await runAdmin('pay', 'refund-retry', refundNo)).text).toContain('--reason');
    expect((await runAdmin('pay', 'refund-retry', refundNo, '--reason', '补了余额')).done).toBe(
      true,
    );
    expect((await runAdmin('pay', 'refunds')).text).toContain('要再退');
    await setRefundState('failed');
    expect((await runAdmin(...byHand, '--reason', '转账')).text).toContain('¥29 记为手工退完');
    expect((await runAdmin(...byHand, '--reason', '转账')).text).toContain('已经退完了');
    expect((await runAdmin('pay', 'refund-done', 'YB1', '--reason', '转账')).text).toContain(
      'pay refunds',
    );
    const audit = (await runAdmin('audit', 'list', '--action', 'payment')).text;
    expect([audit.includes('手工退完'), audit.includes('再让渠道退')]).toEqual([true, true]);
  } finally {
    await db.close();
  }
});
