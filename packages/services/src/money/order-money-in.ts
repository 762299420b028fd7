import type { Executor, Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { hasLeft } from '../member/left.ts';
import { createNotices } from '../notice/index.ts';
import { hasUseLeft } from './discount.ts';
import { settleOrder } from './order-pay.ts';
import type { OrderRow } from './order-state.ts';

/**
 * Whether money that arrives for an unpaid order is honoured. A closed order gave its use of the code back; when others
 * took it, late money goes back instead; so does what comes for an account that is deleted.
 */
export const mayStillBePaid = async (
  ctx: Context,
  executor: Executor,
  row: OrderRow,
): Promise<boolean> => {
  if (await hasLeft(executor, row.member_id)) return false;
  const isOpen = row.state === 'pending' && row.expires_at > ctx.now();
  if (isOpen || row.discount_code_id === null) return true;
  const { discount_code_id: id, member_id: memberId } = row;
  return hasUseLeft(executor, { id, memberId, now: ctx.now() });
};

/** Tells the buyer, at the order's page. */
export const tellBuyer = async (
  ctx: Context,
  tx: Tx,
  order: OrderRow,
  told: { title: string; text: string },
): Promise<void> => {
  const { alias } = await tx
    .selectFrom('software')
    .select('alias')
    .where('id', '=', order.software_id)
    .executeTakeFirstOrThrow();
  const path = `/${alias}/user/order?id=${order.id}`;
  await createNotices(ctx, tx, [{ memberId: order.member_id, kind: 'order', ...told, path }]);
};

/** The money is here: marks the order paid, extends VIP, tells the buyer. @throws 409 when it may not become paid */
export const takeMoney = async (paid: {
  ctx: Context;
  tx: Tx;
  row: OrderRow;
  payType?: string;
}): Promise<OrderRow> => {
  const order = await settleOrder(paid);
  await tellBuyer(paid.ctx, paid.tx, order, {
    title: '收到你的付款了',
    text: `${order.product_name}，${order.days} 天已经加到你的 VIP 上。`,
  });
  return order;
};
