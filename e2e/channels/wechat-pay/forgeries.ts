import { randomBytes } from 'node:crypto';
import { sealText, signText, signedText } from './crypto.ts';
import type { Notice } from '../works/notifier.ts';
import type { KeyObject } from 'node:crypto';

/** Data a forger could have: another key pair, another APIv3 key, and a recorded notification. */
export type Means = {
  url: string;
  /** The true facts of the notification. */
  resource: Record<string, unknown>;
  wrap: (resource: Record<string, unknown>, with_: { key?: string; event?: string }) => string;
  /** Signed by the platform at a Unix time in seconds. */
  sign: (body: string, at: number) => Notice;
  foreignKey: KeyObject;
  seconds: number;
};

type Forge = (means: Means) => Notice;

const forgeChanged =
  (change: Record<string, unknown>): Forge =>
  ({ wrap, sign, resource, seconds }) =>
    sign(wrap({ ...resource, ...change }, {}), seconds);

const forgeHeaders =
  (change: (notice: Notice, means: Means) => Record<string, string>): Forge =>
  (means) => {
    const notice = means.sign(means.wrap(means.resource, {}), means.seconds);
    return { ...notice, headers: { ...notice.headers, ...change(notice, means) } };
  };

const forgeBody =
  (change: (text: string) => string): Forge =>
  (means) => {
    const notice = means.sign(means.wrap(means.resource, {}), means.seconds);
    return { ...notice, body: change(notice.body) };
  };

/**
 * Notifications that a merchant must reject. The last ones are validly signed but contradict the
 * order: only a comparison with it detects them.
 */
export const FORGERIES = {
  'foreign-key': forgeHeaders(({ headers: all, body: text }, { foreignKey }) => ({
    'wechatpay-signature': signText(
      signedText(all['wechatpay-timestamp'] ?? '', all['wechatpay-nonce'] ?? '', text),
      foreignKey,
    ),
  })),
  'no-signature': (means) => {
    const {
      url,
      body: text,
      headers: all,
    } = means.sign(means.wrap(means.resource, {}), means.seconds);
    const { 'wechatpay-signature': _, ...rest } = all;
    return { url, body: text, headers: rest };
  },
  'empty-signature': forgeHeaders(() => ({ 'wechatpay-signature': '' })),
  'signature-not-base64': forgeHeaders(() => ({ 'wechatpay-signature': '%%%' })),
  'signature-probe': forgeHeaders(() => ({
    'wechatpay-signature': `WECHATPAY/SIGNTEST/${randomBytes(24).toString('base64')}`,
  })),
  'unknown-serial': forgeHeaders(() => ({ 'wechatpay-serial': 'F'.repeat(40) })),
  'no-serial': forgeHeaders(() => ({ 'wechatpay-serial': '' })),
  'other-nonce': forgeHeaders(() => ({ 'wechatpay-nonce': randomBytes(16).toString('hex') })),
  'other-timestamp': forgeHeaders(({ headers: all }) => ({
    'wechatpay-timestamp': String(Number(all['wechatpay-timestamp']) + 1),
  })),
  'replayed-old': ({ sign, wrap, resource, seconds }) => sign(wrap(resource, {}), seconds - 3600),
  'from-the-future': ({ sign, wrap, resource, seconds }) =>
    sign(wrap(resource, {}), seconds + 3600),
  'body-altered': forgeBody((text) => text.replace('encrypt-resource', 'encrypt-Resource')),
  'body-space-added': forgeBody((text) => `${text} `),
  'body-cut': forgeBody((text) => text.slice(0, -10)),
  'not-json': ({ sign, seconds }) => sign('not json', seconds),
  'json-array': ({ sign, seconds }) => sign('[]', seconds),
  'other-api-key': ({ sign, wrap, resource, seconds }) =>
    sign(wrap(resource, { key: randomBytes(16).toString('hex') }), seconds),
  'ciphertext-altered': ({ sign, wrap, resource, seconds }) =>
    sign(wrap(resource, {}).replace('"ciphertext":"', '"ciphertext":"AAAA'), seconds),
  'associated-data-altered': ({ sign, wrap, resource, seconds }) =>
    sign(wrap(resource, {}).replace('"associated_data":"', '"associated_data":"x'), seconds),
  'plain-resource': ({ sign, resource, seconds }) =>
    sign(JSON.stringify({ id: 'x', event_type: 'TRANSACTION.SUCCESS', resource }), seconds),
  'other-mchid': forgeChanged({ mchid: '1999999999' }),
  'other-appid': forgeChanged({ appid: 'wx0000000000000000' }),
  'less-money': forgeChanged({ amount: { total: 1, payer_total: 1, currency: 'CNY' } }),
  'other-currency': forgeChanged({ amount: { total: 1, payer_total: 1, currency: 'USD' } }),
  'unknown-order': forgeChanged({ out_trade_no: 'no-such-order-1' }),
  'not-paid-state': forgeChanged({ trade_state: 'NOTPAY' }),
} satisfies Record<string, Forge>;

export type Forgery = keyof typeof FORGERIES;

/** Builds a notification's body around its encrypted resource. */
export const wrapResource = (
  resource: Record<string, unknown>,
  {
    id,
    at,
    key,
    event,
    kind,
  }: { id: string; at: string; key: string; event: string; kind: string },
): string =>
  JSON.stringify({
    id,
    create_time: at,
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: event === 'TRANSACTION.SUCCESS' ? '支付成功' : '退款通知',
    resource: { original_type: kind, ...sealText(JSON.stringify(resource), key, kind) },
  });
