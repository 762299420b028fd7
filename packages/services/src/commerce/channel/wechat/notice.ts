import {
  type Callback,
  RejectedCallbackError,
  type Notice,
  type Trade,
} from '../../../platform/payment-channel.ts';
import { parseInstant } from '../china-time.ts';
import { parseJsonObject, readObjectField, readStringField } from '../http.ts';
import { verifySignedBody } from './api.ts';
import type { PlatformKeys } from './platform-keys.ts';
import type { WechatPaySettings } from './settings.ts';
import { decryptAesGcm } from './sign.ts';

type Transaction = Readonly<Record<string, unknown>>;

/** Parses the state of a transaction; null for an unknown state. Amounts are integer fen. */
export const parseTrade = (transaction: Transaction): Trade | null => {
  switch (readStringField(transaction, 'trade_state')) {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'PAYERROR':
      return { state: 'open' };
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'closed' };
    case 'REFUND':
    case 'SUCCESS': {
      const { total, currency = 'CNY' } = readObjectField(transaction, 'amount');
      const channelTradeNo = readStringField(transaction, 'transaction_id');
      if (!Number.isSafeInteger(total) || currency !== 'CNY' || channelTradeNo === '') return null;
      const paidAt = parseInstant(readStringField(transaction, 'success_time'));
      const state = readStringField(transaction, 'trade_state') === 'REFUND' ? 'returned' : 'paid';
      return { state, channelTradeNo, amountFen: Number(total), paidAt };
    }
    default:
      return null;
  }
};

/** @throws RejectedCallbackError unless the transaction is of our app and our merchant account */
export const requireOwnMerchant = (settings: WechatPaySettings, transaction: Transaction): void => {
  if (readStringField(transaction, 'appid') !== settings.appId)
    throw new RejectedCallbackError('app');
  if (readStringField(transaction, 'mchid') !== settings.mchId)
    throw new RejectedCallbackError('seller');
};

/**
 * Verifies and decrypts a callback: signed by WeChat Pay within five minutes, encrypted with our
 * key, for our app and merchant.
 * @throws RejectedCallbackError
 */
export const verifyNotice = async (
  settings: WechatPaySettings,
  keys: PlatformKeys,
  now: number,
  callback: Callback,
): Promise<Notice> => {
  await verifySignedBody(callback, now, keys.getKey);
  const notice = parseJsonObject(callback.body.toString());
  if (!notice) throw new RejectedCallbackError('unreadable');
  const sealedResource = readObjectField(notice, 'resource');
  if (readStringField(sealedResource, 'algorithm') !== 'AEAD_AES_256_GCM')
    throw new RejectedCallbackError('sealed');
  const resource = parseJsonObject(
    decryptAesGcm(
      {
        ciphertext: readStringField(sealedResource, 'ciphertext'),
        nonce: readStringField(sealedResource, 'nonce'),
        associatedData: readStringField(sealedResource, 'associated_data'),
      },
      settings.apiV3Key,
    ),
  );
  const event = readStringField(notice, 'event_type');
  if (!resource) throw new RejectedCallbackError('unreadable');
  if (event.startsWith('REFUND.')) {
    if (readStringField(resource, 'mchid') !== settings.mchId)
      throw new RejectedCallbackError('seller');
    return { kind: 'refund', refundNo: readStringField(resource, 'out_refund_no') };
  }
  if (!event.startsWith('TRANSACTION.')) return { kind: 'other' };
  requireOwnMerchant(settings, resource);
  const [tradeNo, trade] = [readStringField(resource, 'out_trade_no'), parseTrade(resource)];
  if (!trade || tradeNo === '') throw new RejectedCallbackError('unreadable');
  return { kind: 'trade', tradeNo, trade };
};
