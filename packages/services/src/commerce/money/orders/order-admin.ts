import { ORDER_STATES } from '@yunbiao/contract/calls/commerce/order-shapes';
import { type Executor, lockDiscountCode, lockMemberRow, runTransaction } from '@yunbiao/db';
import { getMemberByName } from '../../../identity/member/find.ts';
import type { Context } from '../../../platform/context.ts';
import {
  createConflictError,
  createInvalidInputError,
  createNotFoundError,
} from '../../../platform/errors.ts';
import { expireOrders } from './order-expiry.ts';
import { canAcceptPayment, acceptPayment } from './accept-payment.ts';
import { presentOrder } from './order-present.ts';
import { transitionOrder, type Order, type OrderRow } from './order-state.ts';

/** Maximum number of orders per page for staff. */
export const ORDERS_PAGE_SIZE = 100;

export type StaffOrder = Order & { username: string; softwareAlias: string };

/** Returns an order by its number. @throws 404 */
export const getOrderByNumber = async (executor: Executor, orderNo: string): Promise<OrderRow> => {
  const row = await executor
    .selectFrom('member_order')
    .selectAll()
    .where('order_no', '=', orderNo.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) throw createNotFoundError(`没有订单号是 ${orderNo} 的订单`);
  return row;
};

/**
 * Orders of all members, newest first, for staff. `before` is an order number.
 * @throws 400 for an unknown state; 404 for an unknown member or order
 */
export const listAllOrders = async ({
  ctx,
  state,
  username,
  before,
}: {
  ctx: Context;
  state: string | undefined;
  username?: string | undefined;
  before?: string | undefined;
}): Promise<StaffOrder[]> => {
  const knownStates: readonly string[] = ORDER_STATES;
  if (state !== undefined && !knownStates.includes(state))
    throw createInvalidInputError({ state: `状态只能是 ${knownStates.join('、')}` });
  await expireOrders({ ctx });
  const { kysely } = ctx.db;
  const memberId = username === undefined ? null : (await getMemberByName(kysely, username)).id;
  const beforeId = before === undefined ? null : (await getOrderByNumber(kysely, before)).id;
  const rows = await ctx.db.kysely
    .selectFrom('member_order')
    .innerJoin('member', 'member.id', 'member_order.member_id')
    .innerJoin('software', 'software.id', 'member_order.software_id')
    .selectAll('member_order')
    .select(['member.username', 'software.alias'])
    .$if(state !== undefined, (query) => query.where('member_order.state', '=', state ?? ''))
    .$if(memberId !== null, (query) => query.where('member_order.member_id', '=', memberId))
    .$if(beforeId !== null, (query) => query.where('member_order.id', '<', beforeId))
    .orderBy('member_order.id', 'desc')
    .limit(ORDERS_PAGE_SIZE)
    .execute();
  return rows.map(({ username, alias, ...row }) => ({
    ...presentOrder(row),
    username,
    softwareAlias: alias,
  }));
};

/**
 * Confirms a transfer: marks the order paid and extends VIP. Idempotent.
 * @throws 404; 409 for an order that can no longer be paid
 */
export const confirmOrderTransfer = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<{ order: Order; isNew: boolean }> =>
  runTransaction(ctx.db, async (tx) => {
    const { member_id: memberId, discount_code: code } = await getOrderByNumber(tx, orderNo);
    await lockMemberRow(tx, memberId);
    if (code) await lockDiscountCode(tx, code);
    // Read again under the lock: a concurrent confirmation may have finished first.
    const row = await getOrderByNumber(tx, orderNo);
    if (row.state === 'paid') return { order: presentOrder(row), isNew: false };
    if (!(await canAcceptPayment(ctx, tx, row)))
      throw createConflictError(
        `折扣码 ${row.discount_code} 的次数已经被用完，这笔款要退回：${row.order_no}`,
      );
    const paid = await acceptPayment({ ctx, tx, row });
    return { order: presentOrder(paid), isNew: true };
  });

/** Closes an unpaid order on behalf of the member. @throws 404; 409 when it is paid */
export const closeOrder = ({ ctx, orderNo }: { ctx: Context; orderNo: string }): Promise<Order> =>
  runTransaction(ctx.db, async (tx) => {
    await lockMemberRow(tx, (await getOrderByNumber(tx, orderNo)).member_id);
    const row = await getOrderByNumber(tx, orderNo);
    if (row.state === 'closed') return presentOrder(row);
    const set = { closed_at: ctx.now() };
    const closedOrder = await transitionOrder({ ctx, tx, row, to: 'closed', set });
    if (!closedOrder) throw createConflictError(`订单 ${row.order_no} 已经付款，不能关闭`);
    return presentOrder(closedOrder);
  });
