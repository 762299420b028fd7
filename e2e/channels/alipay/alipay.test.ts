import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAlipay } from './alipay.ts';
import type { AlipayStandIn } from './alipay.ts';
import { openMerchant } from './merchant.ts';
import type { Merchant } from './merchant.ts';
import { getContent, isSigned } from './signing.ts';

let at = Date.parse('2026-03-05T10:00:00+08:00');
let alipay: AlipayStandIn;
let shop: Merchant;
let count = 0;

beforeAll(async () => {
  shop = await openMerchant();
  alipay = await openAlipay({ ...shop.account, now: () => at, secondMs: 0.001 });
});
afterAll(async () => {
  await alipay.close();
  await shop.close();
});
beforeEach(() => {
  shop.got.length = 0;
  alipay.clearFaults();
});

const call = (method: string, biz: object, change: Record<string, string> = {}) =>
  shop.call(alipay, method, biz, change);

const place = async (more = {}) => {
  count += 1;
  const out_trade_no = `order_${count}`;
  const biz = { out_trade_no, total_amount: '9.90', subject: '会员', ...more };
  expect(await call('alipay.trade.precreate', biz)).toMatchObject({ code: '10000', isTrue: true });
  return out_trade_no;
};

const query = (out_trade_no: string) => call('alipay.trade.query', { out_trade_no });

describe('a trade', () => {
  it('exists once it is scanned, is paid and told', async () => {
    const no = await place();
    expect(await query(no)).toMatchObject({ code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' });
    alipay.scan(no);
    expect(await query(no)).toMatchObject({ trade_status: 'WAIT_BUYER_PAY' });
    shop.answers.push('fail', 'SUCCESS');
    alipay.pay(no);
    await alipay.settled();
    expect(shop.got).toHaveLength(3);
    const told = Object.fromEntries(new URLSearchParams(shop.got[2]?.body));
    expect(new Set(shop.got.map(({ body }) => body)).size).toBe(1);
    expect(told).toMatchObject({ trade_status: 'TRADE_SUCCESS', total_amount: '9.90' });
    const content = getContent(told, ['sign_type']);
    expect(isSigned(content, alipay.alipayPublicKey, told.sign ?? '')).toBe(true);
    const again = { out_trade_no: no, total_amount: '9.90', subject: '会员' };
    const paid = await call('alipay.trade.precreate', again);
    expect(paid).toMatchObject({ sub_code: 'ACQ.TRADE_HAS_SUCCESS' });
  });

  it('keeps its amount, and closes in time', async () => {
    const no = await place({ timeout_express: '5m' });
    const other = { out_trade_no: no, total_amount: '9.91', subject: '会员' };
    const refused = await call('alipay.trade.precreate', other);
    expect(refused).toMatchObject({ sub_code: 'ACQ.CONTEXT_INCONSISTENT' });
    alipay.scan(no);
    at += 300_000;
    expect(await query(no)).toMatchObject({ trade_status: 'TRADE_CLOSED' });
    expect(() => alipay.pay(no)).toThrow('TRADE_CLOSED');
  });

  it('is refunded in parts, each request once', async () => {
    const no = await place();
    alipay.pay(no);
    const requestRefund = (out_request_no: string, refund_amount: string) =>
      call('alipay.trade.refund', { out_trade_no: no, out_request_no, refund_amount });
    expect(await requestRefund('r1', '4.00')).toMatchObject({
      refund_fee: '4.00',
      fund_change: 'Y',
    });
    expect(await requestRefund('r1', '4.00')).toMatchObject({
      refund_fee: '4.00',
      fund_change: 'N',
    });
    expect(await requestRefund('r2', '5.91')).toMatchObject({ code: '40004' });
    expect(await requestRefund('r2', '5.90')).toMatchObject({ refund_fee: '9.90' });
    expect(await query(no)).toMatchObject({ trade_status: 'TRADE_CLOSED' });
  });

  it('refuses signatures that are not the merchant’s', async () => {
    const refused = await call('alipay.trade.query', {}, { timestamp: '2026-03-05 10:00:01' });
    expect(refused).toMatchObject({ code: '40002', sub_code: 'isv.invalid-signature' });
    expect(refused).toMatchObject({ msg: 'Invalid Arguments', isTrue: true });
  });

  it.each([
    ['method', 'isv.missing-method'],
    ['app_id', 'isv.missing-app-id'],
    ['sign', 'isv.missing-signature'],
    ['sign_type', 'isv.missing-signature-type'],
    ['timestamp', 'isv.missing-timestamp'],
    ['version', 'isv.missing-version'],
  ])('says that %s is missing', async (name, reason) => {
    const refused = await call('alipay.trade.query', {}, { [name]: '' });
    expect(refused).toMatchObject({ code: '40001', sub_code: reason });
    expect(refused).toMatchObject({ msg: 'Missing Required Arguments' });
  });

  it.each([
    ['app_id', '2021000000000002', 'isv.invalid-app-id'],
    ['sign_type', 'RSA', 'isv.invalid-signature-type'],
    ['charset', 'gbk', 'isv.invalid-charset'],
    ['sign', '%%%', 'isv.invalid-signature'],
  ])('refuses %s %s', async (name, value, reason) => {
    const refused = await call('alipay.trade.query', {}, { [name]: value });
    expect(refused).toMatchObject({ code: '40002', sub_code: reason });
  });

  it('knows no other methods', async () => {
    const refused = await call('alipay.trade.pay', {});
    expect(refused).toMatchObject({ code: '40002', sub_code: 'isv.invalid-method' });
    expect(await call('constructor', {})).toMatchObject({ sub_code: 'isv.invalid-method' });
  });

  it('fails after the deed, and tells old states', async () => {
    const no = await place();
    alipay.pay(no);
    alipay.fault({ on: 'alipay.trade.query', kind: 'stale' });
    expect(await query(no)).toMatchObject({ trade_status: 'WAIT_BUYER_PAY', isTrue: true });
    alipay.fault({ on: 'alipay.trade.query', kind: 'bad-signature' });
    expect(await query(no)).toMatchObject({ isTrue: false });
    alipay.fault({ on: 'alipay.trade.refund', kind: 'system-error' });
    const biz = { out_trade_no: no, out_request_no: 'r', refund_amount: '1' };
    expect(await call('alipay.trade.refund', biz)).toMatchObject({ sub_code: 'ACQ.SYSTEM_ERROR' });
    expect(alipay.ledger.find(no)?.refunds).toHaveLength(1);
    alipay.fault({ on: 'alipay.trade.close', kind: 'unknown-error' });
    const open = await place();
    alipay.scan(open);
    const unknown = await call('alipay.trade.close', { out_trade_no: open });
    expect(unknown).toMatchObject({ code: '20000', sub_code: 'isp.unknow-error', isTrue: true });
    expect(alipay.ledger.find(open)?.status).toBe('TRADE_CLOSED');
  });
});
