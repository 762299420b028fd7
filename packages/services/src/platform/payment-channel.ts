export const CHANNELS = ['alipay', 'wechat', 'sandbox'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/**
 * Payment scene: `qr` with the phone's camera, `phone` in a phone's browser, `wechat` inside
 * WeChat.
 */
export type Scene = 'qr' | 'phone' | 'wechat';

/**
 * One payment attempt. Repeated requests with the same `tradeNo` are one payment at the channel.
 */
export type Purchase = {
  tradeNo: string;
  /** Description shown to the payer. */
  subject: string;
  amountFen: number;
  scene: Scene;
  /** Epoch ms. The channel accepts no payment after it. */
  expiresAt: number;
  /** Network address of the payer. */
  address: string;
  /** The payer's openid in WeChat. */
  openId?: string | undefined;
  /** URL the payer's browser returns to. */
  returnUrl: string;
};

/** Next step for the browser to pay. */
export type Action =
  | { kind: 'qr'; text: string }
  | { kind: 'redirect'; url: string }
  | { kind: 'jsapi'; params: Readonly<Record<string, string>> };

/** State of a payment at the channel. */
export type Trade =
  | { state: 'paid'; channelTradeNo: string; amountFen: number; paidAt: number | null }
  /** Paid, and refunded fully or in part. */
  | { state: 'returned'; channelTradeNo: string; amountFen: number; paidAt: number | null }
  /** `open`: not paid yet. `missing`: unknown to the channel, perhaps only for now. */
  | { state: 'open' | 'missing' }
  | { state: 'closed' };

/** State of a refund at the channel. */
export type RefundState = { state: 'done' | 'pending' | 'failed' | 'missing' };

export type Refund = {
  tradeNo: string;
  refundNo: string;
  /** Amount to refund, of `totalFen` that was paid; fen. */
  amountFen: number;
  totalFen: number;
  reason: string;
};

/** A callback whose signature and recipient are verified. */
export type Notice =
  | { kind: 'trade'; tradeNo: string; trade: Trade }
  /** The state of a refund changed; query the channel for it. */
  | { kind: 'refund'; refundNo: string }
  /** Needs no action. */
  | { kind: 'other' };

export type Callback = { headers: Headers; body: Buffer };

/** One line of a channel's bill. */
export type BillRow =
  | { kind: 'pay'; tradeNo: string; channelTradeNo: string; amountFen: number; at: number }
  | { kind: 'refund'; tradeNo: string; refundNo: string; amountFen: number; at: number }
  /** A callback that concerns no order of this site. */
  | { kind: 'other' }
  | { kind: 'unreadable'; line: number };

/** A payment channel. Implementations verify all incoming data. */
export type Channel = {
  name: ChannelName;
  /** App id whose openids identify payers inside WeChat; omitted if the channel needs none. */
  payerAppid?: string;
  /** @throws ChannelError */
  create: (purchase: Purchase) => Promise<Action>;
  /** Verifies and parses a callback. @throws RejectedCallbackError */
  verify: (callback: Callback) => Promise<Notice> | Notice;
  /** Answer to a callback. `isAccepted` false makes the channel send it again. */
  buildAnswer: (isAccepted: boolean) => { status: number; type: string; body: string };
  /** @throws ChannelError */
  query: (tradeNo: string) => Promise<Trade>;
  /**
   * Closes a payment, so that the channel accepts no money for it. Idempotent.
   * @throws ChannelError
   */
  close: (tradeNo: string) => Promise<void>;
  /** Idempotent by `refundNo`. @throws ChannelError */
  refund: (refund: Refund) => Promise<RefundState>;
  /** @throws ChannelError */
  queryRefund: (refund: Pick<Refund, 'tradeNo' | 'refundNo'>) => Promise<RefundState>;
  /** Streams the bill of a day in China, `2026-11-21`. @throws ChannelError */
  fetchBill?: (day: string) => AsyncIterable<Uint8Array>;
  parseBill: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<BillRow>;
};

export type Channels = { readonly [N in ChannelName]?: Channel };

/** External dependencies of channel adapters. */
export type ChannelEnvironment = { fetch: typeof fetch; now: () => number };

/**
 * The channel refused a request, could not be reached, or its answer cannot be verified. Contains
 * no keys or secrets.
 */
export class ChannelError extends Error {
  override name = 'ChannelError';
  /** The channel's error code, e.g. `ACQ.TRADE_NOT_EXIST`; '' without one. */
  readonly code: string;
  /** True when the request may have been processed. Query the state to find out. */
  readonly isUnknown: boolean;

  constructor(
    operation: string,
    {
      code = '',
      isUnknown = false,
      cause,
    }: {
      code?: string;
      isUnknown?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(code ? `${operation}: ${code}` : operation, cause === undefined ? {} : { cause });
    [this.code, this.isUnknown] = [code, isUnknown];
  }
}

/** Why a callback was rejected. A closed set; it goes into the security log. */
export type RejectionReason =
  | 'unreadable'
  | 'signature'
  | 'stale'
  | 'key'
  | 'sealed'
  | 'app'
  | 'seller'
  | 'amount'
  | 'unknown'
  | 'channel';

/** A callback that is not from the channel or not for this site. */
export class RejectedCallbackError extends Error {
  override name = 'Forged';
  readonly reason: RejectionReason;

  constructor(doubt: RejectionReason) {
    super(`callback refused: ${doubt}`);
    this.reason = doubt;
  }
}
