import { randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { formatBeijingTime } from '../works/clock.ts';
import type { Notice } from '../works/notifier.ts';
import { FORGERIES, getForm, signForm } from './forgeries.ts';
import type { Forgery } from './forgeries.ts';
import type { AlipayOptions, Trade } from './options.ts';
import { formatYuan } from './signing.ts';
import { generateRsaKeys } from '../works/keys.ts';

/** The facts of a notification about a trade, unsigned. */
const listFacts = (
  { appId, sellerId }: AlipayOptions,
  trade: Trade,
  now: number,
): Record<string, string> => ({
  notify_time: formatBeijingTime(now),
  notify_type: 'trade_status_sync',
  notify_id: randomBytes(17).toString('hex'),
  charset: 'utf-8',
  version: '1.0',
  app_id: appId,
  auth_app_id: appId,
  seller_id: sellerId,
  buyer_id: '2088000000000099',
  buyer_logon_id: 'std***@example.com',
  out_trade_no: trade.outTradeNo,
  trade_no: trade.tradeNo,
  trade_status: trade.status,
  subject: trade.subject,
  total_amount: formatYuan(trade.total),
  receipt_amount: formatYuan(trade.paid),
  buyer_pay_amount: formatYuan(trade.paid),
  gmt_create: formatBeijingTime(trade.createdAt),
  ...(trade.paidAt === null
    ? {}
    : {
        gmt_payment: formatBeijingTime(trade.paidAt),
        fund_bill_list: JSON.stringify([
          { amount: formatYuan(trade.paid), fundChannel: 'ALIPAYACCOUNT' },
        ]),
      }),
});

/** Messages Alipay sends about trades: notifications, and the return of a buyer's browser. */
export const createNotices = (options: AlipayOptions, privateKey: KeyObject, now: () => number) => {
  const { privateKey: foreignKey } = generateRsaKeys('foreigner');
  return {
    /** `change` alters the facts before signing, `spoil` the sent content afterwards. */
    told: (
      trade: Trade,
      change: Record<string, string> = {},
      spoil: Record<string, string> = {},
    ): Notice =>
      getForm(trade.notifyUrl, {
        ...signForm({ ...listFacts(options, trade, now()), ...change }, privateKey),
        ...spoil,
      }),
    forged: (trade: Trade, name: Forgery): Notice =>
      FORGERIES[name]({
        url: trade.notifyUrl,
        facts: listFacts(options, trade, now()),
        key: privateKey,
        foreignKey,
        now: now(),
      }),
    /** The return URL of the buyer's browser; `method` is the one that opened the cashier. */
    returned: (trade: Trade, method: string, address: string): string => {
      const facts = {
        charset: 'utf-8',
        method: `${method}.return`,
        out_trade_no: trade.outTradeNo,
        trade_no: trade.tradeNo,
        total_amount: formatYuan(trade.total),
        app_id: options.appId,
        auth_app_id: options.appId,
        seller_id: options.sellerId,
        timestamp: formatBeijingTime(now()),
        version: '1.0',
      };
      const url = new URL(address);
      const signed = Object.entries(signForm(facts, privateKey));
      for (const [name, value] of signed) url.searchParams.append(name, value);
      return url.href;
    },
  };
};
