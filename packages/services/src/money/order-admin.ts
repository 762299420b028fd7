import { ORDER_STATES } from '@yunbiao/contract/calls/money';
import { type Executor, lockDiscountCode, lockMember, transaction } from '@yunbiao/db';
import { getMemberByName } from '../member/find.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { lapseOrders } from './order-lapse.ts';
import { mayStillBePaid, takeMoney } from './order-money-in.ts';
import { presentOrder } from './order-present.ts';
import { moveOrder, type Order, type OrderRow } from './order-state.ts';

/** A list of orders for staff holds so many. */
export const ORDERS_SHOWN = 100;

export type StaffOrder = Order & { username: string; softwareAlias: string };

/** @throws 404 */
export const getOrder = async (executor: Executor, orderNo: string): Promise<OrderRow> => {
  const row = await executor
    .selectFrom('member_order')
    .selectAll()
    .where('order_no', '=', orderNo.trim().toUpperCase())
    .executeTakeFirst();
  if (!row) throw notFound(`没有订单号是 ${orderNo} 的订单`);
  return row;
};

/**
 * The newest orders of everybody, for staff; those before an order, with its number.
 * @throws 400 for a state that does not exist, 404 for an unknown member or order
 */
export const allOrders = async ({
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
  const known: readonly string[] = ORDER_STATES;
  if (state !== undefined && !known.includes(state))
    throw invalid({ state: `状态只能是 ${known.join('、')}` });
  await lapseOrders({ ctx });
  const { kysely } = ctx.db;
  const memberId = username === undefined ? null : (await getMemberByName(kysely, username)).id;
  const beforeId = before === undefined ? null : (await getOrder(kysely, before)).id;
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
    .limit(ORDERS_SHOWN)
    .execute();
  return rows.map(({ username, alias, ...row }) => ({
    ...presentOrder(row),
    username,
    softwareAlias: alias,
  }));
};

/**
 * The money has arrived: marks the order paid and extends VIP. Repeating it changes nothing.
 * @throws 404; 409 for an order that cannot be paid any more
 */
export const confirmOrder = ({
  ctx,
  orderNo,
}: {
  ctx: Context;
  orderNo: string;
}): Promise<{ order: Order; isNew: boolean }> =>
  transaction(ctx.db, async (tx) => {
    const { member_id: memberId, discount_code: code } = await getOrder(tx, orderNo);
    await lockMember(tx, memberId);
    if (code) await lockDiscountCode(tx, code);
    // Read again: another confirmation may have held the lock.
    const row = await getOrder(tx, orderNo);
    if (row.state === 'paid') return { order: presentOrder(row), isNew: false };
    if (!(await mayStillBePaid(ctx, tx, row)))
      throw conflict(`折扣码 ${row.discount_code} 的次数已经被用完，这笔款要退回：${row.order_no}`);
    const paid = await takeMoney({ ctx, tx, row });
    return { order: presentOrder(paid), isNew: true };
  });

/** Closes an unpaid order for the member. @throws 404; 409 when it is paid */
export const closeOrder = ({ ctx, orderNo }: { ctx: Context; orderNo: string }): Promise<Order> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, (await getOrder(tx, orderNo)).member_id);
    const row = await getOrder(tx, orderNo);
    if (row.state === 'closed') return presentOrder(row);
    const set = { closed_at: ctx.now() };
    const closed = await moveOrder({ ctx, tx, row, to: 'closed', set });
    if (!closed) throw conflict(`订单 ${row.order_no} 已经付款，不能关闭`);
    return presentOrder(closed);
  });
