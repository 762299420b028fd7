import type { CallOutput } from '@yunbiao/contract';
import { onCommit, type OrderTable, type Selectable, type Tx, type Updateable } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { recordAudit } from '../../../identity/audit/audit.ts';

export type Order = CallOutput<'createOrder'>;
export type OrderState = Order['state'];
export type OrderRow = Selectable<OrderTable>;

/**
 * Allowed state transitions. A closed order can still be paid: late money is accepted at the
 * ordered price.
 */
export const ALLOWED_TRANSITIONS: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'closed'],
  closed: ['paid'],
  paid: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
};

export const getOrderState = (row: Pick<OrderRow, 'state'>): OrderState => row.state as OrderState;

export const canOrderBecome = (row: Pick<OrderRow, 'state'>, to: OrderState): boolean =>
  ALLOWED_TRANSITIONS[getOrderState(row)].includes(to);

/** Makes pages that show the order or its VIP reload. */
export const notifyOrderPages = (ctx: Context, tx: Tx, row: OrderRow): void =>
  onCommit(tx, () =>
    ctx.bus.emit('print', {
      memberId: row.member_id,
      event: { type: 'order', id: String(row.id), state: getOrderState(row) },
    }),
  );

/**
 * Moves an order to another state and writes the audit entry. Returns null when the transition is
 * not allowed or the order changed since it was read.
 */
export const transitionOrder = async ({
  ctx,
  tx,
  row,
  to,
  set = {},
}: {
  ctx: Context;
  tx: Tx;
  row: OrderRow;
  to: Exclude<OrderState, 'pending'>;
  set?: Updateable<OrderTable>;
}): Promise<OrderRow | null> => {
  if (!canOrderBecome(row, to)) return null;
  const updatedOrder = await tx
    .updateTable('member_order')
    .set({ ...set, state: to })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .returningAll()
    .executeTakeFirst();
  if (!updatedOrder) return null;
  await recordAudit({
    ctx,
    tx,
    action: `order.${to}`,
    subject: `order:${row.id}`,
    detail: { from: row.state, payFen: row.pay_fen, payType: row.pay_type },
  });
  notifyOrderPages(ctx, tx, updatedOrder);
  return updatedOrder;
};
