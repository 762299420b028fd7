import { type Callback, Forged, type Notice, type Trade } from '../channel.ts';
import { msOfInstant } from '../china-time.ts';
import { objectIn, partIn, textIn } from '../http.ts';
import { checkSigned } from './api.ts';
import type { PlatformKeys } from './platform-keys.ts';
import type { WechatPaySettings } from './settings.ts';
import { unseal } from './sign.ts';

type Transaction = Readonly<Record<string, unknown>>;

/** How a transaction stands; null for what says neither. Money is whole fen of yuan. */
export const getTrade = (transaction: Transaction): Trade | null => {
  switch (textIn(transaction, 'trade_state')) {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'PAYERROR':
      return { state: 'open' };
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' };
    case 'REFUND':
    case 'SUCCESS': {
      const { total, currency = 'CNY' } = partIn(transaction, 'amount');
      const channelTradeNo = textIn(transaction, 'transaction_id');
      if (!Number.isSafeInteger(total) || currency !== 'CNY' || channelTradeNo === '') return null;
      const paidAt = msOfInstant(textIn(transaction, 'success_time'));
      const state = textIn(transaction, 'trade_state') === 'REFUND' ? 'returned' : 'paid';
      return { state, channelTradeNo, amountFen: Number(total), paidAt };
    }
    default:
      return null;
  }
};

/** Of our app and our merchant account. @throws Forged */
export const checkOurs = (settings: WechatPaySettings, transaction: Transaction): void => {
  if (textIn(transaction, 'appid') !== settings.appId) throw new Forged('app');
  if (textIn(transaction, 'mchid') !== settings.mchId) throw new Forged('seller');
};

/** A callback: signed by WeChat Pay within five minutes, sealed with our key, of our app and merchant. @throws Forged */
export const verifyNotice = async (
  settings: WechatPaySettings,
  keys: PlatformKeys,
  now: number,
  callback: Callback,
): Promise<Notice> => {
  await checkSigned(callback, now, keys.of);
  const notice = objectIn(callback.body.toString());
  if (!notice) throw new Forged('unreadable');
  const sealed = partIn(notice, 'resource');
  if (textIn(sealed, 'algorithm') !== 'AEAD_AES_256_GCM') throw new Forged('sealed');
  const opened = objectIn(
    unseal(
      {
        ciphertext: textIn(sealed, 'ciphertext'),
        nonce: textIn(sealed, 'nonce'),
        associatedData: textIn(sealed, 'associated_data'),
      },
      settings.apiV3Key,
    ),
  );
  const event = textIn(notice, 'event_type');
  if (!opened) throw new Forged('unreadable');
  if (event.startsWith('REFUND.')) {
    if (textIn(opened, 'mchid') !== settings.mchId) throw new Forged('seller');
    return { kind: 'refund', refundNo: textIn(opened, 'out_refund_no') };
  }
  if (!event.startsWith('TRANSACTION.')) return { kind: 'other' };
  checkOurs(settings, opened);
  const [tradeNo, trade] = [textIn(opened, 'out_trade_no'), getTrade(opened)];
  if (!trade || tradeNo === '') throw new Forged('unreadable');
  return { kind: 'trade', tradeNo, trade };
};
