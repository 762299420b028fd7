import {
  type Callback,
  RejectedCallbackError,
  type Notice,
  type Trade,
} from '../../../platform/payment-channel.ts';
import { parseChinaTime } from '../china-time.ts';
import { parseYuanToFen } from '../yuan.ts';
import type { AlipaySettings } from './gateway.ts';
import { isValidRsa2, buildTextToSign } from './sign.ts';

/** Maximum number of parameters; a callback has about thirty. */
const MAX_PARAMS = 100;

/** Maps `trade_status` to the payment state. */
export const parseTrade = (
  status: string,
  { channelTradeNo, total, paidAt }: { channelTradeNo: string; total: string; paidAt: string },
): Trade | null => {
  if (status === 'WAIT_BUYER_PAY') return { state: 'open' };
  if (status === 'TRADE_CLOSED') return { state: 'closed' };
  if (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') return null;
  const amountFen = parseYuanToFen(total);
  if (amountFen === null || channelTradeNo === '') return null;
  return { state: 'paid', channelTradeNo, amountFen, paidAt: parseChinaTime(paidAt) };
};

const parseNoticeParams = (body: Buffer): Map<string, string> => {
  const pairs = [...new URLSearchParams(body.toString('utf8'))];
  const params = new Map(pairs);
  // With a duplicate name, one value could be signed and the other read.
  if (pairs.length > MAX_PARAMS || params.size !== pairs.length)
    throw new RejectedCallbackError('unreadable');
  // Invalid UTF-8 would decode to a text other than the signed one.
  if (pairs.some(([, value]) => value.includes('\u{FFFD}')))
    throw new RejectedCallbackError('unreadable');
  return params;
};

/**
 * Verifies an asynchronous notification: Alipay's signature, our app and our seller id.
 * @throws RejectedCallbackError
 */
export const verifyNotice = (settings: AlipaySettings, { body }: Callback): Notice => {
  const params = parseNoticeParams(body);
  const getNoticeParam = (name: string): string => params.get(name) ?? '';
  if (getNoticeParam('sign') === '' || getNoticeParam('out_trade_no') === '')
    throw new RejectedCallbackError('unreadable');
  if (getNoticeParam('sign_type') !== 'RSA2') throw new RejectedCallbackError('signature');
  const text = buildTextToSign(params, ['sign', 'sign_type']);
  if (!isValidRsa2(text, getNoticeParam('sign'), settings.alipayKey))
    throw new RejectedCallbackError('signature');
  if (getNoticeParam('app_id') !== settings.appId) throw new RejectedCallbackError('app');
  if (getNoticeParam('seller_id') !== settings.sellerId) throw new RejectedCallbackError('seller');
  const trade = parseTrade(getNoticeParam('trade_status'), {
    channelTradeNo: getNoticeParam('trade_no'),
    total: getNoticeParam('total_amount'),
    paidAt: getNoticeParam('gmt_payment'),
  });
  if (!trade) throw new RejectedCallbackError('unreadable');
  // A refund notice repeats the original trade state. The refund itself is queried.
  if (getNoticeParam('out_biz_no') !== '' || getNoticeParam('gmt_refund') !== '')
    return getNoticeParam('out_biz_no') === ''
      ? { kind: 'other' }
      : { kind: 'refund', refundNo: getNoticeParam('out_biz_no') };
  return { kind: 'trade', tradeNo: getNoticeParam('out_trade_no'), trade };
};
