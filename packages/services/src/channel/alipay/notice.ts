import { type Callback, Forged, type Notice, type Trade } from '../channel.ts';
import { msOfChinaTime } from '../china-time.ts';
import { fenOfYuan } from '../fen.ts';
import type { AlipaySettings } from './gateway.ts';
import { isRsa2, signedText } from './sign.ts';

/** A callback has some thirty parameters. */
const MAX_PARAMS = 100;

/** `trade_status` → how it stands. */
export const getTrade = (
  status: string,
  { channelTradeNo, total, paidAt }: { channelTradeNo: string; total: string; paidAt: string },
): Trade | null => {
  if (status === 'WAIT_BUYER_PAY') return { state: 'open' };
  if (status === 'TRADE_CLOSED') return { state: 'closed' };
  if (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') return null;
  const amountFen = fenOfYuan(total);
  if (amountFen === null || channelTradeNo === '') return null;
  return { state: 'paid', channelTradeNo, amountFen, paidAt: msOfChinaTime(paidAt) };
};

const getParams = (body: Buffer): Map<string, string> => {
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  const params = new Map(pairs);
  // Of one name twice, one could be signed and the other be read.
  if (pairs.length > MAX_PARAMS || params.size !== pairs.length) throw new Forged('unreadable');
  // Bytes that are no UTF-8 become another text than the one that was sent.
  if (pairs.some(([, value]) => value.includes('\u{FFFD}'))) throw new Forged('unreadable');
  return params;
};

/** An asynchronous notification: signed by Alipay, for this app and this seller. @throws Forged */
export const verifyNotice = (settings: AlipaySettings, { body }: Callback): Notice => {
  const params = getParams(body);
  const get = (name: string): string => params.get(name) ?? '';
  if (get('sign') === '' || get('out_trade_no') === '') throw new Forged('unreadable');
  if (get('sign_type') !== 'RSA2') throw new Forged('signature');
  const text = signedText(params, ['sign', 'sign_type']);
  if (!isRsa2(text, get('sign'), settings.alipayKey)) throw new Forged('signature');
  if (get('app_id') !== settings.appId) throw new Forged('app');
  if (get('seller_id') !== settings.sellerId) throw new Forged('seller');
  const trade = getTrade(get('trade_status'), {
    channelTradeNo: get('trade_no'),
    total: get('total_amount'),
    paidAt: get('gmt_payment'),
  });
  if (!trade) throw new Forged('unreadable');
  // Of a refund, with the trade as it was: the refund itself is asked about.
  if (get('out_biz_no') !== '' || get('gmt_refund') !== '')
    return get('out_biz_no') === ''
      ? { kind: 'other' }
      : { kind: 'refund', refundNo: get('out_biz_no') };
  return { kind: 'trade', tradeNo: get('out_trade_no'), trade };
};
