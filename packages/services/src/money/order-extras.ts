import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import { iso } from '../time.ts';

type Detail = CallOutput<'orderDetail'>;
type Extras = Pick<Detail, 'lastTry' | 'refundRequest' | 'invoice'>;

const getLastTry = async (executor: Executor, orderId: number): Promise<Extras['lastTry']> => {
  const row = await executor
    .selectFrom('payment')
    .select('state')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  if (row.state === 'open' || row.state === 'paid') return row.state;
  // One that is being closed, or whose money is back, is over for whoever looks.
  return 'closed';
};

const getRequest = async (
  executor: Executor,
  orderId: number,
): Promise<Extras['refundRequest']> => {
  const row = await executor
    .selectFrom('refund_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const { reason, answer, created_at: createdAt } = row;
  const state = row.state as NonNullable<Extras['refundRequest']>['state'];
  return { state, reason, answer, createdAt: iso(createdAt) };
};

const getInvoice = async (executor: Executor, orderId: number): Promise<Extras['invoice']> => {
  const row = await executor
    .selectFrom('invoice')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { title, tax_no: taxNo, email, number, link } = row;
  return { state: row.state as 'asked' | 'issued', title, taxNo, email, number, link };
};

/** What hangs on an order: the last try to pay it, and what its member asked for. */
export const orderExtras = async (executor: Executor, orderId: number): Promise<Extras> => ({
  lastTry: await getLastTry(executor, orderId),
  refundRequest: await getRequest(executor, orderId),
  invoice: await getInvoice(executor, orderId),
});
