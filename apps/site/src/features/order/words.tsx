import { orderStateWords } from '@yunbiao/contract/order-words';
import { Status, type StatusKind } from '@yunbiao/ui';
import type { Order } from './load.ts';

export const WAY_WORDS: Record<Order['payType'], string> = {
  alipay: '支付宝',
  wechat: '微信支付',
  offline: '对公转账',
  sandbox: '演示收银台',
};

export const payWords = ({ payFen, payType }: Pick<Order, 'payFen' | 'payType'>): string =>
  payFen === 0 ? '不用付款' : WAY_WORDS[payType];

const KINDS: Record<Order['state'], StatusKind> = {
  pending: 'uncertain',
  paid: 'ok',
  refunding: 'running',
  refunded: 'off',
  closed: 'off',
};

export const OrderStatus = ({ order }: { order: Order }) => (
  <Status kind={KINDS[order.state]}>{orderStateWords(order)}</Status>
);
