import type { Generated } from 'kysely';

/**
 * One attempt to pay an order through a channel. An order may have several; only one of them is
 * accepted.
 */
export type PaymentTable = {
  id: Generated<number>;
  order_id: number;
  /** `alipay`, `wechat` or `sandbox`. */
  channel: string;
  /** Where the member pays: `qr`, `phone` or `wechat` (inside WeChat). */
  scene: string;
  /** Our transaction number at the channel; unique. */
  trade_no: string;
  /** The channel's transaction number; '' until known. */
  channel_trade_no: string;
  /** JSON of the browser's action; '' until the channel has answered. */
  action: string;
  /**
   * `open`, `closing` (no longer needed), `paid`, `closed`, or `returned`: the channel received and
   * refunded it before this site was notified.
   */
  state: string;
  amount_fen: number;
  /** Number of status queries to the channel, and time of the next one. */
  queries: number;
  next_at: number;
  last_query_at: number | null;
  created_at: number;
  /** When the channel stops accepting the payment. */
  expires_at: number;
  paid_at: number | null;
};

/** Refund through the channel: the full payment, once. */
export type PaymentRefundTable = {
  id: Generated<number>;
  payment_id: number;
  /** `order`: the order is refunded. `extra`: the order could not accept this payment. */
  kind: string;
  /** Our refund number at the channel; unique. */
  refund_no: string;
  reason: string;
  /**
   * `due`, `sent` (accepted by the channel), `done`, `failed` (for staff; queried once a day),
   * `retry` (staff request another attempt) or `manual` (staff refunded it by other means).
   */
  state: string;
  amount_fen: number;
  tries: number;
  next_at: number;
  created_at: number;
  done_at: number | null;
  /** Last error message of the channel; '' for none. */
  why: Generated<string>;
  /** When the channel first reported the failure; null otherwise. */
  failed_at: Generated<number | null>;
};

/** A member's refund request for an order. */
export type RefundRequestTable = {
  id: Generated<number>;
  order_id: number;
  reason: string;
  /** `asked`, `approved` or `refused`. */
  state: string;
  /** Reply of staff. */
  answer: string;
  created_at: number;
  decided_at: number | null;
};

/** A requested invoice, with its file once issued. */
export type InvoiceTable = {
  id: Generated<number>;
  order_id: number;
  title: string;
  /** '' for a person. */
  tax_no: string;
  email: string;
  /** `asked` or `issued`. */
  state: string;
  number: string;
  link: string;
  created_at: number;
  issued_at: number | null;
};
