import type { ORDER_STATES, PAY_TYPES } from '../calls/commerce/order-shapes.ts';

type OrderState = {
  state: (typeof ORDER_STATES)[number];
  payType: (typeof PAY_TYPES)[number];
  closedAt: string | null;
  expiresAt: string;
};

const PENDING = { transfer: '等待转账', other: '等待付款' };
const CLOSED = { timeout: '超时关闭', other: '已取消' };

const describeClosedOrder = ({ closedAt, expiresAt }: OrderState): string =>
  closedAt !== null && Date.parse(closedAt) >= Date.parse(expiresAt)
    ? CLOSED.timeout
    : CLOSED.other;

/** Labels of payment methods. */
export const PAY_LABELS: Record<OrderState['payType'], string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  offline: '对公转账',
  sandbox: '演示收银台',
};

export const describePayment = ({
  payFen,
  payType,
}: Pick<OrderState, 'payType'> & { payFen: number }): string =>
  payFen === 0 ? '不用付款' : PAY_LABELS[payType];

const PAID_STATE_LABELS = { paid: '已付款', refunding: '正在退款', refunded: '已退款' };

/** Filter choices: all labels an order in this state may have. */
export const ORDER_STATE_CHOICES: Record<OrderState['state'], string> = {
  ...PAID_STATE_LABELS,
  pending: `${PENDING.other}、${PENDING.transfer}`,
  closed: `${CLOSED.other}、${CLOSED.timeout}`,
};

export const describeOrderState = (order: OrderState): string =>
  ({
    ...PAID_STATE_LABELS,
    pending: order.payType === 'offline' ? PENDING.transfer : PENDING.other,
    closed: describeClosedOrder(order),
  })[order.state];
