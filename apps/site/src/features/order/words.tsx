import { describeOrderState } from '@yunbiao/contract/api/order-labels';
import { Status, type StatusKind } from '@yunbiao/ui';
import type { Order } from './load.ts';

const KINDS: Record<Order['state'], StatusKind> = {
  pending: 'uncertain',
  paid: 'ok',
  refunding: 'running',
  refunded: 'off',
  closed: 'off',
};

export const OrderStatus = ({ order }: { order: Order }) => (
  <Status kind={KINDS[order.state]}>{describeOrderState(order)}</Status>
);
