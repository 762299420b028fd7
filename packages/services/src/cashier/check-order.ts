import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { getOwnOrder } from '../money/order-own.ts';
import { presentOrder } from '../money/order-present.ts';
import { queryPayment } from './query-payment.ts';

/** The page asks about so many tries, the newest; those before are the sweep's. */
const MAX_QUERIED = 3;

/** Asks the channels now how the tries of an order stand, and answers the order as it is after that. @throws 404 */
export const checkOrder = async ({
  ctx,
  ...own
}: {
  ctx: Context;
  memberId: number;
  softwareId: number;
  id: string;
}): Promise<CallOutput<'orderCheck'>> => {
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
  await Promise.all(tries.map((one) => queryPayment(ctx, one)));
  return presentOrder(await getOwnOrder(kysely, own));
};
