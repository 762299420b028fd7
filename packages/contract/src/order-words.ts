import type { ORDER_STATES, PAY_TYPES } from './calls/money.ts';

type OrderState = {
  state: (typeof ORDER_STATES)[number];
  payType: (typeof PAY_TYPES)[number];
  closedAt: string | null;
  expiresAt: string;
};

const closedWords = ({ closedAt, expiresAt }: OrderState): string =>
  closedAt !== null && Date.parse(closedAt) >= Date.parse(expiresAt) ? '超时关闭' : '已取消';

/** How an order stands, in the words of its page. */
export const orderStateWords = (order: OrderState): string =>
  ({
    pending: order.payType === 'offline' ? '等待转账' : '等待付款',
    paid: '已付款',
    refunding: '正在退款',
    refunded: '已退款',
    closed: closedWords(order),
  })[order.state];
