import type { CallOutput } from '@yunbiao/contract';
import { type Executor, runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../../platform/errors.ts';
import { countSecondsTo } from '../../../platform/time.ts';
import { expireOwnOrders } from './order-expiry.ts';
import { readOrderPaymentAndInvoice } from './order-extras.ts';
import { listMatchingOrders, type OrderFilters } from './order-filters.ts';
import { presentOrder } from './order-present.ts';
import { transitionOrder, type Order, type OrderRow } from './order-state.ts';
import { listPaymentMethods } from '../payment-methods.ts';

const PAGE = 20;

type Whose = { memberId: number; softwareId: number };

/** Returns an order of the member. @throws 404, also for an order of another member */
export const getOwnOrder = async (
  executor: Executor,
  { id, memberId, softwareId }: Whose & { id: string },
): Promise<OrderRow> => {
  const row = await executor
    .selectFrom('member_order')
    .selectAll()
    .where('id', '=', Number(id))
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .executeTakeFirst();
  if (!row) throw createNotFoundError('没有这笔订单');
  return row;
};

/** The member's orders in a software, newest first. Closes expired ones first. @throws 400 */
export const listOwnOrders = async ({
  ctx,
  memberId,
  softwareId,
  lastId,
  filters = {},
}: Whose & { ctx: Context; lastId: string | undefined; filters?: OrderFilters }): Promise<
  CallOutput<'orderList'>
> => {
  await expireOwnOrders(ctx, memberId);
  const before = lastId === undefined ? undefined : Number(lastId);
  const rows = await listMatchingOrders(
    ctx.db.kysely,
    { memberId, softwareId, filters },
    { before, limit: PAGE + 1 },
  );
  const list = rows.slice(0, PAGE).map(presentOrder);
  return { list, nextId: rows.length > PAGE ? (list.at(-1)?.id ?? null) : null };
};

/** Returns an order of the member with its amounts and next steps. @throws 404 */
export const getOwnOrderDetail = async ({
  ctx,
  ...own
}: Whose & { ctx: Context; id: string }): Promise<CallOutput<'orderDetail'>> => {
  await expireOwnOrders(ctx, own.memberId);
  const row = await getOwnOrder(ctx.db.kysely, own);
  const order = presentOrder(row);
  const isAwaited = order.state === 'pending' && order.payType === 'offline';
  return {
    ...order,
    leftS: countSecondsTo(row.expires_at, ctx.now()),
    payAccount: (isAwaited && ctx.settings.payAccount) || null,
    ways: listPaymentMethods(ctx),
    ...(await readOrderPaymentAndInvoice(ctx.db.kysely, row.id)),
  };
};

/** Closes an own unpaid order. Idempotent. @throws 404; 409 when it is paid */
export const closeOwnOrder = ({
  ctx,
  ...own
}: Whose & { ctx: Context; id: string }): Promise<Order> =>
  runMemberTransaction(ctx.db, own.memberId, async (tx) => {
    const row = await getOwnOrder(tx, own);
    if (row.state === 'closed') return presentOrder(row);
    const closedOrder = await transitionOrder({
      ctx,
      tx,
      row,
      to: 'closed',
      set: { closed_at: ctx.now() },
    });
    if (!closedOrder) throw createConflictError('这笔订单已经付款，不能取消');
    return presentOrder(closedOrder);
  });
