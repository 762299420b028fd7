import type { KeyObject } from 'node:crypto';
import { formatBeijingTime } from '../works/clock.ts';
import type { Notice } from '../works/notifier.ts';
import { encodeGbk } from './gbk.ts';
import { getContent, signText } from './signing.ts';

type Facts = Record<string, string>;

/** Data a forger could have, and what Alipay would sign for other trades and merchants. */
export type Means = {
  url: string;
  /** The true facts of the notification. */
  facts: Facts;
  key: KeyObject;
  foreignKey: KeyObject;
  now: number;
};

type Forge = (means: Means) => Notice;

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';

export const getForm = (url: string, pairs: Facts | [string, string][]): Notice => ({
  url,
  headers: { 'content-type': FORM },
  body: new URLSearchParams(pairs).toString(),
});

/** Facts as sent: notifications do not sign `sign_type`. */
export const signForm = (facts: Facts, key: KeyObject): Facts => ({
  ...facts,
  sign_type: 'RSA2',
  sign: signText(getContent(facts), key),
});

/** Other facts with a valid signature. */
const forgeSigned =
  (change: (facts: Facts) => Facts): Forge =>
  ({ url, facts, key }) =>
    getForm(url, signForm({ ...facts, ...change(facts) }, key));

/** Fields changed after signing. */
const forgeAltered =
  (change: (facts: Facts, means: Means) => Facts): Forge =>
  (means) =>
    getForm(means.url, { ...signForm(means.facts, means.key), ...change(means.facts, means) });

const forgeWithout =
  (...names: string[]): Forge =>
  ({ url, facts, key }) =>
    getForm(
      url,
      Object.entries(signForm(facts, key)).filter(([name]) => !names.includes(name)),
    );

const CHEAP = { total_amount: '0.01', receipt_amount: '0.01', buyer_pay_amount: '0.01' };

const forgeAmount = (write: (right: string) => string): Forge =>
  forgeSigned(({ total_amount: right = '' }) => ({ total_amount: write(right) }));

const toFullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

/** Each byte as `%XX`, because `URLSearchParams` writes UTF-8 only. */
const percentEncode = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const TOO_OLD = 3 * 86_400_000;

/** Notifications without Alipay's valid signature of the sent content. */
const BADLY_SIGNED = {
  'foreign-key': ({ url, facts, foreignKey }) => getForm(url, signForm(facts, foreignKey)),
  'wrong-signature': forgeAltered((_, { key }) => ({ sign: signText('app_id=1', key) })),
  'no-sign': forgeWithout('sign'),
  'no-sign-at-all': forgeWithout('sign', 'sign_type'),
  'empty-sign': forgeAltered(() => ({ sign: '' })),
  'sign-not-base64': forgeAltered(() => ({ sign: '%%%' })),
  'sha1-signature': forgeAltered((facts, { key }) => ({
    sign_type: 'RSA',
    sign: signText(getContent(facts), key, 'sha1'),
  })),
  'sha1-as-rsa2': forgeAltered((facts, { key }) => ({
    sign: signText(getContent(facts), key, 'sha1'),
  })),
  'amount-altered': forgeAltered(() => ({ total_amount: '0.01' })),
  'order-altered': forgeAltered(() => ({ out_trade_no: 'no_such_order' })),
  'app-altered': forgeAltered(() => ({ app_id: '2021000000009999' })),
  'seller-altered': forgeAltered(() => ({ seller_id: '2088000000009999' })),
  'closed-made-success': ({ url, facts, key }) =>
    getForm(url, {
      ...signForm({ ...facts, trade_status: 'TRADE_CLOSED' }, key),
      trade_status: 'TRADE_SUCCESS',
    }),
  'extra-field': forgeAltered(() => ({ refund_fee: '0.01' })),
  'proto-field': ({ url, facts, key }) =>
    getForm(url, [...Object.entries(signForm(facts, key)), ['__proto__', 'x']]),
  'charset-altered': forgeAltered(() => ({ charset: 'gbk' })),
  // Signed and sent in GBK, although the merchant uses UTF-8.
  'in-gbk': ({ url, facts, key }) => {
    const inGbk = { ...facts, charset: 'gbk' };
    const { sign_type: type = '' } = signForm(inGbk, key);
    const all = { ...inGbk, sign_type: type, sign: signText(encodeGbk(getContent(inGbk)), key) };
    const pairs = Object.entries(all).map(
      ([name, value]) => `${name}=${percentEncode(encodeGbk(value))}`,
    );
    return {
      url,
      headers: { 'content-type': FORM.replace('utf-8', 'gbk') },
      body: pairs.join('&'),
    };
  },
  'empty-body': ({ url }) => ({ url, headers: { 'content-type': FORM }, body: '' }),
} satisfies Record<string, Forge>;

