import { afterAll, beforeAll, expect, it } from 'vitest';
import { FORGERIES, isRightlySigned, openAlipay } from './alipay.ts';
import type { AlipayStandIn, Forgery } from './alipay.ts';
import { findDoubt, openMerchant } from './merchant.ts';
import type { Merchant } from './merchant.ts';
import { getContent, isSigned } from './signing.ts';

const NO = 'order_1';
const now = Date.parse('2026-03-05T10:00:00+08:00');
const NAMES = Object.keys(FORGERIES).filter((name): name is Forgery =>
  Object.hasOwn(FORGERIES, name),
);

let alipay: AlipayStandIn;
let shop: Merchant;

beforeAll(async () => {
  shop = await openMerchant();
  alipay = await openAlipay({ ...shop.account, now: () => now, secondMs: 0.001 });
  const biz = { out_trade_no: NO, total_amount: '9.90', subject: '会员 & 一年' };
  await shop.call(alipay, 'alipay.trade.precreate', biz);
  alipay.pay(NO);
  await alipay.settled();
});
afterAll(async () => {
  await alipay.close();
  await shop.close();
});

const getLastNotice = () => {
  const got = shop.got.at(-1);
  if (got === undefined) throw new Error('nothing was told');
  return got;
};

const findLastDoubt = () =>
  findDoubt(getLastNotice(), shop.account, [{ outTradeNo: NO, fen: 990 }], {
    key: alipay.alipayPublicKey,
    now,
  });

it('tells the truth in a form that is believed, again and again', async () => {
  expect(findLastDoubt()).toBeNull();
  await alipay.tell(NO);
  expect(findLastDoubt()).toBeNull();
  await alipay.tell(NO, { trade_status: 'TRADE_FINISHED' });
  expect(findLastDoubt()).toBeNull();
});

const REASONS: Record<Forgery, string> = {
  'foreign-key': 'signature',
  'wrong-signature': 'signature',
  'no-sign': 'signature',
  'no-sign-at-all': 'sign type or charset',
  'empty-sign': 'signature',
  'sign-not-base64': 'signature',
  'sha1-signature': 'sign type or charset',
  'sha1-as-rsa2': 'signature',
  'amount-altered': 'signature',
  'order-altered': 'signature',
  'app-altered': 'signature',
  'seller-altered': 'signature',
  'closed-made-success': 'signature',
  'extra-field': 'signature',
  'proto-field': 'signature',
  'charset-altered': 'sign type or charset',
  'in-gbk': 'content type',
  'empty-body': 'sign type or charset',
  'sign-type-rsa': 'sign type or charset',
  'no-sign-type': 'sign type or charset',
  'other-merchant': 'app',
  'other-app': 'app',
  'other-seller': 'seller',
  'unknown-order': 'order',
  'order-in-other-case': 'order',
  'order-padded': 'order',
  'order-with-nul': 'order',
  'less-money': 'amount',
  'more-money': 'amount',
  'amount-exponent': 'amount as written',
  'amount-plus': 'amount as written',
  'amount-full-width': 'amount as written',
  'amount-padded': 'amount as written',
  'amount-missing': 'amount as written',
  closed: 'status',
  waiting: 'status',
  'status-lower-case': 'status',
  'replayed-old': 'age',
  'amount-twice-false-first': 'total_amount twice',
  'order-twice': 'out_trade_no twice',
  'fields-split': 'amount as written',
  'fields-merged': 'amount as written',
  'not-utf-8': 'no UTF-8',
};

it.each(NAMES)('a careful merchant refuses %s', async (name) => {
  await alipay.forge(NO, name);
  expect(findLastDoubt()).toBe(REASONS[name]);
});

it.each(NAMES)('%s is signed as it is said to be', async (name) => {
  await alipay.forge(NO, name);
  const entries = [...new URLSearchParams(getLastNotice().body)];
  const fields = Object.fromEntries(entries);
  // `Object.fromEntries` creates a field for `__proto__`, as a Map does.
  const content = getContent(fields, ['sign_type']);
  const isTrue = isSigned(content, alipay.alipayPublicKey, fields.sign ?? '');
  expect(isTrue).toBe(isRightlySigned(name));
});

it('cuts the same signed text into other fields', async () => {
  await alipay.forge(NO, 'fields-split');
  const amount = new URLSearchParams(getLastNotice().body).get('total_amount');
  expect(amount).toBe('9.90&total_amount=0.01');
});

it('needs letters in a number to write it in another case', () => {
  const facts = { out_trade_no: '123' };
  const { alipayPublicKey } = alipay;
  const means = { url: '', facts, key: alipayPublicKey, foreignKey: alipayPublicKey, now };
  expect(() => FORGERIES['order-in-other-case'](means)).toThrow('123 has no letters');
});
