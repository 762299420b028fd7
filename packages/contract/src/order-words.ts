import type { ORDER_STATES, PAY_TYPES } from './calls/money.ts';

type OrderState = {
  state: (typeof ORDER_STATES)[number];
  payType: (typeof PAY_TYPES)[number];
  closedAt: string | null;
  expiresAt: string;
};

const closedWords = ({ closedAt, expiresAt }: OrderState): string =>
  closedAt !== null && Date.parse(closedAt) >= Date.parse(expiresAt) ? '超时关闭' : '已取消';

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

/** How an order stands, in the words of its page. */
export const orderStateWords = (order: OrderState): string =>
  ({
    pending: order.payType === 'offline' ? '等待转账' : '等待付款',
    paid: '已付款',
    refunding: '正在退款',
    refunded: '已退款',
    closed: closedWords(order),
  })[order.state];
