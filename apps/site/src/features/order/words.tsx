import { Status, type StatusKind } from '@yunbiao/ui';
import type { Order } from './load.ts';

const PAY_WORDS: Record<Order['payType'], string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  offline: '对公转账',
  sandbox: '演示收银台',
};

export const payWords = ({ payFen, payType }: Order): string =>
  payFen === 0 ? '不用付款' : PAY_WORDS[payType];

const closedWords = ({ closedAt, expiresAt }: Order): string =>
  closedAt !== null && Date.parse(closedAt) >= Date.parse(expiresAt) ? '超时关闭' : '已取消';

const stateOf = (order: Order): [StatusKind, string] => {
  switch (order.state) {
    case 'pending':
      return ['uncertain', '等待转账'];
    case 'paid':
      return ['ok', '已付款'];
    case 'refunding':
      return ['running', '正在退款'];
    case 'refunded':
      return ['off', '已退款'];
    case 'closed':
      return ['off', closedWords(order)];
  }
};

export const OrderStatus = ({ order }: { order: Order }) => {
  const [kind, words] = stateOf(order);
  return <Status kind={kind}>{words}</Status>;
};
