import type { CallOutput } from '@yunbiao/contract';
import { onCommit, type OrderTable, type Selectable, type Tx, type Updateable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { audit } from '../audit/audit.ts';

export type Order = CallOutput<'createOrder'>;
export type OrderState = Order['state'];
export type OrderRow = Selectable<OrderTable>;

/** Where an order may go. A closed one may still be paid: late money is honoured at the ordered price. */
export const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['paid', 'closed'],
  closed: ['paid'],
  paid: ['refunding'],
  refunding: ['refunded'],
  refunded: [],
};

export const getState = (row: Pick<OrderRow, 'state'>): OrderState => row.state as OrderState;

export const mayBecome = (row: Pick<OrderRow, 'state'>, to: OrderState): boolean =>
  NEXT[getState(row)].includes(to);

/** Pages that show the order, or what it brought, look again. */
export const tellPages = (ctx: Context, tx: Tx, row: OrderRow): void =>
  onCommit(tx, () =>
    ctx.bus.emit('print', {
      memberId: row.member_id,
      event: { type: 'order', id: String(row.id), state: getState(row) },
    }),
  );

/**
 * Moves an order on and writes it down. Null when it is no longer as it was read: somebody else moved it first, or it
 * may not go there.
 */
export const moveOrder = async ({
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
  if (!mayBecome(row, to)) return null;
  const moved = await tx
    .updateTable('member_order')
    .set({ ...set, state: to })
    .where('id', '=', row.id)
    .where('state', '=', row.state)
    .returningAll()
    .executeTakeFirst();
  if (!moved) return null;
  await audit({
    ctx,
    tx,
    action: `order.${to}`,
    subject: `order:${row.id}`,
    detail: { from: row.state, payFen: row.pay_fen, payType: row.pay_type },
  });
  tellPages(ctx, tx, moved);
  return moved;
};
