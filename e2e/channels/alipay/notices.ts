import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { beijing } from '../works/clock.ts';
import type { Notice } from '../works/notifier.ts';
import { FORGERIES, getForm, sealed } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import type { AlipayOptions, Trade } from './options.ts';
import { yuan } from './signing.ts';
import { rsaKeys } from '../works/keys.ts';

/** What Alipay says of trades by itself: notifications, and what a buyer's browser brings back. */
export const createNotices = (options: AlipayOptions, privateKey: KeyObject, now: () => number) => {
  const { privateKey: foreignKey } = rsaKeys('foreigner');
  const listFacts = (trade: Trade): Record<string, string> => ({
    notify_time: beijing(now()),
    notify_type: 'trade_status_sync',
    notify_id: randomBytes(17).toString('hex'),
    charset: 'utf-8',
    version: '1.0',
    app_id: options.appId,
    auth_app_id: options.appId,
    seller_id: options.sellerId,
    buyer_id: '2088000000000099',
    buyer_logon_id: 'std***@example.com',
    out_trade_no: trade.outTradeNo,
    trade_no: trade.tradeNo,
    trade_status: trade.status,
    subject: trade.subject,
    total_amount: yuan(trade.total),
    receipt_amount: yuan(trade.paid),
    buyer_pay_amount: yuan(trade.paid),
    gmt_create: beijing(trade.createdAt),
    ...(trade.paidAt === null
      ? {}
      : {
          gmt_payment: beijing(trade.paidAt),
          fund_bill_list: JSON.stringify([
            { amount: yuan(trade.paid), fundChannel: 'ALIPAYACCOUNT' },
          ]),
        }),
  });
  return {
    /** `change` alters the facts before they are signed, `spoil` what is sent afterwards. */
    told: (
      trade: Trade,
      change: Record<string, string> = {},
      spoil: Record<string, string> = {},
    ): Notice =>
      getForm(trade.notifyUrl, {
        ...sealed({ ...listFacts(trade), ...change }, privateKey),
        ...spoil,
      }),
    forged: (trade: Trade, name: Forgery): Notice =>
      FORGERIES[name]({
        url: trade.notifyUrl,
        facts: listFacts(trade),
        key: privateKey,
        foreignKey,
        now: now(),
      }),
    /** Where the cashier sends the buyer's browser; `method` is the one that opened it. */
    returned: (trade: Trade, method: string, address: string): string => {
      const facts = {
        charset: 'utf-8',
        method: `${method}.return`,
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        total_amount: yuan(trade.total),
        app_id: options.appId,
        auth_app_id: options.appId,
        seller_id: options.sellerId,
        timestamp: beijing(now()),
        version: '1.0',
      };
      const url = new URL(address);
      const signed = Object.entries(sealed(facts, privateKey));
      for (const [name, value] of signed) url.searchParams.append(name, value);
      return url.href;
    },
  };
};
