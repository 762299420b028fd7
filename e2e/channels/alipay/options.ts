import type { KeyObject } from 'node:crypto';

export type AlipayOptions = {
  appId: string;
  sellerId: string;
  /** The public key of the merchant's signatures. */
  merchantPublicKey: KeyObject;
  now?: () => number;
  /** Duration of a second of the notification schedule, ms. Default 1. */
  secondMs?: number;
  timeoutMs?: number;
};

export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';

/** Fen, although Alipay writes yuan: the ledger adds amounts. */
export type Refund = { outRequestNo: string; amount: number; at: number };

export type Trade = {
  outTradeNo: string;
  tradeNo: string;
  subject: string;
  total: number;
  paid: number;
  notifyUrl: string;
  returnUrl: string;
  /** Queries do not find a precreated order until it is scanned. */
  isScanned: boolean;
  status: TradeStatus;
  former: TradeStatus;
  createdAt: number;
  expiresAt: number;
  paidAt: number | null;
  refunds: Refund[];
};

/** Seconds between notifications: 4m, 10m, 10m, 1h, 2h, 6h, 15h. */
export const SCHEDULE = [240, 600, 600, 3600, 7200, 21_600, 54_000];
