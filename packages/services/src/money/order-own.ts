import type { CallOutput } from '@yunbiao/contract';
import { type Executor, lockMember, transaction } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { secondsTo } from '../time.ts';
import { lapseOwnOrders } from './order-lapse.ts';
import { orderExtras } from './order-extras.ts';
import { selectOrders, type OrderFilters } from './order-filters.ts';
import { presentOrder } from './order-present.ts';
import { moveOrder, type Order, type OrderRow } from './order-state.ts';
import { payWays } from './pay-ways.ts';

const PAGE = 20;

type Whose = { memberId: number; softwareId: number };

/** An order of this member in this software. @throws 404, also for anybody else's */
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
  if (!row) throw notFound('没有这笔订单');
  return row;
};

/** The member's orders in a software, newest first; lapsed ones are closed before they are shown. @throws 400 */
export const orderList = async ({
  ctx,
  memberId,
  softwareId,
  lastId,
  filters = {},
}: Whose & { ctx: Context; lastId: string | undefined; filters?: OrderFilters }): Promise<
  CallOutput<'orderList'>
> => {
  await lapseOwnOrders(ctx, memberId);
  const before = lastId === undefined ? undefined : Number(lastId);
  const rows = await selectOrders(ctx.db.kysely, { memberId, softwareId, filters }, before)
    .limit(PAGE + 1)
    .execute();
  const list = rows.slice(0, PAGE).map(presentOrder);
  return { list, nextId: rows.length > PAGE ? (list.at(-1)?.id ?? null) : null };
};

/** @throws 404 */
export const orderDetail = async ({
  ctx,
  ...own
}: Whose & { ctx: Context; id: string }): Promise<CallOutput<'orderDetail'>> => {
  await lapseOwnOrders(ctx, own.memberId);
  const row = await getOwnOrder(ctx.db.kysely, own);
  const order = presentOrder(row);
  const isAwaited = order.state === 'pending' && order.payType === 'offline';
  return {
    ...order,
    leftS: secondsTo(row.expires_at, ctx.now()),
    payAccount: (isAwaited && ctx.settings.payAccount) || null,
    ways: payWays(ctx),
    ...(await orderExtras(ctx.db.kysely, row.id)),
  };
};

/** Gives up an unpaid order; closing it twice is closing it once. @throws 404; 409 when it is paid */
export const closeOwnOrder = ({
  ctx,
  ...own
}: Whose & { ctx: Context; id: string }): Promise<Order> =>
  transaction(ctx.db, async (tx) => {
    await lockMember(tx, own.memberId);
    const row = await getOwnOrder(tx, own);
    if (row.state === 'closed') return presentOrder(row);
    const closed = await moveOrder({
      ctx,
      tx,
      row,
      to: 'closed',
      set: { closed_at: ctx.now() },
    });
    if (!closed) throw conflict('这笔订单已经付款，不能取消');
    return presentOrder(closed);
  });
