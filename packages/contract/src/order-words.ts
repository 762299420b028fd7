import type { ORDER_STATES, PAY_TYPES } from './calls/money.ts';

type OrderState = {
  state: (typeof ORDER_STATES)[number];
  payType: (typeof PAY_TYPES)[number];
  closedAt: string | null;
  expiresAt: string;
};

const PENDING = { transfer: '等待转账', other: '等待付款' };
const CLOSED = { timeout: '超时关闭', other: '已取消' };

const closedWords = ({ closedAt, expiresAt }: OrderState): string =>
  closedAt !== null && Date.parse(closedAt) >= Date.parse(expiresAt)
    ? CLOSED.timeout
    : CLOSED.other;

/** How an order is paid, in the words of its page. */
export const PAY_WORDS: Record<OrderState['payType'], string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  offline: '对公转账',
  sandbox: '演示收银台',
};

export const payWords = ({
  payFen,
  payType,
}: Pick<OrderState, 'payType'> & { payFen: number }): string =>
  payFen === 0 ? '不用付款' : PAY_WORDS[payType];

const SETTLED = { paid: '已付款', refunding: '正在退款', refunded: '已退款' };

/** A state as a choice: every word an order in it may show. */
export const ORDER_STATE_CHOICES: Record<OrderState['state'], string> = {
  ...SETTLED,
  pending: `${PENDING.other}、${PENDING.transfer}`,
  closed: `${CLOSED.other}、${CLOSED.timeout}`,
};

/** How an order stands, in the words of its page. */
export const orderStateWords = (order: OrderState): string =>
  ({
    ...SETTLED,
    pending: order.payType === 'offline' ? PENDING.transfer : PENDING.other,
    closed: closedWords(order),
  })[order.state];
