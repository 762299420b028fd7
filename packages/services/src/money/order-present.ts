import type { CallOutput } from '@yunbiao/contract';
import { iso, isoOrNull } from '../time.ts';
import { type Order, type OrderRow, getState } from './order-state.ts';

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
  state: getState(row),
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  paidAt: isoOrNull(row.paid_at),
  closedAt: isoOrNull(row.closed_at),
});
