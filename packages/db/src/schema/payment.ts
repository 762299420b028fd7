import type { Generated } from 'kysely';

/** One try to pay an order through a channel; an order may have several, and one of them is honoured. */
export type PaymentTable = {
  id: Generated<number>;
  order_id: number;
  /** `alipay`, `wechat` or `sandbox`. */
  channel: string;
  /** Where it is paid: `qr`, `phone` or `wechat` (inside WeChat). */
  scene: string;
  /** Our number of it at the channel; unique. */
  trade_no: string;
  /** The channel's number; '' until it tells. */
  channel_trade_no: string;
  /** JSON of what the browser does; '' until the channel has answered. */
  action: string;
  /**
   * `open`, `closing` (not wanted any more), `paid`, `closed`, or `returned`: the channel took it and gave it back before
   * this site heard of it.
   */
  state: string;
  amount_fen: number;
  /** Questions asked of the channel, and when the next is due. */
  queries: number;
  next_at: number;
  last_query_at: number | null;
  created_at: number;
  /** When the channel stops taking the money. */
  expires_at: number;
  paid_at: number | null;
};

/** Money that goes back through its channel: all of a payment, once. */
export type PaymentRefundTable = {
  id: Generated<number>;
  payment_id: number;
  /** `order`: the order is refunded; `extra`: the order could not take this payment. */
  kind: string;
  /** Our number of it at the channel; unique. */
  refund_no: string;
  reason: string;
  /**
   * `due`, `sent` (the channel has it), `done`, `failed` (for staff, and asked about once a day), `retry` (staff want it
   * sent again) or `manual` (staff paid it back another way).
   */
  state: string;
  amount_fen: number;
  tries: number;
  next_at: number;
  created_at: number;
  done_at: number | null;
  /** What the channel said last of why not; '' for nothing. */
  why: Generated<string>;
  /** When the channel first said that it failed; null while it has not. */
  failed_at: Generated<number | null>;
};

/** A member asks for the money of an order back. */
export type RefundRequestTable = {
  id: Generated<number>;
  order_id: number;
  reason: string;
  /** `asked`, `approved` or `refused`. */
  state: string;
  /** What staff said. */
  answer: string;
  created_at: number;
  decided_at: number | null;
};

/** An invoice asked for, and where it is once it was issued. */
export type InvoiceTable = {
  id: Generated<number>;
  order_id: number;
  title: string;
  /** '' for a person's. */
  tax_no: string;
  email: string;
  /** `asked` or `issued`. */
  state: string;
  number: string;
  link: string;
  created_at: number;
  issued_at: number | null;
};
