import type { CallOutput } from '@yunbiao/contract';
import type { MemberScope } from '../../platform/context.ts';
import { getOwnOrder } from '../money/orders/order-own.ts';
import { presentOrder } from '../money/orders/order-present.ts';
import { queryPayment } from './query-payment.ts';

/** Newest attempts a page may query. Scheduled maintenance queries older ones. */
const MAX_QUERIED = 3;

/** Queries the channels for the attempts of an order and returns the updated order. @throws 404 */
export const refreshOrderPayment = async ({
  ctx,
  ...own
}: MemberScope & { softwareId: number; id: string }): Promise<CallOutput<'orderCheck'>> => {
  const { kysely } = ctx.db;
  const order = await getOwnOrder(kysely, own);
  if (order.state !== 'pending' && order.state !== 'closed') return presentOrder(order);
  const tries = await kysely
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', 'in', ['open', 'closing'])
    .orderBy('id', 'desc')
    .limit(MAX_QUERIED)
    .execute();
  await Promise.all(tries.map((attempt) => queryPayment(ctx, attempt)));
  return presentOrder(await getOwnOrder(kysely, own));
};
