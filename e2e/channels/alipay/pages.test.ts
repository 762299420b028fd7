import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAlipay } from './alipay.ts';
import type { AlipayStandIn } from './alipay.ts';
import { openMerchant } from './merchant.ts';
import type { Merchant } from './merchant.ts';
import { getContent, isSigned } from './signing.ts';

const WAP = 'alipay.trade.wap.pay';
const PAGE = 'alipay.trade.page.pay';
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
});

const getOrder = (method: string, more = {}) => {
  count += 1;
  const product_code = method === WAP ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY';
  return {
    out_trade_no: `order_${count}`,
    total_amount: '9.90',
    subject: '<b>会员</b>',
    product_code,
    ...more,
  };
};

/** Follows redirects as a browser does, one step at a time. */
const followLink = async (address: string, init: RequestInit = {}) => {
  const reply = await fetch(new URL(address, alipay.gateway), { ...init, redirect: 'manual' });
  const text = await reply.text();
  return { status: reply.status, location: reply.headers.get('location') ?? '', text };
};

const byGet = (fields: Record<string, string>) =>
  followLink(`${alipay.gateway}?${new URLSearchParams(fields).toString()}`);

/** Common parameters in the URL, `biz_content` in the form, as the SDKs write it. */
const byForm = ({ biz_content: biz = '', ...fields }: Record<string, string>) =>
  followLink(`${alipay.gateway}?${new URLSearchParams(fields).toString()}`, {
    method: 'POST',
    body: new URLSearchParams({ biz_content: biz }),
  });

const press = (location: string, name: 'pay' | 'cancel') =>
  followLink(`${location}/${name}`, { method: 'POST' });

const returnUrl = () => `${shop.origin}/back?from=alipay`;

describe.each([
  ['GET', byGet],
  ['a form', byForm],
])('the cashier opened by %s', (_, open) => {
  it.each([WAP, PAGE])('takes the money of %s and comes back signed', async (method) => {
    const biz = getOrder(method);
    const opened = await open(shop.signed(method, biz, { return_url: returnUrl() }));
    expect(opened.status).toBe(302);
    const cashier = await followLink(opened.location);
    expect(cashier.text).toContain('&lt;b&gt;会员&lt;/b&gt;');
    expect(cashier.text).toContain('<strong>9.90</strong>');
    expect(cashier.text).toContain(`action="${opened.location}/pay"`);
    const paid = await press(opened.location, 'pay');
    expect(paid.status).toBe(302);
    await alipay.settled();
    expect(shop.got).toHaveLength(1);
    const back = new URL(paid.location);
    expect(`${back.origin}${back.pathname}`).toBe(`${shop.origin}/back`);
    const { from, ...told } = Object.fromEntries(back.searchParams);
    expect(from).toBe('alipay');
    expect(told).toMatchObject({ method: `${method}.return`, total_amount: '9.90' });
    expect(told.out_trade_no).toBe(biz.out_trade_no);
    const content = getContent(told, ['sign_type']);
    expect(isSigned(content, alipay.alipayPublicKey, told.sign ?? '')).toBe(true);
    const more = getContent({ ...told, total_amount: '9.91' }, ['sign_type']);
    expect(isSigned(more, alipay.alipayPublicKey, told.sign ?? '')).toBe(false);
    expect((await followLink(opened.location)).text).toContain('交易已付款');
    expect((await press(opened.location, 'pay')).text).toContain('交易已付款');
    expect(shop.got).toHaveLength(1);
  });
});

const query = (no: string) => shop.call(alipay, 'alipay.trade.query', { out_trade_no: no });

describe('a cashier', () => {
  it('makes a trade on phones at once, on desks with the payment', async () => {
    const wap = getOrder(WAP);
    await byGet(shop.signed(WAP, wap));
    expect(await query(wap.out_trade_no)).toMatchObject({ trade_status: 'WAIT_BUYER_PAY' });
    const page = getOrder(PAGE);
    const { location } = await byGet(shop.signed(PAGE, page));
    expect(await query(page.out_trade_no)).toMatchObject({ sub_code: 'ACQ.TRADE_NOT_EXIST' });
    const paid = await press(location, 'pay');
    expect(paid).toMatchObject({ status: 200, location: '' });
    expect(await query(page.out_trade_no)).toMatchObject({ trade_status: 'TRADE_SUCCESS' });
  });

  it('is left by cancelling, and the trade stays', async () => {
    const biz = getOrder(WAP, { quit_url: `${shop.origin}/quit` });
    const { location } = await byGet(shop.signed(WAP, biz));
    expect(await press(location, 'cancel')).toMatchObject({ location: `${shop.origin}/quit` });
    expect(await query(biz.out_trade_no)).toMatchObject({ trade_status: 'WAIT_BUYER_PAY' });
    const other = await byGet(shop.signed(PAGE, getOrder(PAGE)));
    expect((await press(other.location, 'cancel')).text).toContain('已取消付款');
    expect(shop.got).toHaveLength(0);
  });

  it('takes nothing for what is closed', async () => {
    const biz = getOrder(WAP, { timeout_express: '5m' });
    const { location } = await byGet(shop.signed(WAP, biz));
    at += 300_000;
    expect((await press(location, 'pay')).text).toContain('交易已关闭');
    expect(shop.got).toHaveLength(0);
    expect(alipay.ledger.find(biz.out_trade_no)?.paid).toBe(0);
  });

  it('takes no money by GET, and knows its own pages only', async () => {
    const biz = getOrder(WAP);
    const { location } = await byGet(shop.signed(WAP, biz));
    expect((await followLink(`${location}/pay`)).status).toBe(405);
    expect(alipay.ledger.find(biz.out_trade_no)?.status).toBe('WAIT_BUYER_PAY');
    expect((await press(`${location}x`, 'pay')).status).toBe(404);
    expect((await followLink('/else')).status).toBe(404);
  });

  it('says in a page why it does not open', async () => {
    const wrong = await byGet({ ...shop.signed(WAP, getOrder(WAP)), version: '2.0' });
    expect(wrong.text).toContain('isv.invalid-signature');
    const unsigned = await byGet({ ...shop.signed(WAP, getOrder(WAP)), sign: '' });
    expect(unsigned.text).toContain('isv.missing-signature');
    const product = await byGet(shop.signed(WAP, getOrder(PAGE)));
    expect(product.text).toContain('ACQ.INVALID_PARAMETER');
    const script = { return_url: 'javascript:alert(1)' };
    const address = await byGet(shop.signed(WAP, getOrder(WAP), script));
    expect(address.text).toContain('isv.invalid-parameter');
    const biz = getOrder(WAP);
    await byGet(shop.signed(WAP, biz));
    const other = await byGet(shop.signed(WAP, { ...biz, total_amount: '9.91' }));
    expect(other.text).toContain('ACQ.CONTEXT_INCONSISTENT');
  });
});
