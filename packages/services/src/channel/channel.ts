export const CHANNELS = ['alipay', 'wechat', 'sandbox'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Where it is paid: with the phone's camera, in a phone's browser, inside WeChat. */
export type Scene = 'qr' | 'phone' | 'wechat';

/** One try to pay. The same try asked for again is the same payment at the channel. */
export type Purchase = {
  tradeNo: string;
  /** What the payer reads. */
  subject: string;
  amountFen: number;
  scene: Scene;
  /** The channel takes no money after it, epoch ms. */
  expiresAt: number;
  /** Network address of the payer. */
  address: string;
  /** Who the payer is inside WeChat. */
  openId?: string | undefined;
  /** Where the payer's browser goes afterwards. */
  returnUrl: string;
};

/** What the browser does to pay. */
export type Action =
  | { kind: 'qr'; text: string }
  | { kind: 'redirect'; url: string }
  | { kind: 'jsapi'; params: Readonly<Record<string, string>> };

/** How a payment stands at the channel. */
export type Trade =
  | { state: 'paid'; channelTradeNo: string; amountFen: number; paidAt: number | null }
  /** It was paid, and the channel has given some or all of it back. */
  | { state: 'returned'; channelTradeNo: string; amountFen: number; paidAt: number | null }
  /** Nobody has paid yet; `missing`: the channel has not heard of it, or has not yet. */
  | { state: 'open' | 'missing' }
  | { state: 'closed' };

/** How a refund stands at the channel. */
export type RefundStand = { state: 'done' | 'pending' | 'failed' | 'missing' };

export type Refund = {
  tradeNo: string;
  refundNo: string;
  /** To be paid back, of so much that was paid; fen. */
  amountFen: number;
  totalFen: number;
  reason: string;
};

/** A callback whose signature and addressees are right. */
export type Notice =
  | { kind: 'trade'; tradeNo: string; trade: Trade }
  /** A refund moved on; the channel is asked how it stands. */
  | { kind: 'refund'; refundNo: string }
  /** Nothing this site acts on. */
  | { kind: 'other' };

export type Callback = { headers: Headers; body: Buffer };

/** One line of a channel's bill. */
export type BillRow =
  | { kind: 'pay'; tradeNo: string; channelTradeNo: string; amountFen: number; at: number }
  | { kind: 'refund'; tradeNo: string; refundNo: string; amountFen: number; at: number }
  /** Of something else than orders of this site. */
  | { kind: 'other' }
  | { kind: 'unreadable'; line: number };

/** A way for money to arrive and go back. Everything it hears is checked before it is believed. */
export type Channel = {
  name: ChannelName;
  /** The app whose openid says who pays inside WeChat; left out: nobody pays by that. */
  payerAppid?: string;
  /** @throws ChannelError */
  create: (purchase: Purchase) => Promise<Action>;
  /** Whose callback it is and what it says. @throws Forged */
  verify: (callback: Callback) => Promise<Notice> | Notice;
  /** What the channel wants to hear: taken (it stops), or not (it tries again). */
  answer: (isTaken: boolean) => { status: number; type: string; body: string };
  /** @throws ChannelError */
  query: (tradeNo: string) => Promise<Trade>;
  /** The channel takes no money for it any more; closing it twice is closing it once. @throws ChannelError */
  close: (tradeNo: string) => Promise<void>;
  /** The same refund asked for again is the same refund. @throws ChannelError */
  refund: (refund: Refund) => Promise<RefundStand>;
  /** @throws ChannelError */
  queryRefund: (refund: Pick<Refund, 'tradeNo' | 'refundNo'>) => Promise<RefundStand>;
  /** The bill of a day in China, `2026-11-21`, as it comes. @throws ChannelError */
  bill?: (day: string) => AsyncIterable<Uint8Array>;
  /** The rows of a bill's file. */
  billRows: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<BillRow>;
};

export type Channels = { readonly [N in ChannelName]?: Channel };

/** What adapters reach the world with. */
export type Outside = { fetch: typeof fetch; now: () => number };

/** The channel refused, or was not reached, or its answer cannot be believed. Holds no key and no secret. */
export class ChannelError extends Error {
  override name = 'ChannelError';
  /** The channel's own code, e.g. `ACQ.TRADE_NOT_EXIST`; '' when it gave none. */
  readonly code: string;
  /** Nobody knows whether it was done: asking again tells. */
  readonly isUnknown: boolean;

  constructor(
    what: string,
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
    super(code ? `${what}: ${code}` : what, cause === undefined ? {} : { cause });
    [this.code, this.isUnknown] = [code, isUnknown];
  }
}

/** Why a callback is not believed; a closed set, written into the security log. */
export type Doubt =
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

/** A callback that is not the channel's, or not for this site. */
export class Forged extends Error {
  override name = 'Forged';
  readonly doubt: Doubt;

  constructor(doubt: Doubt) {
    super(`callback refused: ${doubt}`);
    this.doubt = doubt;
  }
}