/**
 * Validly signed for lenient parsers: only the form itself, or a comparison with the order, shows
 * the forgery.
 */
const RIGHTLY_SIGNED = {
  'sign-type-rsa': forgeAltered(() => ({ sign_type: 'RSA' })),
  'no-sign-type': forgeWithout('sign_type'),
  'other-merchant': forgeSigned(() => ({
    app_id: '2021000000009999',
    auth_app_id: '2021000000009999',
    seller_id: '2088000000009999',
  })),
  'other-app': forgeSigned(() => ({ app_id: '2021000000009999' })),
  'other-seller': forgeSigned(() => ({ seller_id: '2088000000009999' })),
  'unknown-order': forgeSigned(() => ({ out_trade_no: 'no_such_order' })),
  // The same number for a database with case-insensitive comparison.
  'order-in-other-case': forgeSigned(({ out_trade_no: no = '' }) => {
    const other = no === no.toUpperCase() ? no.toLowerCase() : no.toUpperCase();
    if (other === no) throw new Error(`${no} has no letters`);
    return { out_trade_no: other };
  }),
  'order-padded': forgeSigned(({ out_trade_no: no = '' }) => ({ out_trade_no: `${no} ` })),
  'order-with-nul': forgeSigned(({ out_trade_no: no = '' }) => ({ out_trade_no: `${no}\0` })),
  'less-money': forgeSigned(() => CHEAP),
  'more-money': forgeAmount((right) => `1${right}`),
  'amount-exponent': forgeAmount((right) => `${right.replace('.', '')}e-2`),
  'amount-plus': forgeAmount((right) => `+${right}`),
  'amount-full-width': forgeAmount(toFullWidth),
  'amount-padded': forgeAmount((right) => ` ${right}`),
  'amount-missing': forgeAmount(() => ''),
  closed: forgeSigned(() => ({ trade_status: 'TRADE_CLOSED' })),
  waiting: forgeSigned(() => ({ trade_status: 'WAIT_BUYER_PAY' })),
  'status-lower-case': forgeSigned(() => ({ trade_status: 'trade_success' })),
  'replayed-old': ({ url, facts, key, now }) =>
    getForm(url, signForm({ ...facts, notify_time: formatBeijingTime(now - TOO_OLD) }, key)),
  // One of the two was signed: parsers differ in taking the first or the last.
  'amount-twice-false-first': ({ url, facts, key }) =>
    getForm(url, [
      ['total_amount', facts.total_amount ?? ''],
      ...Object.entries(signForm({ ...facts, ...CHEAP }, key)),
    ]),
  'order-twice': ({ url, facts, key }) =>
    getForm(url, [['out_trade_no', 'no_such_order'], ...Object.entries(signForm(facts, key))]),
  // A subject that contains `&total_amount=`, split at another position: the signed text is the
  // same.
  'fields-split': ({ url, facts, key }) => {
    const right = facts.total_amount ?? '';
    const { sign = '' } = signForm(
      { ...facts, ...CHEAP, subject: `${facts.subject ?? ''}&total_amount=${right}` },
      key,
    );
    const cut = { ...facts, ...CHEAP, total_amount: `${right}&total_amount=0.01` };
    return getForm(url, { ...cut, sign_type: 'RSA2', sign });
  },
  'fields-merged': ({ url, facts, key }) => {
    const { total_amount: right = '', subject = '', ...rest } = signForm(facts, key);
    return getForm(url, { ...rest, subject: `${subject}&total_amount=${right}` });
  },
  // An invalid UTF-8 byte, signed as its replacement character.
  'not-utf-8': ({ url, facts, key }) => {
    const subject = `${facts.subject ?? ''}\u{FFFD}`;
    const notice = getForm(url, signForm({ ...facts, subject }, key));
    return { ...notice, body: notice.body.replace('%EF%BF%BD', '%FF') };
  },
} satisfies Record<string, Forge>;

export const FORGERIES = { ...BADLY_SIGNED, ...RIGHTLY_SIGNED };

export type Forgery = keyof typeof FORGERIES;

export const isRightlySigned = (name: Forgery): boolean => Object.hasOwn(RIGHTLY_SIGNED, name);
