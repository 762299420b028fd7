import type { KeyObject } from 'node:crypto';

export type WechatPayOptions = {
  mchid: string;
  /** Those that may pay to this merchant. */
  appids: string[];
  /** 32 characters; ours, as it is set in the merchant platform. */
  apiV3Key: string;
  /** Of the merchant's API certificate. */
  merchantSerial: string;
  merchantPublicKey: KeyObject;
  /** What answers and notifications are signed by: the platform certificate, or the newer public key. */
  mode?: 'certificate' | 'public-key';
  /** Error codes changed their names with the manual: ORDER_NOT_EXIST was ORDERNOTEXIST. Default `newer`. */
  errorNames?: 'newer' | 'older';
  now?: () => number;
  /** What a second of the notification schedule lasts, ms. Default 1. */
  secondMs?: number;
  /** ms a notification waits for its answer. Default 5000. */
  timeoutMs?: number;
};

export type TradeState = 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED' | 'USERPAYING' | 'PAYERROR';

export type Refund = {
  outRefundNo: string;
  refundId: string;
  outTradeNo: string;
  amount: number;
  reason: string;
  notifyUrl: string | null;
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
  createdAt: number;
  successAt: number | null;
};

export type Trade = {
  outTradeNo: string;
  appid: string;
  type: 'NATIVE' | 'MWEB' | 'JSAPI';
  description: string;
  attach: string | null;
  notifyUrl: string;
  /** Fen asked for. */
  total: number;
  /** Fen paid, once it is. */
  paid: number;
  openid: string | null;
  state: TradeState;
  /** Of before the last change, for answers that are stale. */
  former: TradeState;
  transactionId: string | null;
  prepayId: string;
  createdAt: number;
  expiresAt: number;
  successAt: number | null;
  refunds: Refund[];
};

/** Seconds between notifications, the manual's 15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h. */
export const SCHEDULE = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
];
