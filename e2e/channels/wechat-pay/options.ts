import type { KeyObject } from 'node:crypto';

export type WechatPayOptions = {
  mchid: string;
  /** Apps that may pay this merchant. */
  appids: string[];
  /** 32 characters, as set in the merchant platform. */
  apiV3Key: string;
  /** Serial number of the merchant's API certificate. */
  merchantSerial: string;
  merchantPublicKey: KeyObject;
  /** What signs responses and notifications: the platform certificate or the newer public key. */
  mode?: 'certificate' | 'public-key';
  /** Error codes were renamed in the manual: ORDER_NOT_EXIST was ORDERNOTEXIST. Default `newer`. */
  errorNames?: 'newer' | 'older';
  now?: () => number;
  /** Duration of a second of the notification schedule, ms. Default 1. */
  secondMs?: number;
  /** Timeout of a notification, ms. Default 5000. */
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
  /** Requested amount, fen. */
  total: number;
  /** Paid amount, fen. */
  paid: number;
  openid: string | null;
  state: TradeState;
  /** The previous state, for stale responses. */
  former: TradeState;
  transactionId: string | null;
  prepayId: string;
  createdAt: number;
  expiresAt: number;
  successAt: number | null;
  refunds: Refund[];
};

/**
 * Seconds between notifications, the manual's
 * 15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h.
 */
export const SCHEDULE = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
];
