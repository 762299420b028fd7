import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAlipay } from './alipay.ts';
import type { AlipayStandIn } from './alipay.ts';
import { contentOf, isSigned, signText } from './signing.ts';

const APP = '2021000000000001';
const mine = generateKeyPairSync('rsa', { modulusLength: 2048 });
let at = Date.parse('2026-03-05T10:00:00+08:00');
let alipay: AlipayStandIn;
let notifyUrl = '';
let count = 0;
const got: Record<string, string>[] = [];
const answers: string[] = [];
const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    got.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
    response.end(answers.shift() ?? 'success');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const address = shop.address();
  notifyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/notify`;
  alipay = await openAlipay({
    appId: APP,
    sellerId: '2088000000000001',
    merchantPublicKey: mine.publicKey,
    now: () => at,
    secondMs: 0.001,
  });
});
afterAll(async () => {
  await alipay.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});
beforeEach(() => {
  got.length = 0;
  alipay.clearFaults();
});

const call = async (method: string, biz: object, change: Record<string, string> = {}) => {
  const fields: Record<string, string> = {
    app_id: APP,
    method,
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: '2026-03-05 10:00:00',
    version: '1.0',
    notify_url: notifyUrl,
    biz_content: JSON.stringify(biz),
  };
  const sign = signText(contentOf(fields), mine.privateKey);
  const body = new URLSearchParams({ ...fields, sign, ...change });
  const text = await (await fetch(alipay.gateway, { method: 'POST', body })).text();
  const start = text.indexOf(':') + 1;
  const end = text.lastIndexOf(',"sign":');
  const { sign: by = '', ...rest } = JSON.parse(text);
  const isTrue = isSigned(text.slice(start, end), alipay.alipayPublicKey, by);
  const [node] = Object.values<Record<string, string>>(rest);
  return { ...node, isTrue };
};

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
    answers.push('fail', 'SUCCESS');
    alipay.pay(no);
    await alipay.settled();
    expect(got).toHaveLength(3);
    expect(new Set(got.map(({ notify_id: id }) => id)).size).toBe(1);
    const told = got[2] ?? {};
    expect(told).toMatchObject({ trade_status: 'TRADE_SUCCESS', total_amount: '9.90' });
    const content = contentOf(told, ['sign_type']);
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
    const ask = (out_request_no: string, refund_amount: string) =>
      call('alipay.trade.refund', { out_trade_no: no, out_request_no, refund_amount });
    expect(await ask('r1', '4.00')).toMatchObject({ refund_fee: '4.00', fund_change: 'Y' });
    expect(await ask('r1', '4.00')).toMatchObject({ refund_fee: '4.00', fund_change: 'N' });
    expect(await ask('r2', '5.91')).toMatchObject({ code: '40004' });
    expect(await ask('r2', '5.90')).toMatchObject({ refund_fee: '9.90' });
    expect(await query(no)).toMatchObject({ trade_status: 'TRADE_CLOSED' });
  });

  it('refuses signatures that are not the merchant’s', async () => {
    const refused = await call('alipay.trade.query', {}, { timestamp: '2026-03-05 10:00:01' });
    expect(refused).toMatchObject({ code: '40002', sub_code: 'isv.invalid-signature' });
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
  });
});
