import type { CallOutput } from '@yunbiao/contract';
import { toIso, toIsoOrNull } from '../../../platform/time.ts';
import { type Order, type OrderRow, getOrderState } from './order-state.ts';

export const presentOrder = (row: OrderRow): Order => ({
  id: String(row.id),
  orderNo: row.order_no,
  productId: String(row.product_id),
  productName: row.product_name,
  num: row.num,
  days: row.days,
  amountFen: row.amount_fen,
  discountFen: row.discount_fen,
  payFen: row.pay_fen,
  discountCode: row.discount_code,
  payType: row.pay_type as CallOutput<'createOrder'>['payType'],
  state: getOrderState(row),
  createdAt: toIso(row.created_at),
  expiresAt: toIso(row.expires_at),
  paidAt: toIsoOrNull(row.paid_at),
  closedAt: toIsoOrNull(row.closed_at),
});
